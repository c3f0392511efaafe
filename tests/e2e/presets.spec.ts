/** The browser of presets: by keyboard, in the words of either language. */
import { violations } from './axe.ts';
import { DEEP, expect, openLab, SHORT_RUN, setting, test } from './page.ts';

test('a pair is found by words of the other language and shown', async ({ page }) => {
  await openLab(page, `${SHORT_RUN}&paused=1`);
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await dialog.getByRole('searchbox').fill('慢命令 拖慢');
  await expect(dialog.getByRole('status')).toHaveText('1 preset');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('searchbox').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => setting(page, 'a', 'workload.second.share')).toBe(0.01);
  await expect(
    page.getByRole('button', { name: /^Compare: Which requests wait for a slow command/ }),
  ).toBeVisible();
});

test('an issue and a client are found as people write them', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('searchbox');
  await search.fill('redis/lettuce#835');
  await expect(dialog.getByRole('status')).toHaveText('1 preset');
  await expect(dialog.getByRole('button', { name: /^250 connections or one/ })).toBeVisible();
  await search.fill('redigo');
  await expect(dialog.getByRole('status')).toHaveText('7 presets');
  await search.fill('rtt-zone');
  await expect(dialog.getByText('more callers raise it much more')).toBeVisible();
});

test('the pair that is open says behind a press what to notice', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.getByRole('button', { name: 'What to notice' }).click();
  const note = page.getByRole('dialog', { name: 'What to notice' });
  await expect(note).toContainText('See where the dots wait in A');
  expect(await violations(page)).toEqual([]);
});

test('a system is shown on one side; words that match nothing say so', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.getByRole('button', { name: 'Browse presets' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('xyzzy');
  await expect(dialog.getByRole('status')).toHaveText('No match.');
  await dialog.getByRole('searchbox').fill('goroutines test');
  await dialog.getByRole('button', { name: 'Show Go, pool of 8, TestOnBorrow as B' }).click();
  await expect.poll(() => setting(page, 'b', 'client.connections.testOnBorrow')).toBe(true);
  await expect.poll(() => setting(page, 'a', 'client.connections.testOnBorrow')).not.toBe(true);
});
