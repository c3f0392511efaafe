/** Measurements of other tools on the page: what redis-benchmark prints here and now, dropped and chosen; broken files. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { findRedisServer, startRedis } from '../../src/bridge/server/redis-process.ts';
import { violations } from './axe.ts';
import { DEEP, expect, select, test } from './page.ts';

async function openFiles(page: Page): Promise<void> {
  await page.goto('#/reproductions');
  await page.getByRole('tab', { name: 'Your files' }).click();
}

const choose = (page: Page, files: readonly { readonly name: string; readonly text: string }[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );

/** Drops a file on the zone as a desktop does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file = '', content = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], file));
      return transfer;
    },
    [name, text],
  );
  const zone = page.getByRole('region', { name: 'Drop measurement files here' });
  await zone.dispatchEvent('dragover', { dataTransfer: data });
  await zone.dispatchEvent('drop', { dataTransfer: data });
}

test('what redis-benchmark prints is read and set beside the model; broken files are named', async ({
  page,
}) => {
  // A test that cannot run must not look like one that passed: without a server it fails here.
  const redis = await startRedis(findRedisServer() ?? 'redis-server');
  const run = async (...more: string[]) => {
    const args = ['-s', redis.socketPath, '-c', '10', '-n', '2000', '-t', 'set,get', ...more];
    return (await promisify(execFile)('redis-benchmark', args)).stdout;
  };
  const [report, csv] = [await run(), await run('--csv')].map(String);
  await redis.stop();

  await openFiles(page);
  await drop(page, 'report.txt', report ?? '');
  await expect(page.getByLabel('Shown')).toHaveText(/report\.txt/);
  await page.getByRole('button', { name: 'Simulate these points' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const rates = [...(report ?? '').matchAll(/throughput summary: ([\d.]+)/g)].map(([, rate]) => Number(rate));
  expect(rates).toHaveLength(2);
  for (const [index, name] of ['SET', 'GET'].entries()) {
    const cells = page.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
    await expect(cells.first()).toHaveText(
      new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(rates[index] ?? 0),
    );
    // The model's answer and its deviation.
    await expect(cells.nth(3)).toHaveText(/^[\d,]+$/);
    await expect(cells.nth(4)).toHaveText(/%$/);
  }
  expect(await violations(page)).toEqual([]);

  await choose(page, [{ name: 'report.csv', text: csv ?? '' }]);
  await expect(page.getByRole('heading', { name: 'report.csv: measurement and model' })).toBeVisible();
  await expect(page.getByText('redis-benchmark --csv', { exact: true })).toBeVisible();

  // Broken files are named with their sentences, and the good one beside them is read.
  await choose(page, [
    { name: 'picture.png', text: '\u0089PNG\u0000' },
    { name: 'cut.json', text: '{ "ALL STATS": { "Sets": {' },
    { name: 'bench.txt', text: 'BenchmarkGet-2   100   fast ns/op\n' },
    { name: 'good.txt', text: 'SET: 96153.85 requests per second, p50=0.263 msec\n' },
  ]);
  await expect(page.getByRole('region', { name: 'picture.png' })).toContainText('IMP-08');
  await expect(page.getByRole('region', { name: 'cut.json' })).toContainText(/line 1.*IMP-05/);
  await expect(page.getByRole('region', { name: 'bench.txt' })).toContainText(/Line 1.*BenchmarkGet.*IMP-02/);
  await expect(page.getByRole('heading', { name: 'good.txt: measurement and model' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('columns of any table are guessed and can be chosen', DEEP, async ({ page }) => {
  await openFiles(page);
  await choose(page, [
    { name: 'mine.csv', text: 'client,threads,speed,p99_ms\njedis,50,90000,1.2\nlettuce,50,151000,0.9\n' },
  ]);
  await expect(page.getByLabel('Meaning of p99_ms')).toHaveText('percentile');
  await expect(page.getByLabel('Unit of p99_ms')).toHaveText('ms');
  await expect(page.getByLabel('Meaning of speed')).toHaveText('ignored');
  await select(page.getByLabel('Meaning of speed'), 'requests/s');
  await select(page.getByLabel('Quantity'), 'requests/s');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('row', { name: /^lettuce 50/ })).toContainText('151,000');
  expect(await violations(page)).toEqual([]);
  // A name for a number: the line is named, and nothing is drawn.
  await select(page.getByLabel('Meaning of client'), 'requests/s');
  await expect(page.getByText(/IMP-02/)).toBeVisible();
  await expect(page.getByText(/Line 2 of this CSV file/)).toBeVisible();
});

test(
  'the unit that a file does not give is asked for, with what Little’s law says of each',
  DEEP,
  async ({ page }) => {
    await openFiles(page);
    await choose(page, [{ name: 'mine.csv', text: 'clients,ops/sec,latency\n100,74000,1.35\n' }]);
    const question = page.getByRole('form', { name: 'Unit of the times in mine.csv' });
    await expect(question).toContainText(
      '74,000/s × 1.35 ms = 99.9 requests in flight, with 100 callers ✓ fits',
    );
    await expect(question.getByRole('radio', { name: /^ms/ })).toBeChecked();
    expect(await violations(page)).toEqual([]);
    // By keys alone.
    await question.getByRole('radio', { name: /^ms/ }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(question.getByRole('radio', { name: /^µs/ })).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(page.getByText('Time unit: ms (your choice).')).toBeVisible();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect(page.getByRole('row', { name: /^100 / })).toContainText('74,000');
  },
);
