/** The palette: everything by name, by keyboard alone, in the words of either language. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, openLab, setting, test, timeNs } from './page.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** Opens the palette by its key and types, as soon as it listens. */
async function find(page: Page, text: string, key = 'ControlOrMeta+k'): Promise<void> {
  await page.keyboard.press(key);
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('sets a knob, goes to a time, follows a request, opens a panel', async ({ page }) => {
  await openLab(page, 'paused=1&t=1ms');
  const palette = paletteOf(page);
  await find(page, 'rtt 500us');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Round-trip time: 500 µs');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  // In the middle of a run it counts from there on: B is A with it, and A keeps its future.
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(500);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  await expect(page.getByRole('complementary', { name: 'Branch' })).toContainText('is A until 1 ms');

  await find(page, '2.5 ms');
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBe(2_500_000);

  // The other language's words come a moment after the palette: nobody presses Enter before the right one is there.
  await find(page, '图表');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Charts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');

  await find(page, '#7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'One request' })).toHaveAttribute('aria-selected', 'true');
});

test('asks for the value of a knob, for one side if wanted, and says what it may be', async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.getByRole('button', { name: 'Commands', exact: true }).click();
  const palette = paletteOf(page);
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('set seed');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('combobox', { name: 'Value of Seed' })).toBeFocused();
  await page.keyboard.type('-4');
  await expect(palette.getByRole('status')).toContainText('can be');
  await page.keyboard.press('Escape');
  await page.keyboard.type('round-trip');
  await page.keyboard.press('Enter');
  await page.keyboard.type('3 ms');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(3000);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  await find(page, 'xyzzy', '/');
  await expect(palette).toContainText('Nothing matches.');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('what a part of the page does itself is done from here, too', async ({ page }) => {
  await openLab(page, 'paused=1&t=1ms');
  await find(page, 'list all threads');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide the threads' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Ctrl + K');
});
