import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, expect, test } from './page.ts';

test('the beginning moves soon, says what one sees and what comes of it, and has five ways in', async ({
  page,
}) => {
  const start = performance.now();
  await page.goto('');
  await page.waitForFunction(() => (globalThis.lab?.player?.timeNs ?? 0) > 0);
  const seconds = (performance.now() - start) / 1000;
  test.info().annotations.push({ type: 'first motion', description: `${seconds.toFixed(2)} s` });
  // Two seconds on an ordinary laptop; the machine of the tests may be busy with other things.
  expect(seconds).toBeLessThan(6);
  await expect(page.getByRole('heading', { level: 1, name: 'Why is my Redis client slow' })).toBeVisible();
  await expect(
    page.getByText('200 threads send requests to one Redis on both sides, with the same random seed.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lettuce, one shared connection' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  const counted = page.getByLabel('Result of the simulation');
  await expect(counted.getByText(/[1-9][\d,]+ requests\/s/)).toHaveCount(2);
  const ways = page.getByRole('navigation', { name: 'Where to start' }).getByRole('link');
  await expect(ways).toHaveCount(5);
  const why = page.getByRole('link', { name: /^Why is B [\d.]+ times as fast as A\?$/ });
  await expect(why).toHaveAttribute('href', '#/lab?panel=why');
  for (const way of await ways.all()) {
    const href = await way.getAttribute('href');
    await way.click();
    expect(new URL(page.url()).hash.startsWith(href?.replace(/\?.*/s, '') ?? 'nowhere')).toBe(true);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toHaveCount(0);
    await page.goto('#/');
    await expect(ways).toHaveCount(5);
  }

  await test.step('a complaint in a sentence gives a change with its gain', async () => {
    await page
      .getByRole('textbox', { name: 'My Redis is slow' })
      .fill(
        'Jedis pool of 8, 200 threads, 0.5 ms, 3 KB, 1 % slow commands of 20 ms, p99 300 ms: what do I change?',
      );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your system' })).toBeVisible();
    await expect(page.getByText('You measured a p99 of 300 ms.')).toBeVisible();
    // Advice and its gains have a journey of their own (system.spec.ts).
    if (!deep) return;
    const gain = page.getByRole('article').filter({ hasText: 'maxTotal: 8 → 200' });
    await expect(gain).toContainText(/Effect: p99 .+ → .+/);
  });
});

test('the beginning has no accessibility violation and fits a phone', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/?lang=zh-CN&theme=dark');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '从哪里开始' }).getByRole('link')).toHaveCount(5);
  expect(await violations(page)).toEqual([]);
  // It scrolls within its frame; the document itself has nothing below it.
  const [width, height] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth, scrollHeight] as const;
  });
  expect(width).toBeLessThanOrEqual(390);
  expect(height).toBeLessThanOrEqual(844);
});
