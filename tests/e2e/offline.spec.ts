import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import { servePage } from '../../src/bridge/server/page.ts';
import { type LessonFolder, lessonFolders } from '../lessons/files.ts';
import { DEEP, expect } from './page.ts';

/** A server of its own, so that it can be stopped. Its page is another origin than that of the other tests. */
const test = base.extend<{ server: { address: string; stop: () => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
  server: async ({}, use) => {
    const args = [at('.ci/start.mjs'), '--no-build', '--no-redis', '--port', '0'];
    const process = spawn(globalThis.process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const stop = () => stopped(process);
    await use({ address: await printedAddress(process), stop });
    await stop();
  },
});

const printedAddress = (process: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    process.stdout?.on('data', (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
    process.once('exit', () => reject(new Error(`the page is not served:\n${said}`)));
  });

function stopped(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    process.once('exit', () => resolve());
    process.kill('SIGTERM');
  });
}

/** The first words of a section in Chinese, up to what is written otherwise on the page. */
function beginningOf(texts: LessonFolder['before'], section: string): string {
  const words = /[\p{Script=Han}，]{4,}/u.exec(texts['zh-CN']?.get(section) ?? '')?.[0];
  if (!words) throw new Error(`no words in ${section}`);
  return words;
}

/** Waits until the service worker has everything and is in charge of the page. */
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

test('after one visit the beginning, the Lab and the whole course work without a server', async ({
  page,
  server,
}) => {
  await page.goto(server.address);
  await kept(page);
  const answers = (path: string) =>
    page.evaluate(
      (at) =>
        fetch(at).then(
          () => 'served',
          () => 'gone',
        ),
      path,
    );
  const played = './recordings/redigoPool8.json';
  expect(await answers(played)).toBe('served');
  // It is kept after it has been answered.
  const isKept = () => page.evaluate(async (path) => (await caches.match(path)) !== undefined, played);
  await expect.poll(isKept).toBe(true);
  await server.stop();
  const failed: string[] = [];
  page.on('pageerror', ({ message }) => failed.push(message));
  expect(await answers('./robots.txt')).toBe('gone');
  // Recordings are kept once they have been played.
  expect(await answers(played)).toBe('served');
  expect(await answers('./recordings/goRedisPool8.json')).toBe('gone');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`${server.address}#/lab`);
  await page.reload();
  await page.waitForFunction(() => globalThis.lab?.summary('a') && globalThis.lab?.summary('b'));

  await page.goto(`${server.address}#/learn/rtt?lang=zh-CN`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  // The whole course: of every lesson what is before the lock, what is after it, and its sheet; then the pages around it.
  const show = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  for (const { id, before, after } of lessonFolders) {
    await show(`#/learn/${id}`);
    await expect(page.locator('section[data-step="hook"]')).toContainText(beginningOf(before, 'hook'));
    await show(`#/teach/${id}/key`);
    await expect(page.locator('article[data-key="true"]')).toContainText(beginningOf(after, 'model'));
  }
  await expect(page.locator('article[data-counted="true"]')).toBeVisible({ timeout: 30_000 });
  await show('#/learn');
  await expect(page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveCount(
    lessonFolders.length,
  );
  await show('#/teach');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await show('#/glossary/rtt');
  await expect(page.locator('#term-rtt')).toBeFocused();
  await show('#/model/costs');
  await expect(page.locator('#model-costs')).toBeFocused();
  expect(failed).toEqual([]);
});

test('a newer page is announced and loaded only when asked for', DEEP, async ({ page }) => {
  // Asked whether there is a newer worker, Chromium at times looks only a minute after the visit has begun.
  test.setTimeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-page-'));
  cpSync(at('dist'), folder, { recursive: true });
  const server = createServer(servePage(folder)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await kept(page);
    // A newer build: another worker, and a page whose script has another name.
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    const script = /assets\/(index-[\w-]+\.js)/.exec(index);
    writeFileSync(join(folder, 'assets/index-newer.js'), `import './${script?.[1]}';`);
    writeFileSync(join(folder, 'index.html'), index.replace(script?.[0] ?? '', 'assets/index-newer.js'));
    const worker = readFileSync(join(folder, 'service-worker.js'), 'utf8');
    writeFileSync(join(folder, 'service-worker.js'), `${worker}\n// newer`);
    await page.evaluate(() => {
      document.body.dataset.visit = 'first';
      return navigator.serviceWorker.getRegistration().then((found) => found?.update());
    });
    await expect(page.getByText('A new version is available.')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-visit', 'first');
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect(page.locator('script[src*="index-newer"]')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Update now' })).toHaveCount(0);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('the page can be installed', DEEP, async ({ page, server }) => {
  await page.goto(server.address);
  const link = page.locator('link[rel=manifest]');
  const at = new URL((await link.getAttribute('href')) ?? '', server.address).href;
  const manifest = await (await page.request.get(at, { maxRetries: 3 })).json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: './' });
  for (const { src, type } of manifest.icons as { src: string; type: string }[]) {
    const icon = await page.request.get(new URL(src, at).href, { maxRetries: 3 });
    expect(icon.headers()['content-type']).toBe(type);
  }
});
