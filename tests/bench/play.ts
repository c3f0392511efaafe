/**
 * Memory of the page while it plays for ten minutes, as the browser itself reckons it: scripts, workers, WebAssembly and
 * document together (`performance.measureUserAgentSpecificMemory`, after a garbage collection). `MINUTES=1` plays for less.
 */
import type {} from '../../src/app/debug/console.ts';
import { openBuiltPage } from '../support/built-page.ts';

const MINUTES = Number(process.env.MINUTES ?? 10);
/** Looks while it plays. */
const LOOKS = 10;
const MOST_MB = 300;
/** What the last third may be above the first: less is flat. */
const FLAT = 1.1;

// Only a page that nobody else shares a process with is told its memory.
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const { browser, origin, close } = await openBuiltPage(isolated, [
  '--enable-blink-features=ForceEagerMeasureMemory',
]);
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await page.goto(`${origin}#/lab?panel=timeline`);
await page.waitForFunction(() => (globalThis.lab?.player?.timeNs ?? 0) > 0);
// Faster than anybody watches, so that the run ends and begins again several times.
await page.evaluate(() => {
  lab.player?.setSpeed(5_000_000);
  lab.player?.play();
  setInterval(() => lab.player?.play(), 1000);
});

const looks: number[] = [];
for (let look = 1; look <= LOOKS; look++) {
  await page.waitForTimeout((MINUTES * 60_000) / LOOKS);
  const bytes = await page.evaluate(
    async () =>
      (
        await (
          performance as unknown as { measureUserAgentSpecificMemory: () => Promise<{ bytes: number }> }
        ).measureUserAgentSpecificMemory()
      ).bytes,
  );
  looks.push(bytes / 1e6);
  const minutes = ((look * MINUTES) / LOOKS).toFixed(1);
  console.log(`     after ${minutes} minutes of play: ${(bytes / 1e6).toFixed(1)} MB`);
}
await close();

const third = Math.floor(LOOKS / 3);
const [first, last] = [looks.slice(0, third), looks.slice(-third)].map((part) => Math.max(...part));
const growth = (last ?? 0) / (first ?? 1);
const isSmall = Math.max(...looks) <= MOST_MB;
console.log(`${isSmall ? 'ok  ' : 'OVER'} most: ${Math.max(...looks).toFixed(1)} MB (budget ${MOST_MB} MB)`);
console.log(
  `${growth <= FLAT ? 'ok  ' : 'OVER'} last third over the first: ×${growth.toFixed(3)} (budget ×${FLAT})`,
);
process.exit(isSmall && growth <= FLAT ? 0 : 1);
