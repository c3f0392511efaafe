/**
 * Measures the effect of an experiment on the page, in the system's Chromium on the built page: the longest task on the main thread while
 * it runs, and how long stopping takes, with everything kept that was there. Tasks are judged by their CPU time: workers take every
 * core, and who waits for one is not busy. Of several tries the median counts.
 */
import { openBuiltPage } from '../support/built-page.ts';
import { longestTask } from '../support/main-thread.ts';

const { browser, origin, close } = await openBuiltPage();

let missed = 0;
function budget(what: string, value: number, most: number): void {
  const kept = value <= most;
  if (!kept) missed++;
  console.log(`${kept ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(0)} ms (budget ${most} ms)`);
}
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Around S0, 60 points; more seeds than anybody waits for. */
const definition = {
  series: [{ name: 'S0', preset: 's0-jedis-50' }],
  axes: [
    { paths: ['client.connections.maxTotal'], from: 1, to: 200, points: 10, scale: 'log' },
    { paths: ['workload.arrivals.callers'], values: [25, 50, 100, 150, 200, 400] },
  ],
  set: { 'run.warmupMs': 1, 'run.measuredMs': 5 },
  seeds: 1000,
};
/** How long it runs before it is stopped. */
const RUNS_MS = 4000;
const TRIES = 3;

const stops: number[] = [];
const longest: number[] = [];
for (let round = 0; round < TRIES; round++) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}#/experiments`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'sweep.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(definition)),
    });
  await page.getByText(/^60 points, 60,000 runs/).waitFor();
  longest.push(
    await longestTask(page, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText(/^\d+ of 60,000 runs/).waitFor();
      await page.waitForTimeout(RUNS_MS);
    }),
  );
  const found = await page.evaluate(
    () =>
      new Promise<{ stop: number; kept: string }>((done) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Stop',
        );
        const start = performance.now();
        button?.click();
        const look = () => {
          const kept = /Stopped at ([\d,]+) of/.exec(document.body.textContent ?? '')?.[1];
          if (kept) done({ stop: performance.now() - start, kept });
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  console.log(`     stopped with ${found.kept} runs kept`);
  stops.push(found.stop);
  await context.close();
}
budget(`from Stop to "Stopped at …" on the page, median of ${TRIES}`, median(stops), 100);
budget(`longest task of the main thread from Run on, CPU time, median of ${TRIES}`, median(longest), 50);

await close();
process.exit(missed > 0 ? 1 : 0);
