import { violations } from './axe.ts';
import { expect, openLab, setting, test, throughputs } from './page.ts';

test('the panel names the limit of each side, with the figures that say so', async ({ page }) => {
  await openLab(page, 'panel=why');
  const [a] = await throughputs(page);
  const side = (name: string) => page.getByRole('region', { name: `${name}: Where the limit is` });
  await expect(side('A')).toContainText('The limit is the pool of 8 connections:');
  await expect(side('A')).toContainText('It is not Redis');
  await expect(side('B')).toContainText('The limit is the event loop:');
  const bound = page.getByRole('row', { name: /^K\/RTT/ }).first();
  const allows = Number((await bound.getByRole('cell').first().textContent())?.replace(/[^\d.]/g, ''));
  expect(allows).toBeGreaterThanOrEqual(a);
  expect(allows).toBeLessThan(1.1 * a);
});

test('every change is tried, drawn, tabled, and can be looked at as B', async ({ page }) => {
  await openLab(page, 'panel=why');
  await throughputs(page);
  await page.getByRole('button', { name: 'Try every change' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 60_000 });
  const figure = page.getByRole('figure', { name: 'What each change is worth' });
  await expect(figure).toContainText('Most throughput comes from: A connection per caller');
  await figure.getByRole('button', { name: 'Show as a table' }).click();
  await expect(figure.getByRole('row', { name: /^No network delay/ })).toBeVisible();

  await page.getByLabel('Show one of them as B:').selectOption('No network delay');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(0);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  expect(await setting(page, 'b', 'client.connections.kind')).toBe('pooled');
});

test('B is held against A, pair by pair, and becomes the baseline', async ({ page }) => {
  await openLab(page, 'panel=why');
  const [a, b] = await throughputs(page);
  const section = page.getByRole('region', { name: 'B against A' });
  const row = section.getByRole('row', { name: /^Throughput/ });
  await expect(row).toContainText(`+${Math.round(b - a).toLocaleString('en')}/s ±`);
  await expect(row).toContainText('no: ×');

  await section.getByRole('button', { name: 'Make B the baseline' }).click();
  await expect.poll(() => setting(page, 'a', 'client.connections.kind')).toBe('shared');
  await expect(section.getByRole('row', { name: /^Throughput/ })).toContainText('nothing differs');
});

test('the tightest law of each side is a labelled line on the chart of completions', async ({ page }) => {
  await openLab(page, 'panel=charts');
  await throughputs(page);
  const figure = page.getByRole('figure', { name: 'Completed requests over the whole run' });
  await expect(figure.locator('svg')).toContainText('A: K/RTT = ');
  await expect(figure.locator('svg')).toContainText('B: 1/D of the event loop = ');
  await expect(figure).toContainText('Dotted: what the tightest law allows.');
});

test('trying can be stopped and keeps what was found', async ({ page }) => {
  // Long enough runs to be stopped.
  await openLab(page, 'panel=why&run.measuredMs=1000&a=s0-jedis-50&b=s0-jedis-200');
  await throughputs(page);
  await page.getByRole('button', { name: 'Try every change' }).click();
  const figure = page.getByRole('figure', { name: 'What each change is worth' });
  await expect(figure).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped after \d+ of \d+ changes/)).toBeVisible();
  await expect(figure).toBeVisible();
});

for (const [lang, start, again] of [
  ['en', 'Try every change', 'Try again'],
  ['zh-CN', '逐项尝试', '重新尝试'],
] as const) {
  test(`the panel has no accessibility violations (${lang})`, async ({ page }) => {
    await openLab(page, `panel=why&lang=${lang}&paused=1&run.warmupMs=5&run.measuredMs=30`);
    await throughputs(page);
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByRole('button', { name: again })).toBeVisible({ timeout: 40_000 });
    expect(await violations(page)).toEqual([]);
  });
}
