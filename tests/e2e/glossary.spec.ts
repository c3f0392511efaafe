import { violations } from './axe.ts';
import { expect, test } from './page.ts';

test('a term is found by its name in either language, has an address, and is shown in the Lab', async ({
  page,
}) => {
  await page.goto('#/glossary');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('队头');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: /^Head-of-line blocking/ })).toBeVisible();
  await search.fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('No term contains this.');
  await search.fill('');
  expect(await violations(page)).toEqual([]);

  await page.goto('#/glossary/hashTag');
  const term = page.locator('#term-hashTag');
  await expect(term).toBeFocused();
  await expect(term).toBeInViewport();
  await term.getByRole('link').click();
  await page.waitForFunction(() => globalThis.lab.player?.tracks.every(({ frame }) => frame.known));
  expect(await page.evaluate(() => globalThis.lab.scenario('a')?.server?.nodes)).toBeGreaterThan(1);
});
