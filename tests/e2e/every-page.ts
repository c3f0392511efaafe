import type { Page } from '@playwright/test';
import { expect } from './page.ts';
import { PAGES } from './pages.ts';

/** Opens every page, one after the other in one document, and calls back on each. */
export async function onEveryPage(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/nowhere');
  for (const [path, sign] of PAGES) {
    await page.evaluate((to) => {
      location.hash = to;
    }, path);
    await expect(page.locator(sign).first()).toBeVisible();
    await look(path);
  }
}
