/** The Lab in a frame of a page of another origin, as a static host and a school's site would have it. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import sirv from 'sirv';
import { at } from '../../.ci/paths.mjs';

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
  globalThis.tell = (order) => document.getElementById('lab').contentWindow.postMessage(order, '*');
</script>`;

interface Heard {
  readonly type: string;
  readonly id?: string;
  readonly [name: string]: unknown;
}

declare global {
  var heard: Heard[];
  var tell: (order: unknown) => void;
}

test('a page of another origin shows, plays and asks the Lab, within what its link allows', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const site = await serve(sirv(at('dist')));
  const school = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      hostPage(`${site}/#/lab?embed=1&only=network.rttUs&lock=seed&run.warmupMs=1&run.measuredMs=5`),
    );
  });
  await page.goto(school);
  const heard = (type: string) =>
    page.waitForFunction((wanted) => globalThis.heard.findLast((one) => one.type === wanted), type);
  const answer = async (id: string, order: object) => {
    await page.evaluate((message) => globalThis.tell(message), { roundtrip: 1, id, ...order });
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
  await expect(frame.getByRole('link', { name: 'Open in a tab of its own' })).toHaveAttribute(
    'href',
    /#\/lab\?(?!.*embed).*only=network\.rttUs/,
  );
  await frame.getByRole('tab', { name: 'Knobs' }).click();
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
