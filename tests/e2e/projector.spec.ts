/** The presenter view: on the screens of projectors, and on those of phones that open its link. */
import { DEEP, deepUnless, expect, openLab, test, throughputs } from './page.ts';

/** Resolutions of common projectors and laptops. */
const PROJECTORS = [
  [1280, 720],
  [1366, 768],
  [1280, 800],
  [1024, 768],
] as const;

for (const query of [
  'lang=en',
  'a=cluster-3&b=cluster-6&lang=en',
  'lang=zh-CN',
  'follow=b:188&lang=en',
  'follow=b:188&lang=zh-CN',
])
  test(
    `both stages, figures, legend and transport are whole and one below the other on all of them: ${query}`,
    deepUnless(query === 'lang=en'),
    async ({ page }) => {
      await openLab(page, `present=1&paused=1&t=3ms&${query}`);
      await throughputs(page);
      const parts = page.locator(
        'dl[data-figures], article[data-side] canvas:first-of-type, #stage ul[aria-label], section:has([data-play])',
      );
      for (const [width, height] of PROJECTORS) {
        await page.setViewportSize({ width, height });
        await expect(parts).toHaveCount(5);
        // A canvas has its new size with the next picture.
        await expect(async () => {
          const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
          let above = 0;
          for (const box of boxes) {
            expect(box?.y ?? Number.NaN).toBeGreaterThanOrEqual(above - 1);
            above = (box?.y ?? 0) + (box?.height ?? Number.NaN);
          }
          expect(above).toBeLessThanOrEqual(height);
          const [, a, b] = boxes;
          expect(Math.abs((a?.height ?? 0) - (b?.height ?? Number.NaN))).toBeLessThan(1);
          expect(a?.height ?? 0).toBeGreaterThan(height / 4);
          // The figures in one row, and nothing to be scrolled to.
          const tops = await page
            .locator('dl[data-figures] > div')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
          expect(new Set(tops).size).toBe(1);
          const cut = await page.locator('#stage').evaluate((pane) => pane.scrollHeight - pane.clientHeight);
          expect(cut).toBeLessThanOrEqual(0);
          // As large on the wall as 24 px of 1080, or as 24 px of 1920 where the picture is narrower than that.
          const least = Math.min(height / 1080, width / 1920) * 24;
          const size = await page
            .locator('dl[data-figures] dt')
            .first()
            .evaluate((word) => Number.parseFloat(getComputedStyle(word).fontSize));
          expect(size).toBeGreaterThanOrEqual(least - 0.1);
        }).toPass({ timeout: 10_000 });
      }
    },
  );

test(
  'a projector’s link shows a phone what it has room for, and its code leads there without',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openLab(page, 'present=1&paused=1&t=3ms&lang=en');
    await page.locator('body').press('q');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('paused=1');
    await expect(dialog).not.toContainText('present');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      await openLab(page, 'present=1&paused=1&t=4ms&lang=en');
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Stage' })).toBeVisible();
      await expect(page.locator(':root')).not.toHaveAttribute('data-presenting');
      await expect(page).toHaveURL(/present=1/);
    }
    // The same page on a larger screen is the projector's again.
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('banner')).toHaveCount(0);
  },
);

test('a panel named in a projector’s link is open there, within its columns', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLab(page, 'present=1&panel=why&paused=1&t=3ms&lang=en');
  await expect(page.getByRole('tab', { name: 'Why?' })).toHaveAttribute('aria-selected', 'true');
  const limits = page.locator('#results p[data-figures]:not([data-contrast])');
  await expect(limits).toHaveCount(2);
  const [a, b] = await Promise.all((await limits.all()).map((limit) => limit.boundingBox()));
  expect((a?.x ?? 0) + (a?.width ?? Number.NaN)).toBeLessThanOrEqual(b?.x ?? 0);
  expect((b?.x ?? 0) + (b?.width ?? Number.NaN)).toBeLessThanOrEqual(1280);
  await expect(page.getByRole('button', { name: 'Full height' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Results', exact: true }).click();
  await expect(page.locator('article[data-side]')).toHaveCount(2);
  // The table of figures is as wide as its figures are long.
  await openLab(page, 'present=1&panel=figures&paused=1&t=3ms&lang=en');
  await throughputs(page);
  const frame = page.locator('div:has(> table)').first();
  for (const [width, height] of [...PROJECTORS, [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => frame.evaluate((one) => one.scrollWidth - one.clientWidth), { message: `${width}` })
      .toBeLessThanOrEqual(0);
  }
  // Another link in the same tab means what it means in a new one.
  await openLab(page, 'present=1&panel=charts&paused=1&t=3ms&lang=en');
  await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');
  await openLab(page, 'present=1&paused=1&t=4ms&lang=en');
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  await expect(page.locator('article[data-side]')).toHaveCount(2);
});
