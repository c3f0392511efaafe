#!/usr/bin/env node
// Checks the compressed size of a first visit until the stage has its first picture: all scripts, styles and the engine that the
// browser requests, workers included. Prints every file and fails when a sum is over the budget.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { at } from './paths.mjs';
import { findChromium } from './setup.mjs';

/** The two pages that a first visit opens. The ceiling is kB gzip until the first picture; the budget is time, see `npm run bench`. */
const PAGES = [
  { page: '', budgetKb: 500 },
  { page: '#/lab', budgetKb: 500 },
];
/** The page's mark in the browser's timeline, see `src/lab/run/run.ts`. */
const FIRST_PICTURE = 'first-picture';
const PATIENCE_MS = 60_000;

/** Serves dist/ as `npm start` does and answers its address. */
async function serve() {
  const args = [at('.ci/start.mjs'), '--no-build', '--no-redis', '--port', '0'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
    server.once('exit', () => reject(new Error(`the page is not served:\n${said}`)));
  });
  return { address, stop: () => server.kill('SIGTERM') };
}

/** @param {string} address */
async function filesOfFirstVisit(address) {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext();
    /** @type {{ path: string, startMs: number }[]} */
    const files = [];
    /** @type {string[]} */
    const foreign = [];
    const { origin } = new URL(address);
    // The context sees the requests of workers too.
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol.startsWith('http')) foreign.push(url.href);
    });
    // The start of a request is known once it is answered.
    context.on('requestfinished', (request) => {
      const url = new URL(request.url());
      if (url.origin === origin) files.push({ path: url.pathname, startMs: request.timing().startTime });
    });
    const page = await context.newPage();
    await page.goto(address);
    const picture = await page.waitForFunction(
      (name) => {
        const [mark] = performance.getEntriesByName(name);
        return mark && performance.timeOrigin + mark.startTime;
      },
      FIRST_PICTURE,
      { timeout: PATIENCE_MS },
    );
    const pictureMs = Number(await picture.jsonValue());
    await page.waitForLoadState('networkidle');
    if (foreign.length > 0) throw new Error(`the page asks others for files: ${foreign.join(' ')}`);
    return [...new Set(files.filter(({ startMs }) => startMs < pictureMs).map(({ path }) => path))];
  } finally {
    await browser.close();
  }
}

/**
 * Prints what a page loads; answers whether that is within its budget.
 * @param {string} address
 * @param {{ page: string, budgetKb: number }} limit
 */
async function isWithin(address, { page, budgetKb }) {
  let sum = 0;
  for (const path of (await filesOfFirstVisit(address + page)).sort()) {
    const file = path === '/' ? '/index.html' : path;
    const kb = gzipSync(readFileSync(at(`dist${file}`)), { level: 9 }).length / 1000;
    const counts = /\.(js|css|wasm)$/.test(file);
    if (counts) sum += kb;
    process.stdout.write(`${kb.toFixed(1).padStart(7)} kB  ${file}${counts ? '' : '  (not counted)'}\n`);
  }
  const isOver = sum > budgetKb;
  process.stdout.write(
    `${sum.toFixed(1).padStart(7)} kB  of ${budgetKb} kB gzip until the first picture of /${page}${isOver ? ': TOO MUCH' : ''}\n\n`,
  );
  return !isOver;
}

const server = await serve();
try {
  for (const limit of PAGES) if (!(await isWithin(server.address, limit))) process.exitCode = 1;
} finally {
  server.stop();
}
