import type { Locator, Page } from '@playwright/test';
import { DEEP, expect, openLab, setting, test, throughputs, timeNs } from './page.ts';

/** Presses Tab, or Shift+Tab, until the control is reached, as somebody without a mouse would; says how often that took. */
async function tabTo(page: Page, name: RegExp | string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  const isThere = async () => {
    const label = await page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    return typeof name === 'string' ? label === name : name.test(label);
  };
  for (let presses = 0; presses < 80; presses++) {
    if (await isThere()) return presses;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} cannot be reached with ${key}`);
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

test('a whole experiment without a mouse: choose, change, play, step, read, share', async ({ page }) => {
  await openLab(page, 'paused=1&run.measuredMs=50');
  await tabTo(page, 'Skip to the stage');
  await tabTo(page, /^System A:/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // The arrows, not the first letters: a menu forgets what was typed a second ago, which a busy machine makes of two letters.
  const wanted = page.getByRole('menuitemradio', { name: /^Jedis, pool of 50(?!\d)/ });
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
  for (let tries = 0; tries < 80 && !(await isFocused(wanted)); tries++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);

  await tabTo(page, 'Round-trip time, slider');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => setting(page, 'a', 'network.rttUs')).toBe(800);
  await tabTo(page, 'Round-trip time (µs)');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('500');
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(500);

  // The transport comes before the knobs.
  await tabTo(page, /^(Play|Pause)$/, 'Shift+Tab');
  const paused = await timeNs(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeNs(page)).toBeGreaterThan(paused);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => timeNs(page)).toBeLessThanOrEqual(paused);
  await page.keyboard.press('Space');
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.playhead.playing)).toBe(true);
  await page.keyboard.press('r');
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.playhead.cause)).toBeTruthy();

  await throughputs(page);
  await tabTo(page, 'Instant on the chart');
  await page.keyboard.press('Home');
  await expect(page.getByRole('slider', { name: 'Instant on the chart' })).toHaveAttribute(
    'aria-valuetext',
    /A .*B /,
  );

  await test.step('a change of a knob is answered aloud: who waits, and the throughput', async () => {
    await page.goto('about:blank');
    await openLab(page, 'paused=1&run.measuredMs=50');
    await throughputs(page);
    const answer = page.locator('[aria-live=polite]', { hasText: 'Throughput per second: now' });
    await expect(answer).not.toBeAttached();
    const size = page.getByRole('textbox', { name: 'Pool size' });
    await size.fill('100');
    await size.press('Enter');
    await expect(answer).toHaveText(
      /^A: The number of requests waiting for a connection fell from 192 to 100\. Throughput per second: now [\d,]+\./,
    );
  });
});

test('keys act on the player wherever the focus is, and not while one types', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=1ms');
  await page.locator('body').press('Alt+k');
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.playhead.playing)).toBe(true);
  const speed = () => page.evaluate(() => globalThis.lab.player?.playhead.speed);
  await page.locator('body').press('[');
  await expect.poll(speed).toBe(100_000);
  await page.locator('body').press(']');
  await expect.poll(speed).toBe(2_000_000);
  await page.locator('body').press('x');
  await expect.poll(() => setting(page, 'a', 'client.io.kind')).toBe('eventLoops');

  const seed = page.getByRole('textbox', { name: 'Seed' });
  await seed.fill('');
  await seed.pressSequentially('77');
  await seed.press('x');
  expect(await setting(page, 'a', 'client.io.kind')).toBe('eventLoops');
});

test(
  'C shows one side by itself and both again, the link says so, and what keys change is spoken',
  DEEP,
  async ({ page }) => {
    await openLab(page);
    const other = page.getByRole('heading', { name: 'Lettuce, one shared connection' });
    await page.locator('body').press('c');
    await expect(other).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'B vs. A' })).toHaveCount(0);
    await expect(page).toHaveURL(/only=a/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
    await expect(other).toHaveCount(0);
    await page.locator('body').press('c');
    await expect(other).toBeVisible();
    await expect(page).not.toHaveURL(/only=/);

    // The announcer's; the text of the stage has a live region, too.
    const spoken = page.locator('div[aria-live=polite]');
    for (const [key, words] of [
      ['c', 'Only A'],
      ['c', 'A and B side by side'],
      ['z', 'System calls'],
      ['Shift+Z', 'Client and server'],
      ['e', 'Elastic time on'],
      ['e', 'Elastic time off'],
      ['g', 'A and B aligned: the same number of completed requests'],
      ['p', 'Presenter view on'],
      ['p', 'Presenter view off'],
      [']', /: .* per second/],
    ] as const) {
      await page.locator('body').press(key);
      await expect(spoken).toHaveText(words);
    }
  },
);

test('the list of keys opens with ? and tells all of them', DEEP, async ({ page }) => {
  await openLab(page);
  await page.locator('body').press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  for (const action of [
    'Play or pause',
    'Next event',
    'Slower',
    'Presenter view on or off',
    'Describe the stage',
  ]) {
    await expect(dialog.getByRole('rowheader', { name: action, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('single letters can be switched off, and stay off', DEEP, async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Single-letter shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.locator('body').press('p');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.reload();
  await openLab(page);
  await page.locator('body').press('p');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.locator('body').press('Alt+k');
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.playhead.playing)).toBe(false);
});

test('M marks an instant and takes the mark away, and says so', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=2ms');
  const isSaid = (text: string) =>
    expect(page.locator('[aria-live=polite]', { hasText: text })).toBeAttached();
  await page.locator('body').press('m');
  await isSaid('Marked 2 ms. This is the only mark.');
  await page.evaluate(() => globalThis.lab.player?.seek(3_500_000));
  await expect.poll(() => timeNs(page)).toBe(3_500_000);
  await page.locator('body').press('m');
  await isSaid('Marked 3.5 ms. There are 2 marks. Shift+M goes to the next mark.');
  await page.locator('body').press('Shift+M');
  await expect.poll(() => timeNs(page)).toBe(2_000_000);
  await page.locator('body').press('m');
  await isSaid('Mark at 2 ms removed. One mark is left.');
  await page.locator('body').press('Shift+M');
  await expect.poll(() => timeNs(page)).toBe(3_500_000);
  await page.locator('body').press('m');
  await isSaid('Mark at 3.5 ms removed. No mark is left.');
  await expect.poll(() => page.url()).not.toContain('marks=');
});

test('what does nothing for now is come to by the tab key, and says why', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&panel=timeline&t=12ms');
  const before = page.getByRole('button', { name: 'Previous callers' });
  await expect(before).toBeDisabled();
  await page.getByRole('tab', { name: 'Threads' }).focus();
  await tabTo(page, 'Previous callers');
  await expect(before).toHaveAccessibleDescription('These are the first callers.');
  await page.keyboard.press('Enter');
  await expect(
    page.locator('[aria-live=polite]', { hasText: 'These are the first callers.' }),
  ).toBeAttached();
  await tabTo(page, 'Next callers');
  await page.keyboard.press('Enter');
  await expect(before).toBeEnabled();

  await page.goto('#/experiments');
  const remove = page.getByRole('button', { name: /^Remove / }).first();
  const names = page.getByRole('button', { name: /^Remove / });
  await expect(remove).toBeVisible();
  while ((await names.count()) > 1) await remove.click();
  await page.locator('body').focus();
  await tabTo(page, /^Remove /);
  await expect(remove).toHaveAccessibleDescription(/^An experiment needs at least one system\./);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: 'An experiment needs at least one' }),
  ).toBeVisible();
  await expect(names).toHaveCount(1);
});

test(
  'a knob that the link has locked is read by keyboard, with its reason, and keeps its value',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&lock=network.rttUs,client.connections.maxTotal');
    const rtt = page.getByRole('textbox', { name: 'Round-trip time (µs)' });
    await expect(rtt).toBeDisabled();
    await expect(page.getByRole('group', { name: /locked/i }).filter({ has: rtt })).toBeVisible();
    await page.locator('body').focus();
    const slider = page.getByRole('slider', { name: 'Round-trip time' });
    await tabTo(page, 'Round-trip time, slider');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await tabTo(page, 'Round-trip time (µs)');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('5');
    await expect(rtt).toHaveValue('1000');
    expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
    await slider.click({ force: true, position: { x: 5, y: 10 } });
    expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
    // What it is can be asked all the same.
    await page.getByRole('button', { name: 'What is Round-trip time?' }).click();
    await expect(page.getByRole('dialog', { name: 'What is Round-trip time?' })).toBeVisible();
  },
);

test('the help lists every key under what it is about', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=2ms');
  await page.locator('body').press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help.getByRole('heading', { level: 3 })).toHaveText([
    'Time',
    'The two sides',
    'The stage',
    'One request',
    'Threads over time',
    'Presenting and teaching',
    'The page',
  ]);
  await expect(
    help.getByRole('table', { name: 'Time', exact: true }).getByRole('rowheader').first(),
  ).toHaveText('Play or pause');
  await expect(help.getByRole('rowheader')).toHaveCount(41);
});

test('N, pressed again, goes on to what each thread is doing', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=527us');
  const said = page.locator('[aria-live=polite]');
  await page.locator('body').press('n');
  await expect(said.filter({ hasText: 'Press N again to hear what each thread is doing.' })).toHaveCount(1);
  await page.locator('body').press('n');
  await expect(
    said.filter({
      hasText:
        'A: Callers 1 to 8: waiting for a reply; Callers 9 to 200: waiting for a connection; Redis thread 1:',
    }),
  ).toHaveCount(1);
});

for (const [lang, stage, knobs, slider] of [
  ['en', 'What you see', 'Skip to the settings', 'Round-trip time, slider'],
  ['zh-CN', '系统画面', '跳到参数', /^往返.*（滑块）$/],
] as const)
  test(
    `what is shown comes before what it is set with, and the knobs are a few presses away, in ${lang}`,
    DEEP,
    async ({ page }) => {
      await openLab(page, `lang=${lang}&paused=1`);
      const order = () =>
        page.evaluate(() => {
          const parts = ['#stage', '[data-play]', '#knobs', '#results'];
          const all = [...document.querySelectorAll(parts.join())];
          return parts.map((part) => all.findIndex((element) => element.matches(part)));
        });
      // The engine may have its first picture before the page has rendered its words.
      await expect.poll(order).toEqual([0, 1, 2, 3]);
      // The stage in words is told with the stage, however far below it stands.
      expect(await page.getByRole('region', { name: stage }).ariaSnapshot()).toMatch(
        /The stage in words|文字版画面/,
      );
      expect(await tabTo(page, knobs)).toBe(2);
      await page.keyboard.press('Enter');
      await expect(page.locator('#knobs')).toBeFocused();
      expect(await tabTo(page, slider)).toBeLessThan(12);
    },
  );

test(
  'without a skip link, too, the knobs come soon after the stage: bars of buttons are one stop each',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=2ms');
    await page.locator('#stage').focus();
    expect(await tabTo(page, /^System A:/)).toBeLessThan(20);
    await tabTo(page, /^(Steps|\d+ [µm]s\/s|Real|Max)$/, 'Shift+Tab');
    const speeds = page.getByRole('toolbar', { name: 'Speed' }).getByRole('button');
    const before = await timeNs(page);
    await page.keyboard.press('End');
    await expect(speeds.last()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(speeds.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(speeds.nth(1)).toBeFocused();
    expect(await timeNs(page)).toBe(before);
    // Tab leaves it, and comes back to where it was.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(speeds.nth(1)).toBeFocused();
    // Who has pressed one with the mouse steps with the arrows, as everywhere.
    await page.locator('#stage').focus();
    await speeds.nth(2).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => timeNs(page)).toBeGreaterThan(before);
    await expect(speeds.nth(2)).toBeFocused();
  },
);

test(
  'on a phone, too, a skip link leads to the knobs, which take the place of the stage, even before they have come',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // The link is pressed before there is anything to skip to: the part that phones are shown is held back until then.
    const main = page.locator('#main');
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      if ((await response.text()).includes('(min-width: 740px)')) await expect(main).toBeFocused();
      await route.fulfill({ response });
    });
    await openLab(page, 'paused=1');
    await tabTo(page, 'Skip to the settings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('#knobs')).toBeFocused();
  },
);
