/**
 * Measures frames of the page of real runs while a client sends as many requests as it can: progress ten times a second,
 * charts, and single requests on the stage. Gaps between frames are printed; judged is the CPU time of the page's main
 * thread, because others on the machine take frames away, too: clients, Redis and the browser share it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../../src/bridge/server/server.ts';
import { tasksOf } from '../support/main-thread.ts';

const RATE = 50_000;
const FRAME_MS = 1000 / 60;
/** No task may keep the page from answering longer than this. */
const LONGEST_TASK_MS = 50;
const WATCHED_MS = 5_000;

const built = (file: string) => join(process.cwd(), file);
if (!existsSync(built('dist/index.html'))) throw new Error('build the page first: npm run build');
const files = {
  page: built('dist'),
  wasm: built('src/model/engine/engine.wasm'),
  thread: built('dist-bridge/thread.js'),
  drivers: built('src/bridge/drivers'),
};
const server = await startServer({ files, port: 0, redis: 'private' });
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();

const address = `http://127.0.0.1:${server.port}/`;
await page.goto(`${address}#/live?bridge=${server.token}`);
await page.getByLabel('Duration, s').fill('20');
await page.getByRole('button', { name: 'Measure', exact: true }).click();
const stage = page.getByRole('region', { name: 'Single requests of this run' });
await stage.locator('canvas').first().waitFor();
await stage.scrollIntoViewIfNeeded();

const watch = () =>
  page.evaluate(async (ms) => {
    const gaps: number[] = [];
    const rates: number[] = [];
    await new Promise<void>((done) => {
      let last = performance.now();
      const end = last + ms;
      const frame = (now: number) => {
        gaps.push(now - last);
        last = now;
        const said = /([\d,]+) requests\/s/.exec(document.body.innerText)?.[1];
        if (gaps.length % 30 === 0 && said) rates.push(Number(said.replaceAll(',', '')));
        if (now < end) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    return { gaps: gaps.slice(2).sort((a, b) => a - b), rates: rates.sort((a, b) => a - b) };
  }, WATCHED_MS);
let seen: Awaited<ReturnType<typeof watch>> = { gaps: [], rates: [] };
const tasks = await tasksOf(page, async () => {
  seen = await watch();
});
await browser.close();
await server.close();

const { gaps, rates } = seen;
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
const cpuMs = tasks.reduce((sum, ms) => sum + ms, 0);
const perFrame = cpuMs / gaps.length;
const usual = at(
  [...tasks].sort((a, b) => a - b),
  0.999,
);
const longest = Math.max(...tasks);
const rate = at(rates, 0.5);
const shown = (WATCHED_MS / FRAME_MS) * 0.98;
process.stdout.write(
  `${Math.round(rate)} requests/s measured meanwhile (at least ${RATE} are asked for); ` +
    `${gaps.length} frames in ${WATCHED_MS / 1000} s (60 a second are ${Math.round(shown)}), gap median ${at(gaps, 0.5).toFixed(1)} ms, p95 ${at(gaps, 0.95).toFixed(1)} ms\n` +
    `main thread: ${perFrame.toFixed(1)} ms of CPU time a frame, of 1000 tasks 999 within ${usual.toFixed(1)} ms (budget of both ${FRAME_MS.toFixed(1)} ms), the longest ${longest.toFixed(1)} ms (budget ${LONGEST_TASK_MS} ms)\n`,
);
process.exit(perFrame > FRAME_MS || usual > FRAME_MS || longest > LONGEST_TASK_MS ? 1 : 0);
