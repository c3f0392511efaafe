/** A class drives one system: a teacher's projector and two students' pages, through the real server. */
import type { Browser, Page } from '@playwright/test';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { startBridge, startOwnRedis, stopBridge } from './own-bridge.ts';
import { DEEP, expect, test } from './page.ts';

const token = process.env.ROUNDTRIP_TOKEN ?? '';
const origin = `http://127.0.0.1:${process.env.ROUNDTRIP_PORT ?? ''}/`;

/** A student's own device. */
async function student(browser: Browser, address: string, lang = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: lang });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Opens the room and returns the students' address. */
async function openRoom(teacher: Page, bridge = token): Promise<string> {
  await teacher.goto(`#/teach/drive?bridge=${bridge}`);
  await teacher.getByRole('button', { name: 'Open the room' }).click();
  return (await teacher.getByRole('region', { name: 'Room' }).getByRole('link').getAttribute('href')) ?? '';
}

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Who drives what' }).getByRole('row', { name });

const onStage = (page: Page) => page.evaluate(() => globalThis.lab.scenario('a'));

/** The figures of the whole, of a part or of a student's client. */
const figures = (of: Page, name: string) => of.getByRole('row', { name });

/** A projector, and two students who have a part each. */
async function classOfTwo(page: Page, browser: Browser): Promise<readonly [Page, Page]> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const address = await openRoom(page);
  expect(address).toMatch(/#\/learn\/drive\/[A-Z2-9]{5}$/);
  const one = await student(browser, address);
  await expect(one.getByRole('heading', { name: 'You drive: Callers' })).toBeVisible();
  const two = await student(browser, address, 'zh-CN');
  await expect(two.getByRole('heading', { name: '你操控：池中的连接' })).toBeVisible();
  await expect(page.getByText('2 students drive.')).toBeVisible();
  await expect(row(page, 'Callers')).toContainText('1 (40)');
  return [one, two];
}

test('two students drive one system on the projector, lose the network and come back', async ({
  page,
  browser,
}) => {
  const [one, two] = await classOfTwo(page, browser);

  // A change of the one is on the stage, and the other sees what it does to the whole.
  const share = one.getByRole('slider', { name: 'Your share' });
  await share.focus();
  await share.press('End');
  await expect(row(page, 'Callers')).toContainText('200');
  await expect.poll(async () => (await onStage(page))?.workload.arrivals.callers).toBe(200);
  const connections = two.getByRole('slider', { name: '你的份额' });
  await expect(connections).toHaveValue('16');
  await two.getByRole('button', { name: '增加' }).click();
  await two.getByRole('button', { name: '增加' }).click();
  await expect.poll(async () => (await onStage(page))?.client.connections).toMatchObject({ maxTotal: 18 });
  // The whole and the own share have figures that a run has shown; those of a part of the callers are a part.
  await expect(figures(two, '整个系统')).toContainText(/\d\/s/);
  await expect(figures(one, 'Your share')).toContainText(/\d\/s.*[mµ]s/);
  await expect(page.getByRole('region', { name: 'Changes so far' })).toContainText(
    'Connections in the pool: 18',
  );

  // Frozen, a slider does not move and nothing changes.
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(one.getByText('The teacher has frozen the system.')).toBeVisible();
  await expect(share).toBeDisabled();
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await expect(share).toBeEnabled();

  // The goal is judged by the run.
  await page.getByLabel('Commands per second, at least').fill('0');
  await page.getByLabel('p99 at most (ms)').fill('0.001');
  await expect(one.getByText('Goal missed')).toBeVisible();
  await page.getByLabel('p99 at most (ms)').fill('9999');
  await expect(one.getByText('✓ Goal reached')).toBeVisible();
  expect(await violations(one, { within: 'main', contrast: deep })).toEqual([]);

  // Without a network the page says so and keeps trying.
  const alone = one.getByText('The teacher’s machine does not respond.');
  await one.context().setOffline(true);
  await expect(alone).toBeVisible();
  await one.context().setOffline(false);
  await expect(alone).toBeHidden();
  await expect(row(page, 'Callers')).toContainText('1 (200)');

  await page.getByRole('button', { name: 'Close the room' }).click();
  await expect(one.getByText('No system is open to the class now.')).toBeVisible();
  for (const window of [one, two]) await window.context().close();
});

test(
  'parts are reassigned, fall to the teacher when a student is away, are reset, and become clients of their own',
  DEEP,
  async ({ page, browser }) => {
    const [one, two] = await classOfTwo(page, browser);
    await one.getByRole('slider', { name: 'Your share' }).press('End');
    await two.getByRole('button', { name: '增加' }).click();
    await two.getByRole('button', { name: '增加' }).click();
    await expect.poll(async () => (await onStage(page))?.client.connections).toMatchObject({ maxTotal: 18 });

    // Handed out again, the values stay.
    await page.getByRole('button', { name: 'Reassign parts' }).click();
    await expect(one.getByRole('heading', { name: 'You drive: Connections in the pool' })).toBeVisible();
    await expect(two.getByRole('heading', { name: '你操控：每个请求的命令数' })).toBeVisible();
    await expect(row(page, 'Callers')).toContainText('200');
    await expect(row(page, 'Connections in the pool')).toContainText('1 (18)');

    for (const window of [page, one]) expect(await violations(window, { within: 'main' })).toEqual([]);

    // Without a network the part is the teacher's after a while.
    await one.context().setOffline(true);
    await expect(one.getByText('The teacher’s machine does not respond.')).toBeVisible();
    await expect(row(page, 'Connections in the pool')).toContainText('teacher');
    await expect(row(page, 'Connections in the pool')).toContainText('18');
    await one.context().setOffline(false);
    await expect(row(page, 'Connections in the pool')).toContainText('1 (18)');
    await expect(one.getByText('The teacher’s machine does not respond.')).toBeHidden();

    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => (await onStage(page))?.workload.arrivals.callers).toBe(40);

    // Each student drives a client of their own beside the teacher's service.
    await page.getByRole('radio', { name: /^One Redis/ }).click();
    await expect(one.getByRole('heading', { name: 'You drive: Callers of students’ clients' })).toBeVisible();
    await one.getByRole('slider', { name: 'Your share' }).press('PageUp');
    await expect.poll(async () => (await onStage(page))?.neighbours?.length).toBe(1);
    await expect(figures(one, 'Your client')).toContainText(/\d\/s.*[mµ]s/);
    for (const window of [one, two]) await window.context().close();
  },
);

test('a wrong code is refused, and the right one can be typed', DEEP, async ({ page, browser }) => {
  const address = await openRoom(page);
  const [code = ''] = /[A-Z2-9]{5}$/.exec(address) ?? [];
  const late = await student(browser, `${origin}#/learn/drive/XXXXX`);
  await expect(late.getByText('This is not the code of the open room.')).toBeVisible();
  await late.getByRole('textbox', { name: 'Code on the screen' }).fill(` ${code.toLowerCase()} `);
  await late.getByRole('button', { name: 'Join' }).click();
  await expect(late.getByRole('heading', { name: 'You drive: Callers' })).toBeVisible();
  await late.context().close();
});

test('a teacher without a bridge drives alone', DEEP, async ({ page }) => {
  await page.goto('#/teach/drive');
  await expect(page.getByText('Students cannot join: no bridge serves this page.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Teacher’s share: Callers' }).fill('90');
  await expect.poll(async () => (await onStage(page))?.workload.arrivals.callers).toBe(90);
});

test('what can change in a running system changes at the instant on screen', DEEP, async ({ page }) => {
  await page.goto('#/teach/drive');
  const seek = (ms: number) =>
    page.evaluate((ns) => {
      globalThis.lab.player?.pause();
      globalThis.lab.player?.seek(ns);
    }, ms * 1e6);
  await page.waitForFunction(() => globalThis.lab?.summary('a'));
  for (const [ms, name, value] of [
    [200, 'Callers', 120],
    [300, 'Connections in the pool', 4],
    [400, 'Commands per request', 12],
    [500, 'Connections in the pool', 60],
  ] as const) {
    await seek(ms);
    await page.getByRole('textbox', { name: `Teacher’s share: ${name}` }).fill(String(value));
    // Measured from the change on, and shown at the same instant.
    await expect.poll(() => page.evaluate(() => globalThis.lab.summary('a')?.windowStartUs)).toBe(ms * 1000);
    expect(await page.evaluate(() => globalThis.lab.player?.timeNs)).toBe(ms * 1e6);
  }
});

test(
  'after a reload of either page the class goes on with the same code',
  DEEP,
  async ({ page, browser }) => {
    const address = await openRoom(page);
    const one = await student(browser, address);
    await expect(one.getByRole('heading', { name: 'You drive: Callers' })).toBeVisible();
    // A second tab is another student.
    const tab = await one.context().newPage();
    await tab.goto(address);
    await expect(tab.getByRole('heading', { name: 'You drive: Connections in the pool' })).toBeVisible();
    await one.reload();
    await expect(one.getByRole('heading', { name: 'You drive: Callers' })).toBeVisible();
    await expect(page.getByText('2 students drive.')).toBeVisible();

    await page.reload();
    await expect(one.getByText('No system is open to the class now.')).toBeVisible();
    await page.getByRole('button', { name: 'Open the room' }).click();
    await expect(page.getByRole('region', { name: 'Room' }).getByRole('link')).toHaveAttribute(
      'href',
      address,
    );
    await expect(one.getByRole('heading', { name: /^You drive/ })).toBeVisible();
    await expect(page.getByText('2 students drive.')).toBeVisible();
    await one.context().close();
  },
);

test(
  'a killed bridge leaves the teacher driving, and the class comes back with it',
  DEEP,
  async ({ browser }) => {
    const redis = await startOwnRedis();
    const first = await startBridge(redis.socketPath);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      baseURL: first.address,
    });
    const teacher = await context.newPage();
    const address = await openRoom(teacher, first.token);
    const one = await student(browser, address);
    await one.getByRole('slider', { name: 'Your share' }).press('End');
    await expect(row(teacher, 'Callers')).toContainText('1 (200)');

    await stopBridge(first, 'SIGKILL');
    await expect(one.getByText('The teacher’s machine does not respond.')).toBeVisible();
    await expect(teacher.getByText('The connection to the bridge was lost').first()).toBeVisible();
    // The values stay, and the teacher can change them.
    const rest = teacher.getByRole('textbox', { name: 'Teacher’s share: Callers' });
    await expect(row(teacher, 'Callers')).toContainText('200');
    await expect(rest).toHaveValue('200');
    await rest.fill('90');
    await expect.poll(async () => (await onStage(teacher))?.workload.arrivals.callers).toBe(90);

    // The new bridge has another token; its address opens in the same tab.
    const second = await startBridge(redis.socketPath, Number(new URL(first.address).port));
    expect(second.token).not.toBe(first.token);
    expect(await openRoom(teacher, second.token)).toBe(address);
    await expect(one.getByText('The teacher’s machine does not respond.')).toBeHidden();
    await expect(one.getByRole('heading', { name: 'You drive: Callers' })).toBeVisible();
    await expect(row(teacher, 'Callers')).toContainText('90');
    await one.getByRole('slider', { name: 'Your share' }).press('End');
    await expect(row(teacher, 'Callers')).toContainText('200');
    await one.context().close();
    await context.close();
    await stopBridge(second, 'SIGTERM');
    await redis.stop();
  },
);
