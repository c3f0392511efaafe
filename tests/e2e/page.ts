/** The watched page of every browser test. An error in the console or a request to anybody else fails the test. */
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { LabConsole } from '../../src/app/debug/console.ts';
import type { Language } from '../../src/lib/languages.ts';

declare global {
  var lab: LabConsole;
}

export interface PageOptions {
  /** Whether the reader has chosen no layout of the Lab yet. */
  isFirstVisit: boolean;
  /** Whether the test looks at motion. Other pages draw few frames a second: drawing is most of what a playing page computes. */
  isMotionWatched: boolean;
}

/** Interval of the frames of a page whose motion nobody looks at, ms. */
const RARE_FRAME_MS = 100;

/** Lets the page draw a frame at most once per interval. Model time goes on as fast. */
function drawRarely(intervalMs: number): void {
  const request = requestAnimationFrame.bind(window);
  const callbacks = new Map<number, FrameRequestCallback>();
  let last = 0;
  let isAsked = false;
  const draw = (now: number) => {
    isAsked = false;
    // What is asked for meanwhile waits for the next frame.
    for (const handle of [...callbacks.keys()]) {
      const callback = callbacks.get(handle);
      callbacks.delete(handle);
      callback?.(now);
    }
  };
  window.requestAnimationFrame = (callback) => {
    callbacks.set(++last, callback);
    if (!isAsked) setTimeout(() => request(draw), intervalMs);
    isAsked = true;
    return last;
  };
  window.cancelAnimationFrame = (handle) => void callbacks.delete(handle);
}

/** Chooses all of the Lab, unless the page has stored settings meanwhile. */
function chooseFullLayout(): void {
  try {
    localStorage.setItem(
      'roundtrip.settings',
      localStorage.getItem('roundtrip.settings') ?? JSON.stringify({ layout: 'full' }),
    );
  } catch {
    // A frame without an origin has no storage.
  }
}

export const test = base.extend<{ watched: undefined } & PageOptions>({
  // Journeys use all of the Lab. The first visit is tested for itself (first-visit.spec.ts).
  isFirstVisit: [false, { option: true }],
  isMotionWatched: [false, { option: true }],
  watched: [
    async ({ page, baseURL, isFirstVisit, isMotionWatched }, use) => {
      if (!isMotionWatched) await page.addInitScript(drawRarely, RARE_FRAME_MS);
      if (!isFirstVisit) await page.addInitScript(chooseFullLayout);
      // `SLOW=6 npm run e2e` finds what only a slow machine shows: keys pressed before anybody listens, and the like.
      if (process.env.SLOW) {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
      }
      // What keeps every file for a visit without a network is tested for itself (offline.spec.ts). Elsewhere it would fetch and store
      // all of them anew for every test: a tenth of what these take.
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (/^(https?|wss?):/.test(url) && !url.startsWith(baseURL ?? ''))
          complaints.push(`request to ${url}`);
      });
      await use(undefined);
      // The context serves the next test, too.
      await page.context().clearPermissions();
      // What a page still asks for when its test is over is answered by nobody.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Details of a test that only `npm run test:deep` runs; the others are the journeys of `npm test` (tests/e2e/README.md). */
export const DEEP = { tag: '@deep' };

/** Details of a journey with several values: `npm test` runs it with one of them, the deep tier with all. */
export const deepUnless = (isJourney: boolean): Partial<typeof DEEP> => (isJourney ? {} : DEEP);

/** Chooses a language, unless the page has stored one meanwhile. */
export const chooseLanguage = (page: Page, language: Language): Promise<unknown> =>
  page.addInitScript((chosen) => {
    const settings = JSON.parse(localStorage.getItem('roundtrip.settings') ?? '{}');
    localStorage.setItem('roundtrip.settings', JSON.stringify({ language: chosen, ...settings }));
  }, language);

/**
 * A part of a link: the run of a test that looks at anything but the run. A whole one keeps both threads of the page busy for a second.
 */
export const SHORT_RUN = 'run.warmupMs=2&run.measuredMs=60';

/** Opens the Lab at a link's query and waits until something can be seen. */
export async function openLab(page: Page, query = ''): Promise<void> {
  await page.goto(`#/lab${query === '' ? '' : `?${query}`}`);
  await page.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
}

/** The Lab with the page's fonts: they arrive after the first picture and move what is below the pointer. */
export async function openLabToPoint(page: Page, query = ''): Promise<void> {
  await openLab(page, query);
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
}

/** Model time on screen, ns. */
export const timeNs = (page: Page): Promise<number> =>
  page.evaluate(() => globalThis.lab.player?.timeNs ?? -1);

/** Waits until both sides have been counted, and answers their throughputs. */
export async function throughputs(page: Page): Promise<[number, number]> {
  await page.waitForFunction(() => globalThis.lab?.summary('a') && globalThis.lab?.summary('b'));
  return page.evaluate((): [number, number] => {
    const of = (side: 'a' | 'b') => globalThis.lab.summary(side)?.throughput.perSec ?? Number.NaN;
    return [of('a'), of('b')];
  });
}

/** A value of a side's scenario. */
export const setting = (page: Page, side: 'a' | 'b', path: string): Promise<unknown> =>
  page.evaluate(
    ([name, at]) =>
      at
        ?.split('.')
        .reduce<unknown>(
          (value, key) => (value as Record<string, unknown>)?.[key],
          globalThis.lab.scenario(name as 'a' | 'b'),
        ),
    [side, path],
  );

/** Chooses an option of a select by its name. */
export async function select(control: Locator, option: string): Promise<void> {
  await control.click();
  await control.page().getByRole('option', { name: option, exact: true }).click();
}
