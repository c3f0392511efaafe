/** A branch from the past: the same until an instant, changed from there on, the old future beside it. */
import { violations } from './axe.ts';
import { expect, openLab, setting, test, throughputs, timeNs } from './page.ts';

const SHORT = 'a=jedis-pool-50&b=jedis-pool-8&run.warmupMs=2&run.measuredMs=60&paused=1';

test('B becomes A, is changed from the instant on screen, and keeps A as it was; others beside it', async ({
  page,
}) => {
  await openLab(page, `${SHORT}&t=20ms`);
  await page.keyboard.press('y');
  const bar = page.getByRole('complementary', { name: 'Branch' });
  await expect(bar).toContainText('is A until 20 ms');
  await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(50);
  const [same, alike] = await throughputs(page);
  expect(alike).toBe(same);

  const rtt = page.getByRole('textbox', { name: 'Round-trip time, side B (µs)' });
  await rtt.fill('4000');
  await expect(bar).toContainText('from there on Round-trip time 1 ms → 4 ms');
  await expect.poll(async () => (await throughputs(page))[1]).toBeLessThan(same / 2);
  expect((await throughputs(page))[0]).toBe(same);
  // Until the branch the two are one run.
  await page.evaluate(() => globalThis.lab.player?.seek(19_000_000));
  await expect.poll(() => timeNs(page)).toBe(19_000_000);
  const inProgress = () =>
    page.evaluate(() => globalThis.lab.player?.tracks.map(({ frame }) => [...frame.threads.state].join()));
  const [a, b] = (await inProgress()) ?? [];
  expect(b).toBe(a);
  expect(await violations(page)).toEqual([]);

  // A second one beside it, with another pool; the first one is kept, named and shown again, also after a reload.
  await page.evaluate(() => globalThis.lab.player?.seek(30_000_000));
  await expect.poll(() => timeNs(page)).toBe(30_000_000);
  await page.getByRole('button', { name: 'Branch from here' }).click();
  await expect(bar).toContainText('is A until 30 ms');
  await page.getByRole('textbox', { name: 'Pool size, side B' }).fill('60');
  await expect(bar).toContainText('from there on Pool size 50 → 60');
  const all = bar.getByRole('list', { name: 'Branches of A' });
  await expect(all.getByRole('listitem')).toHaveCount(2);
  await all.getByRole('button', { name: 'Rename Round-trip time 1 ms → 4 ms' }).click();
  await all.getByRole('textbox', { name: 'Name of the branch' }).fill('far away');
  await page.keyboard.press('Enter');
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(bar).toContainText('from there on Pool size 50 → 60');
  await all.getByRole('button', { name: /^far away/ }).click();
  await expect(bar).toContainText('is A until 20 ms, from there on Round-trip time 1 ms → 4 ms');
  await expect(all.getByRole('button', { name: /^far away/, pressed: true })).toBeVisible();
  await all.getByRole('button', { name: 'Forget Pool size 50 → 60' }).click();
  await expect(all).toBeVisible();
  await expect(all.getByRole('listitem')).toHaveCount(1);
  await bar.getByRole('button', { name: 'Leave the branch' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page).not.toHaveURL(/branch=/);
});

test('what cannot change while a system runs is said, and can be put back', async ({ page }) => {
  await openLab(page, `${SHORT}&t=20ms`);
  await page.getByRole('button', { name: 'Branch from here' }).click();
  const bar = page.getByRole('complementary', { name: 'Branch' });
  await expect(bar).toContainText('is A until 20 ms');
  const callers = Number(await setting(page, 'b', 'workload.arrivals.callers'));
  await page.getByRole('textbox', { name: 'Caller threads, side B' }).fill('9');
  await expect(bar).toContainText('Caller threads cannot change while a system runs');
  await bar.getByRole('button', { name: 'Put it back' }).click();
  await expect(bar).toContainText('is A until 20 ms');
  await expect.poll(() => setting(page, 'b', 'workload.arrivals.callers')).toBe(callers);
});
