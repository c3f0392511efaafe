/** The page of evidence: what is recorded is there at once, can be counted again, and leads to the Lab. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import { violations } from './axe.ts';
import { DEEP, expect, select, setting, test } from './page.ts';

async function openReproductions(page: Page): Promise<void> {
  await page.goto('#/reproductions');
  await expect(page.getByRole('heading', { name: 'Reproductions' })).toBeVisible();
}

test('claims are filtered, searched in the other language and counted again', DEEP, async ({ page }) => {
  await openReproductions(page);
  await select(page.getByLabel('Verdict'), 'known to fail');
  await expect(page.getByRole('article').first()).toContainText('Why it fails:');
  await select(page.getByLabel('Verdict'), 'All');
  await page.getByRole('searchbox').fill('逐条执行一百万次');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Rerun 2 claims here' }).click();
  await expect(page.getByText('Done: 2 of 2. All 2 results are exactly as recorded.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a claim leads to the Lab with its runs side by side', async ({ page }) => {
  await openReproductions(page);
  await page.getByRole('searchbox').fill('S3-11');
  const claim = page.getByRole('article', { name: 'S3-11' });
  await claim.getByText('All values, the runs, and links to the Lab').click();
  await expect(claim.getByRole('table')).toContainText('qps(get)');
  expect(await violations(page)).toEqual([]);
  await claim.getByRole('button', { name: 'Open in the Lab' }).click();
  await expect(page).toHaveURL(/#\/lab\?/);
  await expect.poll(() => setting(page, 'a', 'workload.command.requestBytes')).toBe(38);
  await expect.poll(() => setting(page, 'b', 'workload.command.requestBytes')).toBe(27);
});

test('the published table and the measurements are shown with their deviations', DEEP, async ({ page }) => {
  await openReproductions(page);
  await page.getByRole('tab', { name: 'Published table' }).click();
  await expect(page.getByText(/\d+ of 56 cells are within the tolerance/)).toBeVisible();
  await page.getByRole('tab', { name: 'Measurements' }).click();
  await expect(page.getByText(/^\d+ of \d+ measured rows/)).toBeVisible();
  await page.getByRole('button', { name: 'go_clients', exact: true }).click();
  await expect(page.getByText(/^\d+ of 27 measured rows/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save.*Predicted and measured/ }).click();
  await page.getByRole('menuitem', { name: 'Data (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('roundtrip-predicted-measured.csv');
});

test('the whole page is saved as a file that stands alone', DEEP, async ({ page, context }) => {
  await openReproductions(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the whole page as HTML' }).click();
  const html = readFileSync(await (await download).path(), 'utf8');
  const report = await context.newPage();
  await report.setContent(html);
  await expect(report.getByRole('heading', { level: 2 })).toHaveCount(3);
  await expect(report.locator('[role=img] > svg')).toHaveCount(3);
  const folder = at('src/evidence/claims');
  const claims = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')).claims,
  );
  await expect(report.getByRole('table', { name: 'Claims', exact: true }).getByRole('row')).toHaveCount(
    claims.length + 1,
  );
  // Two thousand cells that are alike would take a minute; the rest of the page is looked at.
  expect(await violations(report, { except: 'tbody' })).toEqual([]);
});
