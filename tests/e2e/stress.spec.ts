/**
 * German, Finnish, Arabic: words longer or twice as long, and lines from right to left, must not break a layout anywhere. And what a
 * message says is text, whatever it looks like.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { onEveryPage } from './every-page.ts';
import { DEEP, expect, openLab, test, throughputs } from './page.ts';
import { broken, MARKUP, type Stress, underStress } from './stress.ts';

/** Every page that breaks is told of. */
const settled = expect.configure({ soft: true });

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Opens every page with changed texts, and tells of each size at which one breaks. */
async function visitUnder(
  page: Page,
  stress: Stress,
  sizes: readonly (typeof DESK)[],
  look: (path: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.setViewportSize(DESK);
  await underStress(page, stress);
  let pages = 0;
  await onEveryPage(page, async (path, sign) => {
    await expect(page).toHaveTitle(/./);
    // Otherwise the catalogues were not found, and nothing is tried.
    // The pages of a class that drives one system have no navigation.
    if (stress === 'long') await expect(page.locator('nav, main').first()).toContainText('áà');
    await look(path);
    // The last size of one page is the first of the next: half of them are begun as on a phone.
    for (const size of pages++ % 2 === 0 ? sizes : [...sizes].reverse()) {
      await page.setViewportSize(size);
      await expect(sign).toBeVisible();
      await settled.poll(async () => [path, size, await broken(page)]).toEqual([path, size, []]);
    }
  });
}

test('every page opens without an accessibility violation, and breaks with no text twice as long', async ({
  page,
}) => {
  await visitUnder(page, 'double', [DESK, PHONE], async (path) => {
    // What is around a panel is the same for all of them. Colours come from the theme, which the Lab is looked at for (axe.spec.ts).
    const look = path.startsWith('/lab?') ? { within: '#results' } : {};
    settled([path, ...(await violations(page, { ...look, contrast: false }))]).toEqual([path]);
  });
});

for (const [stress, sizes] of [
  ['rtl', [DESK]],
  ['long', [DESK, PHONE]],
] as const satisfies readonly (readonly [Stress, readonly (typeof DESK)[]])[])
  test(`texts in ${stress} mode break no page`, DEEP, async ({ page }) => {
    await visitUnder(page, stress, sizes);
  });

/** Keys that open something over the Lab. */
const DIALOGS = ['u', 'l', 'q', 'Control+k', 'h', '?'] as const;

for (const [stress, width, height] of [
  ['double', 1440, 900],
  ['long', 1440, 900],
  ['long', 390, 844],
  ['rtl', 1440, 900],
] as const satisfies readonly (readonly [Stress, number, number])[]) {
  test(`texts in ${stress} mode break no dialog at ${width} px`, DEEP, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await underStress(page, stress);
    await page.goto('#/lab');
    await expect(page.locator('#stage canvas').first()).toBeVisible();
    for (const key of DIALOGS) {
      await page.locator('body').press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await settled.poll(async () => [key, await broken(page)]).toEqual([key, []]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

/** Saves what a button offers in a format: the first ones are a drawing and a bitmap. */
async function saved(page: Page, button: Locator, format: number): Promise<Buffer> {
  await button.click();
  const item = page.getByRole('menuitem').nth(format);
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return readFileSync(await download.path());
}

/** What is wrong with a drawing: it is not well-formed, has what no drawing of ours has, or texts that are cut off. */
const brokenDrawing = (page: Page, drawing: string, isLong: boolean): Promise<string[]> =>
  page.evaluate(
    ([text, isMeasured]) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
      const found = [...root.querySelectorAll('parsererror, script, img, image, foreignObject')].map(
        ({ tagName }) => `<${tagName}>`,
      );
      if (!isMeasured) return found;
      document.body.append(root);
      const frame = root.getBoundingClientRect();
      for (const node of root.querySelectorAll('text')) {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const out = Math.max(frame.left - left, right - frame.right, frame.top - top, bottom - frame.bottom);
        if (out > 1) found.push(`${Math.round(out)} px cut off: ${node.textContent}`);
      }
      root.remove();
      return found;
    },
    [drawing, isLong] as const,
  );

for (const stress of ['long', 'xss'] as const)
  test(`texts in ${stress} mode are in saved pictures, and break none`, DEEP, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await underStress(page, stress);
    const charts: string[] = [];
    for (const panel of ['figures', 'charts']) {
      await openLab(page, `paused=1&t=2ms&panel=${panel}`);
      await throughputs(page);
      // What lies below the first picture is fetched when somebody is there.
      await page.mouse.move(720, 800);
      const figures = page.getByRole('tabpanel').getByRole('figure');
      await expect(figures.nth(1)).toBeVisible();
      const buttons = page.locator('#stage, figure').getByRole('button', { name: /Sáàvéè|>Save/ });
      await expect.poll(() => buttons.count()).toBeGreaterThan(2);
      for (const button of await buttons.all()) {
        const drawing = (await saved(page, button, 0)).toString('utf8');
        charts.push(/<title>(.*?)<\/title>/.exec(drawing)?.[1] ?? '');
        expect(charts.at(-1)).toMatch(stress === 'long' ? /[áéíóú][àèìòù]/ : /&lt;script&gt;xss/);
        settled(await brokenDrawing(page, drawing, stress === 'long'), charts.at(-1)).toEqual([]);
      }
      const bitmap = await saved(page, buttons.first(), 1);
      expect(bitmap.subarray(1, 4).toString('latin1')).toBe('PNG');
    }
    expect(charts.length).toBeGreaterThan(10);
  });

test('messages that look like markup are shown as they are, and run nothing', DEEP, async ({ page }) => {
  await underStress(page, 'xss');
  await onEveryPage(page, async (path) => {
    await expect(page.locator('body')).toContainText(MARKUP[0]);
    await settled(page.locator('[onerror], body script'), path).toHaveCount(0);
  });
});
