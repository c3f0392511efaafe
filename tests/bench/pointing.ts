/**
 * Pointing at an instant on a chart or along the bar of the run: from the pointer's move until the stage has been painted with that
 * instant. Where nothing is recorded any more or yet, of a run that has been counted and right after its charts are there; at places
 * drawn by a generator with a fixed seed.
 *
 * As with seeking, each place is pointed at several times and judged by its median.
 */
import type { Page } from '@playwright/test';
import type {} from '../../src/app/debug/console.ts';
import { openBuiltPage } from '../support/built-page.ts';
import { places, print, slowestOf } from '../support/times.ts';

const BUDGET_MS = 50;
const ROUNDS = 5;
const LINK = '#/lab?panel=charts&paused=1&t=12ms';
const CHART = '[role=slider][aria-label^="Instant on the chart"]';
const BAR = 'input[type=range][aria-label="Position in the run"]';

const { browser, origin, close } = await openBuiltPage();

async function openLab(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1200 } });
  const page = await context.newPage();
  await page.goto(`${origin}${LINK}`);
  await page.waitForFunction(() => globalThis.lab?.summary('a') && globalThis.lab?.summary('b'));
  await page.locator(CHART).first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Milliseconds from a move of the pointer until the stage shows the instant below it, painted. Infinite after a second. */
const point = (page: Page, what: string, share: number): Promise<number> =>
  page.evaluate(
    async ([what, share]) => {
      const element = document.querySelector(what);
      if (!element) throw new Error(`${what} is not there`);
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { clientX: left + width * share, clientY: top + height / 2 };
      const shownAt = () => document.querySelector<HTMLElement>('[data-shown=true]')?.dataset.at;
      const before = shownAt();
      const start = performance.now();
      element.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerType: 'mouse' }));
      return new Promise<number>((done) => {
        const look = () => {
          const after = shownAt();
          if (performance.now() - start > 1000) done(Number.POSITIVE_INFINITY);
          else if (after === undefined || after === before) requestAnimationFrame(look);
          else {
            // What is posted in a frame comes after it has been laid out and painted.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - start);
            port2.postMessage(undefined);
          }
        };
        requestAnimationFrame(look);
      });
    },
    [what, share] as const,
  );

let missed = 0;
function judge(what: string, tries: readonly (readonly number[])[]): void {
  const isKept = slowestOf(tries) <= BUDGET_MS;
  if (!isKept) missed++;
  print(isKept ? 'ok  ' : 'OVER', `point ${what}`, ` (budget ${BUDGET_MS} ms)`, tries);
}

/** Within what every chart of time draws; not where the show stands. */
const shares = places(12).map((share) => 0.1 + 0.85 * share);

async function tour(page: Page, what: string, before?: () => Promise<unknown>): Promise<number[][]> {
  const tries: number[][] = shares.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, share] of shares.entries()) {
      await before?.();
      tries[i]?.push(await point(page, what, share));
    }
  return tries;
}

const first: number[] = [];
for (const share of [0.9, 0.5, 0.2]) {
  const page = await openLab();
  first.push(await point(page, CHART, share));
  await page.context().close();
}
print('    ', 'point for the first time in a visit', '', [first]);

const page = await openLab();
await point(page, CHART, 0.5);
judge('on a chart', await tour(page, CHART));
judge('along the bar of the run', await tour(page, BAR));

/** A hand that draws the pointer along a chart: how often the stage shows another instant, and when it shows the last one. */
const swept = await page.evaluate(async (what) => {
  const element = document.querySelector(what);
  if (!element) throw new Error(`${what} is not there`);
  const { left, top, width, height } = element.getBoundingClientRect();
  const shownAt = () => document.querySelector<HTMLElement>('[data-shown=true]')?.dataset.at;
  const seen = new Set<string | undefined>();
  let worst = 0;
  let last = performance.now();
  const moves = 120;
  for (let i = 0; i < moves; i++) {
    const at = { clientX: left + width * (0.2 + (0.6 * i) / moves), clientY: top + height / 2 };
    element.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerType: 'mouse' }));
    await new Promise((done) => requestAnimationFrame(done));
    if (!seen.has(shownAt())) {
      const now = performance.now();
      worst = Math.max(worst, now - last);
      last = now;
    }
    seen.add(shownAt());
  }
  return { pictures: seen.size, moves, worst };
}, CHART);
console.log(
  `     a pointer drawn along: ${swept.pictures} pictures for ${swept.moves} moves, at most ${swept.worst.toFixed(0)} ms between two`,
);
await page.context().close();

await close();
process.exit(missed > 0 ? 1 : 0);
