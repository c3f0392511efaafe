import type { Locator, Page } from '@playwright/test';
import { expect } from './page.ts';
import { PAGES } from './pages.ts';

/** Opens every page, one after the other in one document, and calls back on each with what shows that it is there. */
export async function onEveryPage(
  page: Page,
  look: (path: string, sign: Locator) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/nowhere');
  for (const [path, selector] of PAGES) {
    // Pages are looked at, not their numbers: the Lab need not simulate for as long as it does by itself.
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      path.replace(/^\/lab\??/, '/lab?run.measuredMs=20&'),
    );
    const sign = page.locator(selector).first();
    await expect(sign).toBeVisible();
    await look(path, sign);
  }
}
