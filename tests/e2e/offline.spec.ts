import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { STANDALONE } from '../../.ci/one-file.mjs';
import { at } from '../../.ci/paths.mjs';
import { servePage } from '../../src/bridge/server/page.ts';
import { type LessonFolder, lessonFolders } from '../lessons/files.ts';
import { deep } from '../support/tier.ts';
import { DEEP, expect } from './page.ts';

interface PageServer {
  readonly address: string;
  readonly stop: () => void;
}

async function serve(folder: string): Promise<PageServer> {
  const server = createServer(servePage(folder)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A server of its own, so that it can be stopped. Its page is another origin than that of the other tests. */
const test = base.extend<{ server: PageServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
  server: async ({}, use) => {
    const server = await serve(at('dist'));
    await use(server);
    server.stop();
  },
});

/** The first words of a section in Chinese, up to what is written otherwise on the page. */
function beginningOf(texts: LessonFolder['before'], section: string): string {
  const words = /[\p{Script=Han}，]{4,}/u.exec(texts['zh-CN']?.get(section) ?? '')?.[0];
  if (!words) throw new Error(`no words in ${section}`);
  return words;
}

/** Waits until the service worker has everything and is in charge of the page. */
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    polling: 200,
  });

/** Files of the build that a visit without a server needs, sorted: all but the one-file page, a picture for links, and recordings. */
function builtFiles(): string[] {
  const left = [STANDALONE, 'lab.webp', 'robots.txt', 'service-worker.js'];
  return readdirSync(at('dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at('dist'), join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !left.includes(path) && !path.startsWith('recordings/'))
    .sort();
}

/** What the service worker has fetched before it is in charge, sorted. */
async function keptFiles(page: Page): Promise<string[]> {
  const urls = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname.slice(1));
  });
  return urls.sort();
}

test('after one visit the beginning, the Lab and the whole course work without a server', async ({
  page,
  server,
}) => {
  // Nothing plays while the worker fetches its files: drawing would take longer than they do.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(server.address);
  await kept(page);
  expect(await keptFiles(page)).toEqual(builtFiles());
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
  server.stop();
  const failed: string[] = [];
  page.on('pageerror', ({ message }) => failed.push(message));
  expect(await answers('./robots.txt')).toBe('gone');
  // Recordings are kept once they have been played.
  expect(await answers(played)).toBe('served');
  expect(await answers('./recordings/goRedisPool8.json')).toBe('gone');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`${server.address}#/lab?run.measuredMs=20`);
  await page.reload();
  await page.waitForFunction(() => globalThis.lab?.summary('a') && globalThis.lab?.summary('b'));

  await page.goto(`${server.address}#/learn/rtt?lang=zh-CN`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  // Of lessons what is before the lock, what is after it, and their sheets; then the pages around them.
  const show = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  for (const { id, before, after } of deep ? lessonFolders : lessonFolders.slice(-1)) {
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
  const server = await serve(folder);
  try {
    await page.goto(server.address);
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
    server.stop();
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
