/** Tests that an opened part does not wait for the animation. In small steps between its frames, the largest parts were never drawn. */
import type { Locator, Page } from '@playwright/test';
import { DEEP, expect, openLab, test } from './page.ts';

test.use({ isMotionWatched: true });

/** Enough for a machine that does other work as well; without the limit of `prompt.tsx` it took 10 to 40 s. */
const SOON_MS = 6_000;

/** Opens something while the stage plays, and waits for what it shows. */
async function opens(page: Page, open: () => Promise<unknown>, shown: Locator): Promise<void> {
  await page.evaluate(() => globalThis.lab.player?.play());
  await open();
  await expect(shown).toBeVisible({ timeout: SOON_MS });
  expect(await page.evaluate(() => globalThis.lab.player?.playhead.playing)).toBe(true);
}

test('what is opened while the stage plays is there at once', DEEP, async ({ page }) => {
  await openLab(page, 'speed=10us');
  await opens(
    page,
    () => page.locator('#knobs summary').click(),
    page.locator('#knobs details details').last(),
  );
  await opens(
    page,
    () => page.getByRole('tab', { name: 'Why?' }).click(),
    page.locator('#results [data-figures]').first(),
  );
  await opens(
    page,
    () => page.getByRole('tab', { name: 'Charts' }).click(),
    page.locator('#results figure svg').last(),
  );
  await opens(
    page,
    async () => {
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    },
    page.getByRole('tab', { name: '为什么？' }),
  );
});
