import { violations } from './axe.ts';
import { expect, test } from './page.ts';

const token = process.env.ROUNDTRIP_TOKEN ?? '';

test('a real client is measured on a real Redis, and the model answers beside it', async ({ page }) => {
  await page.goto(`#/lab?bridge=${token}`);
  await page.getByRole('link', { name: 'Real Redis', exact: true }).click();
  await page.getByRole('textbox', { name: 'Duration, s' }).or(page.getByLabel('Duration, s')).fill('1');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page.getByText(/The run was complete\. [1-9][\d,]* requests were answered/)).toBeVisible();
  await expect(page.getByText(/Measured mean [1-9]/).first()).toBeVisible();
  await expect(page.getByText(/Model mean [1-9]/).first()).toBeVisible();
  expect(page.url()).not.toContain(token);
});

for (const lang of ['en', 'zh-CN'] as const) {
  test(`without a bridge a recording of a real run is played, in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`#/live?lang=${lang}`);
    await page.getByRole('button', { name: /^ioredis/ }).click();
    const skip = page.getByRole('button', { name: lang === 'en' ? 'Show the end' : '直接看结果' });
    await skip.click();
    await expect(page.getByRole('heading', { name: /ioredis/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}
