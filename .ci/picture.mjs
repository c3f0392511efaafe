#!/usr/bin/env node
// Renews the picture of the README from the page that `npm run dev` serves; the argument is its address.
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { at } from './paths.mjs';
import { findChromium } from './setup.mjs';

/** 200 threads, 1 ms away: a pool of 8 and a shared connection, 12 ms after the start. */
const VIEW = '#/lab?a=jedis-pool-8&b=lettuce-shared&t=12ms&paused=1';
const [address = 'http://127.0.0.1:5173/'] = process.argv.slice(2);

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
await page.goto(`${address}${VIEW}`);
await page.getByRole('region', { name: 'Stage' }).first().waitFor();
// Both runs are complete when nothing is loading or computing any more.
await page.waitForTimeout(15_000);
const png = await page.screenshot();
const webp = await page.evaluate(async (base64) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/webp', 0.7).replace(/^.*,/, '');
}, png.toString('base64'));
writeFileSync(at('public/lab.webp'), Buffer.from(webp, 'base64'));
await browser.close();
