import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { SweepResults } from '../../src/model/sweep/results.ts';
import { sim } from '../support/sim.ts';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, expect, test } from './page.ts';

/** Callers that pause for random times: short runs, each seed another one. */
const definition = {
  series: [
    { name: 'pool', preset: 'jedis-pool-8' },
    { name: 'shared', preset: 'lettuce-shared' },
  ],
  axes: [{ paths: ['network.rttUs'], values: [100, 500, 2000] }],
  set: { 'run.warmupMs': 2, 'run.measuredMs': 20 },
  question: 'How far may Redis be?',
  seeds: 4,
};
/** The same, for minutes. */
const long = { ...definition, seeds: 1000, set: { 'run.warmupMs': 2, 'run.measuredMs': 300 } };

/** Opens the page with a definition from a file. */
async function openExperiment(page: Page, value: object): Promise<void> {
  await page.goto('#/experiments');
  await page.getByLabel('Open a saved experiment').setInputFiles({
    name: 'sweep.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  });
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('How far may Redis be?');
}

/** Drags the handle of a slider by mouse to a share of its way. */
async function dragTo(slider: Locator, share: number): Promise<void> {
  await slider.hover();
  const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const mouse = slider.page().mouse;
  await mouse.move(x + width * 0.2, y + height / 2);
  await mouse.down();
  await mouse.move(x + width * share, y + height / 2, { steps: 3 });
  await mouse.up();
  const [value, most] = [Number(await slider.inputValue()), Number(await slider.getAttribute('max'))];
  expect(value / most).toBeCloseTo(share, 1);
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

test('an experiment runs, says what it has found, and gives the bytes of the command line', async ({
  page,
}, info) => {
  // The command line may have to be built first.
  test.setTimeout(240_000);
  await openExperiment(page, definition);
  await expect(page.getByText(/^6 points, at most 24 runs\./)).toBeVisible();
  await run(page);
  await expect(page.getByText('All 24 runs are done.')).toBeVisible();
  await expect(page.getByText(/^shared compared with pool, seed by seed: better at 3 points/)).toBeVisible();
  // A line alone, and all of them again.
  const [pool, shared] = ['pool', 'shared'].map((name) => page.getByRole('button', { name, exact: true }));
  await pool?.dblclick();
  await expect(shared as Locator).toHaveAttribute('aria-pressed', 'false');
  await pool?.dblclick();
  await expect(shared as Locator).toHaveAttribute('aria-pressed', 'true');
  // Times are drawn by their ratio, rates from zero; what one chooses for either stays.
  const isLog = page.getByRole('checkbox', { name: 'Logarithmic metric axis' });
  await expect(isLog).not.toBeChecked();
  const choose = async (metric: string) => {
    await page.getByRole('button', { name: /^Metric: / }).click();
    await page.getByRole('combobox', { name: 'Metric' }).fill(metric);
    await page.keyboard.press('Enter');
  };
  await choose('p99Us');
  await expect(isLog).toBeChecked();
  await isLog.uncheck();
  await choose('p50Us');
  await expect(isLog).not.toBeChecked();
  await isLog.check();
  await choose('throughput.perSec');
  await expect(isLog).not.toBeChecked();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all results (JSON)' }).click();
  const results = readFileSync(await (await download).path(), 'utf8');
  const file = info.outputPath('sweep.json');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save experiment' }).click();
  await (await saved).saveAs(file);
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save report' }).click();
  const html = readFileSync(await (await report).path(), 'utf8');
  expect(html).toContain('<h1>How far may Redis be?</h1>');
  expect(html).toMatch(/<svg[^>]*>[\s\S]*<path/);
  expect(html).toContain('npm run --silent sim -- sweep');
  // The answer, the chart and its conditions are on the first page; the numbers are behind them.
  expect(html).toMatch(/<figcaption>Throughput by round-trip time, 200 callers<\/figcaption>/);
  expect(html).toMatch(/<details><summary>Data and definition<\/summary>[\s\S]*<table>/);
  // It loads nothing; its only address is the link to the experiment.
  expect(html).not.toMatch(/<script|src=|url\(|@import/);
  expect(html.match(/https?:\/\/(?!www\.w3\.org)[^"]+/g)).toEqual([
    expect.stringContaining('#/experiments?x='),
  ]);
  const { out, code } = await sim(['sweep', file, '--json']);
  expect(code).toBe(0);
  expect(out).toBe(results);
  expect((JSON.parse(results) as SweepResults).runs).toHaveLength(24);
});

test(
  'a first visit sees results at once; a link opens the same experiment, and one that is broken says so',
  DEEP,
  async ({ page, browser }) => {
    await page.goto('#/experiments');
    await expect(page.getByRole('figure', { name: 'p99' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
      /^Smallest pool size with a result within 5% of the best: \d+\. Best: /,
    );
    await page.getByRole('button', { name: 'Hide the result: predict first' }).click();
    await expect(page.getByText(/^No results yet\./)).toBeVisible();
    await openExperiment(page, definition);
    await expect(page).toHaveURL(/#\/experiments\?x=/);
    const url = page.url();
    // Somebody else: nothing is remembered there.
    const other = await (await browser.newContext()).newPage();
    await other.goto(url);
    await expect(other.getByRole('textbox', { name: 'Question' })).toHaveValue('How far may Redis be?');
    await expect(other.getByText(/^6 points, at most 24 runs\./)).toBeVisible();
    await other.goto(`${url.slice(0, -12)}`);
    await expect(other.getByText('URL-03')).toBeVisible();
    await other.context().close();
  },
);

test('the best pool at a load takes few actions from the start page', async ({ page }) => {
  await page.goto('#/');
  // 1: the page of experiments opens with this question.
  await page.getByRole('link', { name: 'Experiments', exact: true }).first().click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText(
    /^Smallest pool size with a result within 5% of the best: 40\. Best: 40/,
  );
  // On a busy machine its ten seconds end before the answer is decided.
  if (deep) await expect(page.getByText(/^(Answer decided after|Preview:) \d+/)).toBeVisible();
  // 2: another load, with a unit as people type it.
  await page.getByRole('textbox', { name: 'Arrival rate (1/s)' }).fill('30k');
  await expect(answer).toContainText(/^Smallest pool size with a result within 5% of the best: 60\. /);
  if (!deep) return;
  // 3: a condition without a field in the form, by its name in files.
  await page.getByRole('button', { name: /^Fixed conditions: / }).click();
  await page.getByRole('combobox', { name: 'Fixed conditions' }).fill('rttUs');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Round-trip time (µs)' })).toHaveValue('1000');
  await page.getByRole('button', { name: /^Undo this change: Round-trip time/ }).click();
  await expect(page.getByRole('textbox', { name: 'Round-trip time (µs)' })).toBeHidden();
});

test(
  'an experiment is paused, goes on, survives a reload, and stops with what it has',
  DEEP,
  async ({ page }) => {
    await openExperiment(page, long);
    await run(page);
    await expect(page.getByText(/^\d+ of 6,000 runs/)).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText(/^(1[2-9]|[2-9]\d|\d{3,}) of 6,000 runs/)).toBeVisible();
    await page.reload();
    // It goes on by itself, and begins with what has been kept.
    await expect(page.getByText(/of 6,000 runs.* reuse earlier results/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/^Stopped at \d+ of 6,000 runs/)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save all results (JSON)' }).click();
    const { runs } = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as SweepResults;
    const counts = [0, 1, 2, 3, 4, 5].map((point) => runs.filter((one) => one.point === point).length);
    // Thinner, not lopsided: a run or two were under way when it ended.
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  },
);

test('measurements of a file lie over the lines, with what the model is off', DEEP, async ({ page }) => {
  await openExperiment(page, { ...definition, seeds: 1 });
  await run(page);
  await expect(page.getByText('All 6 runs are done.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Overlay measurements' }).check();
  await page.getByLabel('Open a file from another tool…').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('network.rttUs,qps\n100,60000\n9999,5\n'),
  });
  await expect(
    page.getByText(/^1 measured point matches the systems\. 1 point has different settings/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show as a table' }).last().click();
  await expect(page.getByRole('row', { name: /100.*pool.*60,000/ })).toContainText('%');
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save report' }).click();
  const html = readFileSync(await (await report).path(), 'utf8');
  expect(html).toContain('Throughput by round-trip time, 200 callers: model and measurements');
  expect(html).toContain('<th>100</th><td>pool</td><td>60,000</td>');
  await page.getByLabel('Open a file from another tool…').setInputFiles({
    name: 'broken.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\u0000'),
  });
  await expect(page.getByText(/IMP-0\d/)).toBeVisible();
});

test('a point opens as a run in the Lab', DEEP, async ({ page }) => {
  await openExperiment(page, definition);
  await run(page);
  await expect(page.getByText('All 24 runs are done.')).toBeVisible();
  // The first system's marks are circles; those of the laws' crossings are hollow.
  const marks = page.locator('figure svg circle:not([fill=none])');
  await expect(marks).toHaveCount(3);
  await expect(async () => {
    await marks.last().hover();
    // Both systems at the place that is pointed at.
    const both = /^Round-trip time \(µs\) 2,000: pool .* \(4 replications\), shared .* \(4 replications\)/;
    await expect(page.getByText(both)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await marks.last().click();
  await page.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
  await expect.poll(() => page.evaluate(() => globalThis.lab.scenario('a')?.network.rttUs)).toBe(2000);
  expect(await page.evaluate(() => globalThis.lab.scenario('b')?.client.connections.kind)).toBe('shared');
  expect(await page.evaluate(() => globalThis.lab.player?.timeNs ?? 0)).toBeGreaterThan(2e6);
});

test(
  'points that cannot be simulated are gaps with their reason, and wrong files are refused',
  DEEP,
  async ({ page }) => {
    await openExperiment(page, {
      ...definition,
      axes: [{ paths: ['client.cores'], values: [0, 2] }],
      seeds: 1,
    });
    await run(page);
    await expect(page.getByText('All 2 runs are done.')).toBeVisible();
    const gaps = page.getByText(/Not simulated: 2 points \(pool at 0, shared at 0\)\./);
    await expect(gaps).toBeVisible();
    await expect(gaps).toContainText('SCN-04');
    const report = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save report' }).click();
    const html = readFileSync(await (await report).path(), 'utf8');
    expect(html).toMatch(/<li>Not simulated: 2 points \(pool at 0, shared at 0\)\. .+ \(SCN-04\)<\/li>/);
    await page.getByLabel('Open a saved experiment').setInputFiles({
      name: 'wrong.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"series":[{}],"axes":[],"sedes":3}'),
    });
    await expect(page.getByText('SWP-04')).toBeVisible();
    await expect(page.getByText('SWP-03')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'SWP-04' })).toBeFocused();
  },
);

for (const [theme, lang] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const) {
  test(`no accessibility violation in ${theme}, ${lang}`, DEEP, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript((language) => {
      localStorage.setItem('roundtrip.settings', JSON.stringify({ language }));
    }, lang);
    await page.goto('#/experiments');
    await page.locator('input[type=file]').setInputFiles({
      name: 'sweep.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          ...definition,
          axes: [...definition.axes, { paths: ['client.cores'], values: [2, 8] }],
          seeds: 1,
        }),
      ),
    });
    await page.getByRole('button', { name: /^(Run|运行)$/ }).click();
    await expect(page.getByText(/^(All 12 runs are done|全部 12 次运行已完成)/)).toBeVisible();
    // The end of the warm-up is dragged, or moved by keyboard.
    await page.locator('summary').click();
    const [slider, field] = [page.getByRole('slider'), page.getByLabel(/^(Warm-up \(ms\)|预热（ms）)$/)];
    if (theme === 'light') await dragTo(slider, 0.6);
    else await slider.press('ArrowRight');
    await expect(field).not.toHaveValue('2');
    await expect(slider).toHaveValue(await field.inputValue());
    for (const asLines of [false, true]) {
      if (asLines) await page.getByRole('checkbox').first().check();
      expect(await violations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = () =>
      (document.querySelector('main')?.scrollWidth ?? 0) - (document.querySelector('main')?.clientWidth ?? 0);
    await expect.poll(() => page.evaluate(overflow)).toBe(0);
  });
}
