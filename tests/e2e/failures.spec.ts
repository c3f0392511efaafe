import { test as base } from '@playwright/test';
import { DEEP, expect, timeNs } from './page.ts';

// These tests cause failures, so errors in the console are allowed.
const test = base;

test('without WebAssembly the page says why, and an engine that breaks down leaves the last picture', async ({
  page,
}) => {
  const isPage = ({ pathname }: URL) => pathname === '/';
  await page.route(isPage, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" },
    });
  });
  await page.goto('#/lab');
  await expect(page.getByRole('alert')).toContainText(/This browser blocks WebAssembly .*WASM-01/);
  await expect(page.getByRole('banner')).toBeVisible();

  await page.goto('#/learn/journey');
  await expect(page.getByRole('alert')).toContainText('Simulations need it; lesson texts do not');
  await expect(page.getByText('The client encodes the command and passes it')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('The client encodes the command and passes it')).toHaveCount(0);

  await page.unroute(isPage);
  await page.goto('about:blank');
  // From now on every question to a worker fails.
  await page.goto('#/lab?paused=1&run.measuredMs=20');
  await page.waitForFunction(() => (globalThis.lab?.player?.timeNs ?? 0) > 0);
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => {
      throw new Error('panicked at sim.rs:1: boom');
    };
  });
  await page.getByRole('textbox', { name: 'Caller threads' }).fill('3');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('ENG-01');
  await alert.getByText('Details').click();
  await expect(alert).toContainText('boom');
  await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
  expect(await page.evaluate(() => globalThis.lab.player?.tracks.every(({ frame }) => frame.known))).toBe(
    true,
  );
});

test('an engine that cannot be loaded can be tried again', DEEP, async ({ page }) => {
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  await page.route('**/engine*.wasm', (route) => route.abort());
  await page.goto('#/lab?lang=zh-CN');
  await expect(page.getByRole('alert')).toContainText(/仿真器加载失败.*ENG-03/);
  await page.unroute('**/engine*.wasm');
  await page.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => timeNs(page)).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(uncaught).toEqual([]);
});

test('a worker that cannot start is named', DEEP, async ({ page }) => {
  await page.route('**/engine.worker*', (route) => route.abort());
  await page.goto('#/lab');
  await expect(page.getByRole('alert')).toContainText('ENG-02');
});
