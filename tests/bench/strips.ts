/**
 * Strips of frames of ten telling scenarios, in both themes and languages, to be looked at: `npm run bench -- strips` writes
 * them to `node_modules/.cache/roundtrip/strips`, one picture each, frames in reading order. `ONLY=pool` makes those whose
 * name contains a word.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type {} from '../../src/app/debug/console.ts';
import { openBuiltPage } from '../support/built-page.ts';

interface Strip {
  readonly name: string;
  /** The link, and what is to be seen in it. */
  readonly query: string;
  readonly fromNs: number;
  readonly stepNs: number;
}

const MS = 1e6;
const US = 1e3;
const STRIPS: readonly Strip[] = [
  // 200 threads: a queue before the pool, and nobody who waits for a connection.
  { name: 'pool-or-shared', query: '', fromNs: 12 * MS, stepNs: 150 * US },
  { name: 'first-requests', query: '', fromNs: 0, stepNs: 120 * US },
  { name: 'more-connections', query: 'a=lettuce-shared&b=lettuce-multi-8', fromNs: 12 * MS, stepNs: 60 * US },
  { name: 'one-machine', query: 'a=s0-jedis-50&b=s0-lettuce-shared', fromNs: 30 * MS, stepNs: 40 * US },
  { name: 'io-threads', query: 'a=redis-one-thread&b=redis6-io-threads-4', fromNs: 30 * MS, stepNs: 20 * US },
  { name: 'batches', query: 'a=set-one-by-one&b=set-pipeline-100', fromNs: 12 * MS, stepNs: 100 * US },
  { name: 'slow-neighbour', query: 'a=slow-neighbour&b=quiet-neighbours', fromNs: 30 * MS, stepNs: 200 * US },
  {
    name: 'pool-tests',
    query: 'a=pool-tested-twice&b=pool-without-tests',
    fromNs: 12 * MS,
    stepNs: 100 * US,
  },
  {
    name: 'cluster',
    query: 'a=cluster-spring-mget&b=cluster-lettuce-mget',
    fromNs: 12.24 * MS,
    stepNs: 80 * US,
  },
  { name: 'system-calls', query: 'zoom=calls', fromNs: 12 * MS, stepNs: 30 * US },
];
const FRAMES = 4;
const LOOKS = ['light', 'dark'].flatMap((theme) => ['en', 'zh-CN'].map((lang) => ({ theme, lang })));

const only = process.env.ONLY ?? '';
const folder = join(process.cwd(), 'node_modules/.cache/roundtrip/strips');
mkdirSync(folder, { recursive: true });
const { browser, origin, close } = await openBuiltPage();

/** The stage at one instant. */
async function frameAt(page: Page, timeNs: number): Promise<string> {
  await page.evaluate((ns) => lab.player?.seek(ns), timeNs);
  await page.waitForFunction(
    (ns) => lab.player?.playhead.seekingNs === null && lab.player.timeNs === ns,
    timeNs,
  );
  // The canvas is painted with the frame after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const picture = await page.locator('#stage').screenshot({ type: 'png' });
  return `data:image/png;base64,${picture.toString('base64')}`;
}

let count = 0;
for (const { name, query, fromNs, stepNs } of STRIPS.filter((strip) => strip.name.includes(only))) {
  for (const { theme, lang } of LOOKS) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 1500 } });
    const page = await context.newPage();
    await page.goto(`${origin}#/lab?${query}${query && '&'}paused=1&t=1us&theme=${theme}&lang=${lang}`);
    await page.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
    // The figures above the stage take their room when they come, and what is to be known of them is loaded.
    await page.waitForFunction(() => globalThis.lab?.summary('a') && globalThis.lab?.summary('b'));
    await page.waitForLoadState('networkidle');
    const frames: string[] = [];
    for (let i = 0; i < FRAMES; i++) frames.push(await frameAt(page, fromNs + i * stepNs));
    // A page of its own: that of the Lab takes no foreign pictures.
    const sheet = await context.newPage();
    await sheet.setContent(
      `<body style="margin:0;display:grid;grid-template-columns:repeat(2,max-content);gap:6px;width:max-content">${frames.map((src) => `<img src="${src}">`).join('')}`,
    );
    const file = join(folder, `${name}-${theme}-${lang}.png`);
    await sheet.locator('body').screenshot({ path: file });
    await context.close();
    count++;
  }
}
await close();
console.log(`ok   ${count} strips in ${folder}`);
