import { DEEP, expect, openLab, openLabToPoint, test, throughputs } from './page.ts';

test('results have room beside the stage, and the stage stays while it plays', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLabToPoint(page);
  // The headline has all its lines, in the page's own font: that of the system may be wider.
  await expect(page.getByText('still pending')).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' });
  expect((await results.boundingBox())?.height).toBeGreaterThan(230);
  const stage = page.getByRole('region', { name: 'What you see' });
  expect(await stage.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  const panel = results.getByRole('tabpanel', { name: 'Metrics' });
  await panel.evaluate((element) => element.scrollTo(0, 2000));
  expect(await panel.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  for (const name of ['Jedis, pool of 8', 'Lettuce, one shared connection'])
    await expect(page.getByRole('heading', { name })).toBeInViewport();
});

test('results begin on small screens, and no figure is cut', DEEP, async ({ page }) => {
  await openLabToPoint(page);
  // Only then the headline is as high as it gets.
  await expect(page.getByText('still pending')).toBeVisible();
  for (const [width, height] of [
    [1024, 768],
    [1100, 800],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results.getByRole('tab', { name: 'Metrics' })).toBeInViewport({ ratio: 1 });
    const figures = page.getByRole('region', { name: 'Key metrics' }).getByRole('definition');
    await expect(figures).toHaveCount(3);
    for (const figure of await figures.all()) await expect(figure).toBeInViewport({ ratio: 1 });
  }
});

test(
  'charts become narrower again where their place does, and figures of large text take two lines',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openLab(page, 'paused=1&t=20ms');
    await throughputs(page);
    const overhang = () =>
      page.getByRole('region', { name: 'Results' }).evaluate((results) =>
        [...results.querySelectorAll('svg')].map((drawing) => {
          const place = drawing.closest('figure')?.getBoundingClientRect();
          return Math.max(0, drawing.getBoundingClientRect().right - (place?.right ?? 0));
        }),
      );
    await expect.poll(async () => (await overhang()).length).toBeGreaterThan(0);
    // The narrower window has the chart alone in its row, which makes it wider.
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => Math.max(...(await overhang()))).toBeLessThan(1);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator(':root').evaluate((one) => one.style.setProperty('font-size', '200%'));
    for (const figure of await page
      .getByRole('region', { name: 'Key metrics' })
      .getByRole('definition')
      .all())
      await expect(figure).toBeInViewport({ ratio: 1 });
  },
);

for (const pair of ['a=cluster-3&b=cluster-6', 'a=topology-any-node&b=topology-first-node'])
  test(`on a laptop the legend is whole below long figures and words: ${pair}`, DEEP, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openLab(page, `${pair}&paused=1&t=20ms`);
    await throughputs(page);
    const legend = page.getByRole('list', { name: 'Thread states' });
    await expect(legend).toBeVisible();
    // The pane of the stage scrolls by itself: what is below its edge is not seen.
    await expect
      .poll(() =>
        legend.evaluate((own) => {
          const pane = own.closest('section')?.getBoundingClientRect();
          return (pane?.bottom ?? 0) - own.getBoundingClientRect().bottom;
        }),
      )
      .toBeGreaterThanOrEqual(0);
  });

for (const lang of ['en', 'zh-CN'] as const)
  for (const pair of ['', 'a=cluster-3&b=cluster-6&'])
    test(
      `on a laptop the ruler of stretched time and the whole legend are in sight: ${pair}${lang}`,
      DEEP,
      async ({ page }) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openLab(page, `${pair}lang=${lang}&paused=1&t=20ms&follow=b:596&elastic=1`);
        await throughputs(page);
        const ruler = page.locator('[data-pace="ruler"]');
        await expect(ruler).toBeVisible();
        const stage = page.locator('#stage');
        await expect.poll(() => stage.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0);
        await expect(ruler).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('list', { name: /^(Thread states|线程在做什么)$/ })).toBeInViewport({
          ratio: 1,
        });
        // What was measured begins below it.
        await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
      },
    );
