/** The Lab in a frame of a page of another origin, as a static host and a school's site would have it. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import { servePage } from '../../src/bridge/server/page.ts';
import { DEEP } from './page.ts';

const servers: Server[] = [];

/** Serves on a port of its own, which makes an origin of its own. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const hostPage = (frame: string) => `<!doctype html><title>A lesson</title>
<iframe id="lab" title="Lab" width="960" height="640" src="${frame}"></iframe>
<script>
  globalThis.heard = [];
  addEventListener('message', ({ data, source }) => {
    if (source === document.getElementById('lab').contentWindow) heard.push(data);
  });
  globalThis.tell = (command) => document.getElementById('lab').contentWindow.postMessage(command, '*');
</script>`;

interface Heard {
  readonly type: string;
  readonly id?: string | number;
  readonly [name: string]: unknown;
}

declare global {
  var heard: Heard[];
  var tell: (command: unknown) => void;
}

test('a page of another origin shows, plays and asks the Lab, within what its link allows', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const site = await serve(servePage(at('dist')));
  const school = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      hostPage(`${site}/#/lab?embed=1&only=network.rttUs&lock=seed&run.warmupMs=1&run.measuredMs=5`),
    );
  });
  await page.goto(school);
  const heard = (type: string) =>
    page.waitForFunction((wanted) => globalThis.heard.findLast((one) => one.type === wanted), type);
  const answer = async (id: string, command: object) => {
    await page.evaluate((message) => globalThis.tell(message), { roundtrip: 1, id, ...command });
    const found = await page.waitForFunction(
      (wanted) => globalThis.heard.find((one) => one.id === wanted),
      id,
    );
    return (await found.jsonValue()) as Heard;
  };
  await heard('ready');
  await heard('summary');
  const frame = page.frameLocator('#lab');
  await expect(frame.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expect(frame.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    /#\/lab\?(?!.*embed).*only=network\.rttUs/,
  );
  await frame.getByRole('tab', { name: 'Settings' }).click();
  const rtt = frame.getByRole('textbox', { name: 'Round-trip time (µs)', exact: true });
  await expect(rtt).toHaveValue('1000');
  await expect(frame.getByRole('textbox', { name: 'Pool size', exact: true })).toHaveCount(0);

  expect(await answer('stop', { type: 'pause' })).toMatchObject({ type: 'done' });
  const near = { id: 'near', value: 'a.scenario.network.rttUs', between: [null, 500] };
  expect(await answer('near', { type: 'goal', goal: near })).toMatchObject({ type: 'done' });
  const reported = (isReached: boolean) =>
    page.waitForFunction(
      (wanted) => globalThis.heard.findLast((one) => one.type === 'goal' && one.isReached === wanted),
      isReached,
    );
  expect(await (await reported(false)).jsonValue()).toMatchObject({ goal: 'near', value: 1000, max: 500 });
  expect(await answer('rtt', { type: 'set', path: 'network.rttUs', value: 400 })).toMatchObject({
    type: 'done',
  });
  await expect(rtt).toHaveValue('400');
  expect(await (await reported(true)).jsonValue()).toMatchObject({ goal: 'near', value: 400, progress: 1 });
  expect(await answer('torn', { type: 'goal', goal: { ...near, value: 'qps(' } })).toMatchObject({
    type: 'refused',
    problems: [{ code: 'EMB-05', path: 'goal' }],
  });
  expect(await answer('seed', { type: 'set', path: 'seed', value: 9 })).toMatchObject({
    type: 'refused',
    problems: [{ code: 'EMB-04', path: 'seed', text: expect.stringMatching(/locks or hides/) }],
  });
  expect(await answer('odd', { type: 'erase' })).toMatchObject({ problems: [{ code: 'EMB-02' }] });
  expect(complaints).toEqual([]);
});

/** A frame of the built page in a page of another origin. */
async function framed(page: Page, query: (school: string) => string) {
  const site = await serve(servePage(at('dist')));
  let frame = '';
  const school = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(hostPage(frame));
  });
  frame = `${site}/#/lab?${query(school)}`;
  await page.goto(school);
}

const SHORT = 'a=jedis-pool-8&b=lettuce-shared&run.warmupMs=1&run.measuredMs=20&paused=1';

/** The newest report that has all of these fields. */
const report = async (page: Page, wanted: Readonly<Record<string, unknown>>): Promise<Heard> =>
  (await (
    await page.waitForFunction(
      (fields) =>
        globalThis.heard.findLast((one) =>
          Object.entries(fields).every(([name, value]) => one[name] === value),
        ),
      wanted,
    )
  ).jsonValue()) as Heard;

const command = (page: Page, what: unknown) => page.evaluate((message) => globalThis.tell(message), what);

test('goals are set, watched over changes, asked for and dropped', DEEP, async ({ page }) => {
  await framed(page, (school) => `embed=${school}&${SHORT}`);
  await report(page, { type: 'ready' });
  await report(page, { type: 'summary', side: 'a' });
  await report(page, { type: 'summary', side: 'b' });
  expect(await report(page, { type: 'state', status: 'ready' })).toMatchObject({ isPlaying: false });

  const goal = { id: 'fast', value: 'qps(a)', between: [20_000, null], forMs: 20 };
  await command(page, { roundtrip: 1, id: 1, type: 'goal', goal });
  expect(await report(page, { id: 1 })).toMatchObject({ type: 'done' });
  const far = await report(page, { type: 'goal', goal: 'fast' });
  expect(far).toMatchObject({ isReached: false, min: 20_000, measuredMs: 20 });
  expect(far.value).toBeGreaterThan(1000);
  expect(far.progress).toBeLessThan(1);
  await command(page, { roundtrip: 1, id: 2, type: 'set', side: 'a', path: 'network.rttUs', value: 100 });
  expect(await report(page, { type: 'goal', goal: 'fast', isReached: true })).toMatchObject({ progress: 1 });
  expect((await report(page, { type: 'state' })).link).toMatch(/a\.network\.rttUs=100/);

  await command(page, { roundtrip: 1, id: 3, type: 'play' });
  await report(page, { type: 'state', isPlaying: true });
  await command(page, { roundtrip: 1, id: 4, type: 'pause' });
  await command(page, { roundtrip: 1, id: 5, type: 'seek', timeNs: 5_000_000 });
  await report(page, { type: 'state', isPlaying: false, timeNs: 5_000_000 });

  // All is said once more to whoever asks, and no goal after it has been dropped.
  const countOf = (type: string) =>
    page.evaluate((wanted) => globalThis.heard.filter((one) => one.type === wanted).length, type);
  const before = await countOf('goal');
  await command(page, { roundtrip: 1, id: 6, type: 'ask' });
  await expect.poll(() => countOf('goal')).toBe(before + 1);
  await command(page, { roundtrip: 1, id: 7, type: 'goal', goal: null });
  await command(page, { roundtrip: 1, id: 8, type: 'ask' });
  await report(page, { id: 8 });
  await page.waitForTimeout(300);
  expect(await countOf('goal')).toBe(before + 1);
});

test('commands that are given at once are carried out one after the other', DEEP, async ({ page }) => {
  await framed(page, () => `embed=1&${SHORT}`);
  await report(page, { type: 'summary', side: 'b' });
  const goal = { id: 'fast', value: 'qps(a)', between: [1, null] };
  const commands = [
    { type: 'load', link: `${SHORT}&network.rttUs=300` },
    { type: 'set', side: 'a', path: 'network.rttUs', value: 250 },
    { type: 'set', side: 'b', path: 'network.rttUs', value: 200 },
    { type: 'goal', goal },
    { type: 'goal', goal: null },
    { type: 'seek', timeNs: 1_000_000 },
    { type: 'ask' },
  ];
  await page.evaluate((all) => {
    for (const [id, one] of all.entries()) globalThis.tell({ roundtrip: 1, id, ...one });
  }, commands);
  await report(page, { id: commands.length - 1 });
  const heard = await page.evaluate(() => globalThis.heard);
  const answered = heard.filter(({ id }) => id !== undefined);
  expect(answered.map(({ id, type }) => `${id} ${type}`)).toEqual(commands.map((_, id) => `${id} done`));
  // What is asked for last is told of what all the others have led to, and of no goal.
  expect((await report(page, { type: 'state', timeNs: 1_000_000 })).link).toMatch(/rttUs=250.*rttUs=200/);
  const dropped = heard.findIndex(({ id }) => id === 4);
  expect(heard.slice(dropped).filter(({ type }) => type === 'goal')).toEqual([]);
});

test(
  'what is no command is refused with its code or is nobody’s, and nothing happens',
  DEEP,
  async ({ page }) => {
    await framed(page, () => `embed=1&${SHORT}`);
    await report(page, { type: 'summary', side: 'b' });
    const linkOf = async () => (await report(page, { type: 'state', status: 'ready' })).link;
    const link = await linkOf();
    const goal = (value: unknown, id = 'g') => ({ type: 'goal', goal: { id, value, between: [1, null] } });
    const wrong = [
      ['EMB-01', { roundtrip: 2, type: 'pause' }],
      ['EMB-02', { type: 'run' }],
      ['EMB-02', { type: 'set', path: 'network.rttUs' }],
      ['EMB-02', { type: 'set', path: 'network.rttUs', value: 1, side: 'c' }],
      ['EMB-02', { type: 'seek', timeNs: -1 }],
      ['EMB-02', { type: 'pause', extra: true }],
      ['EMB-02', { type: 'goal', goal: { id: 'open', value: 'qps(a)', between: [null, null] } }],
      ['EMB-05', goal('qps(c)')],
      ['EMB-05', goal('a.noSuchThing')],
      ['EMB-05', goal('qps(')],
    ] as const;
    for (const [index, [code, wrongCommand]] of wrong.entries()) {
      // What has another version is not read any further: its answer has no id.
      const id = code === 'EMB-01' ? undefined : `wrong ${index}`;
      await command(page, { roundtrip: 1, id, ...wrongCommand });
      const answer = await report(page, id === undefined ? { type: 'refused' } : { id });
      expect(answer, JSON.stringify(wrongCommand)).toMatchObject({ type: 'refused', problems: [{ code }] });
      expect((answer.problems as { text: string }[])[0]?.text).toMatch(/\w+ \w+/);
    }
    for (let count = 0; count < 9; count++)
      await command(page, { roundtrip: 1, id: `goal ${count}`, ...goal('qps(a)', `g${count}`) });
    expect(await report(page, { id: 'goal 7' })).toMatchObject({ type: 'done' });
    expect(await report(page, { id: 'goal 8' })).toMatchObject({ problems: [{ code: 'EMB-06' }] });

    // Other scripts' messages have no answer.
    const answers = () =>
      page.evaluate(() => globalThis.heard.filter(({ type }) => ['done', 'refused'].includes(type)).length);
    const before = await answers();
    for (const other of ['hello', 7, null, { type: 'pause' }, [{ roundtrip: 1 }]]) await command(page, other);
    await page.waitForTimeout(300);
    expect(await answers()).toBe(before);
    expect(await linkOf()).toBe(link);
  },
);

test('a page of another origin than the link names is neither obeyed nor told anything', async ({ page }) => {
  await framed(page, () => `embed=https://school.example&${SHORT}`);
  const rtt = page.frameLocator('#lab').getByRole('textbox', { name: 'Round-trip time (µs)', exact: true });
  await page.frameLocator('#lab').getByRole('tab', { name: 'Settings' }).click();
  await expect(rtt).toHaveValue('1000');
  await command(page, { roundtrip: 1, id: 1, type: 'set', path: 'network.rttUs', value: 5 });
  await command(page, { roundtrip: 2, id: 2, type: 'pause' });
  await page.waitForTimeout(500);
  await expect(rtt).toHaveValue('1000');
  expect(await page.evaluate(() => globalThis.heard)).toEqual([]);
});
