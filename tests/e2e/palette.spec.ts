/** The palette: everything by name, by keyboard alone, in the words of either language. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, SHORT_RUN, setting, test, throughputs, timeNs } from './page.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** Opens the palette by its key and types, as soon as it listens. */
async function find(page: Page, text: string, key = 'ControlOrMeta+k'): Promise<void> {
  await page.keyboard.press(key);
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('sets a knob, goes to a time, follows a request, opens a panel', async ({ page }) => {
  await openLab(page, `${SHORT_RUN}&paused=1&t=1ms`);
  const palette = paletteOf(page);
  await find(page, 'rtt 500us');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Round-trip time: 500 µs');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  // In the middle of a run it counts from there on: B is A with it, and A keeps its future.
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(500);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  await expect(page.getByRole('complementary', { name: 'Branch' })).toContainText('equals A until 1 ms');

  // Of a branch B is meant, unless A is named; and the two cannot change places.
  await find(page, 'rtt 400us');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Round-trip time, only B: 400 µs');
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(400);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  await find(page, 'a rtt 900us');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Round-trip time, only A: 900 µs');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  const branch = page.getByRole('complementary', { name: 'Branch' });
  await expect(branch).toContainText('Can’t swap: B is a branch of A');
  await expect(branch).toContainText('Metrics of both sides start at 2 ms');
  expect(await setting(page, 'b', 'network.rttUs')).toBe(400);

  await find(page, '2.5 ms');
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBe(2_500_000);

  // The other language's words come a moment after the palette: nobody presses Enter before the right one is there.
  await find(page, '图表');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Charts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');

  await find(page, 'flame');
  await expect(palette.getByRole('option', { selected: true })).toContainText('CPU time');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'CPU time' })).toHaveAttribute('aria-selected', 'true');

  await find(page, '#7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'One request' })).toHaveAttribute('aria-selected', 'true');
});

test(
  'asks for the value of a knob, for one side if wanted, and says what it may be',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1');
    await page.getByRole('button', { name: 'Commands', exact: true }).click();
    const palette = paletteOf(page);
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('set seed');
    await page.keyboard.press('Enter');
    await expect(palette.getByRole('combobox', { name: 'Value of Seed' })).toBeFocused();
    await page.keyboard.type('-4');
    await expect(palette.getByRole('status')).toContainText('must be between');
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
    await expect(palette).toContainText('No match.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  },
);

test('what a part of the page does itself is done from here, too', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=1ms');
  await find(page, 'list of threads');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide the threads' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Ctrl + K');
});

test(
  'follows the slowest request, runs until something happens, tries changes, saves the run',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=20ms');
    const palette = paletteOf(page);
    const selected = palette.getByRole('option', { selected: true });
    await find(page, 'slowest of a');
    await expect(selected).toHaveText(/Follow the slowest request so far: of A/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/follow=/);
    await expect(page.getByRole('tab', { name: 'One request' })).toHaveAttribute('aria-selected', 'true');

    await find(page, 'trace perfetto');
    await expect(selected).toHaveText('Save: Trace for Perfetto (Chrome JSON)');
    const [trace] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(trace.suggestedFilename()).toBe('roundtrip-trace.json');

    await find(page, '折叠');
    await expect(selected).toHaveText('Save: CPU time as folded stacks');
    const [stacks] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(stacks.suggestedFilename()).toBe('roundtrip.folded.txt');

    await throughputs(page);
    // "By itself" has a b as well.
    await find(page, 'each change of b');
    await expect(selected).toContainText('of B');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Why?' })).toHaveAttribute('aria-selected', 'true');
    // The panel looks at what was asked for: B, not A, which it shows first.
    await expect(page.getByRole('button', { name: /^(Stop|5 more seeds)$/ }).first()).toBeVisible();
    await find(page, 'waterfall of a');
    await expect(selected).toContainText('of A');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Together, as a waterfall' })).toBeChecked();
    await find(page, 'until cores busy');
    await expect(selected).toContainText('all client cores are busy');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /Run until/ }).getByRole('status')).not.toBeEmpty();
  },
);

test('saves what is on screen, again after the menu was closed', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=20ms');
  const selected = paletteOf(page).getByRole('option', { selected: true });
  for (const what of ['stage', 'stage']) {
    await find(page, `save or copy ${what}`);
    await expect(selected).toContainText(/stage/i);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Vector image (SVG)' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Image (PNG, 4×)' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});

test('is the same in Chinese', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=20ms&lang=zh-CN');
  const palette = page.getByRole('dialog', { name: '命令' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('最慢');
  await expect(palette.getByRole('option', { selected: true })).toContainText('跟踪目前最慢的请求');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/follow=/);
});

test(
  'whatever a page has on screen is found by its name, in the words of either language, and pressed or gone to',
  DEEP,
  async ({ page }) => {
    const palette = paletteOf(page);
    const selected = palette.getByRole('option', { selected: true });
    await page.goto('#/experiments');
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await find(page, 'warm-up (ms)');
    await expect(selected).toContainText('Warm-up (ms) …');
    await expect(selected).toContainText('Measurement');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Warm-up (ms)')).toBeFocused();
    // A field takes letters: the palette is opened by the key that is none.
    await find(page, '运行 已有结果');
    await expect(selected).toHaveCount(0);
    await page.keyboard.press('Escape');
    await find(page, '运行');
    await expect(selected).toHaveText('RunResults');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^(Answer decided after|Time limit of 20 s reached at) \d+/)).toBeVisible({
      timeout: 60_000,
    });

    await page.goto('#/reproductions');
    await expect(page.getByRole('heading', { name: 'Claims', exact: true })).toBeVisible();
    // The cards follow the heading; the palette lists what is there when it opens.
    await expect(page.getByRole('article', { name: 'L-3', exact: true })).toBeAttached();
    // Also what has not been scrolled to.
    await find(page, 'all values L-3');
    await expect(selected).toContainText('L-3');
    await page.keyboard.press('Enter');
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(page.locator('details[open] > summary')).toBeInViewport();
  },
);

test(
  'a target of response times is set from here, and what becomes possible is listed while one looks',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=20ms&panel=charts');
    const palette = paletteOf(page);
    await find(page, 'target');
    await expect(palette.getByRole('option', { selected: true })).toContainText(
      'Target for response times (SLO), ms …',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Target for response times (SLO), ms')).toBeFocused();
    await page.keyboard.type('7');
    await expect(page).toHaveURL(/slo=7ms/);

    await openLab(page, 'paused=1&a=jedis-pool-50&b=lettuce-shared&seed=77');
    await find(page, 'each change of');
    await expect(palette.getByRole('option', { name: /try each change/ }).first()).toBeVisible();
  },
);

test('closes when the address changes behind it, as other dialogs do', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.evaluate(() => {
    location.hash = '#/learn';
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const palette = paletteOf(page);
  await find(page, 'gloss');
  await page.goBack();
  await expect(page.locator('#stage')).toBeVisible();
  await expect(palette).toHaveCount(0);
  // The page behind is in reach again, and the palette opens as ever.
  await find(page, '2 ms');
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBe(2_000_000);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(keys).toBeVisible();
  // A link that was pressed meanwhile.
  await page.evaluate(() => {
    location.hash = '#/learn';
  });
  await expect(keys).toHaveCount(0);
});
