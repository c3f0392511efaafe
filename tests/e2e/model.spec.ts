/** The model's card: what it says is what the files say, can be searched, reached by address and keyboard, and printed. */
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../../.ci/paths.mjs';
import type { Claim, Topic } from '../../src/evidence/check/claim.ts';
import type { CostProfile } from '../../src/model/scenario/cost-profiles.ts';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, deepUnless, expect, select, test } from './page.ts';

const read = <T>(file: string): T => JSON.parse(readFileSync(at(file), 'utf8')) as T;

const folder = 'src/evidence/claims';
/** Every statement that is declared to fail. */
const failing: readonly Claim[] = readdirSync(at(folder))
  .flatMap((file) => read<Topic>(`${folder}/${file}`).claims)
  .filter(({ status }) => status === 'failing');
const profiles = read<readonly CostProfile[]>('src/model/scenario/generated/profiles.json');

for (const [theme, lang] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const)
  test(
    `the card is whole and without violations in ${theme}, ${lang}`,
    deepUnless(lang === 'en'),
    async ({ page }) => {
      await page.goto(`#/model?theme=${theme}&lang=${lang}`);
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8);
      // Every statement that fails is there with its reason, in this language.
      const errors = page.getByRole('table', { name: /^(Claims that fail|不成立的结论)$/ });
      await expect(errors.getByRole('row')).toHaveCount(failing.length + 1);
      for (const { because } of failing) await expect(errors).toContainText(because?.[lang] ?? '');
      await page.locator('details > summary').first().click();
      await expect(page.locator('details[open] tbody tr').first()).toBeVisible();
      // As it opens, the page is looked at with all others (stress.spec.ts).
      const look = deep ? {} : { within: 'details[open]', contrast: false };
      expect(await violations(page, look)).toEqual([]);
    },
  );

test(
  'a cost is found by its name in the scenario and by its source, in one profile and in all',
  DEEP,
  async ({ page }) => {
    await page.goto('#/model/costs');
    await expect(page.getByRole('heading', { name: 'Costs and their sources' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Costs and their sources' })).toBeInViewport();
    const all = Object.keys(profiles[0]?.costs ?? {}).length;
    const status = page.getByRole('status').filter({ hasText: 'costs' });
    await expect(status).toHaveText(`${all} of ${all} costs`);
    await select(page.getByLabel('Profile', { exact: true }), 'All profiles');
    await page.getByRole('searchbox', { name: 'Search names and sources' }).fill('wakeLatencyNs ping-pong');
    const table = page.getByRole('table', { name: 'Costs by profile' });
    await expect(table.getByRole('rowheader')).toContainText(['wakeLatencyNs']);
    await page.getByRole('searchbox', { name: 'Search names and sources' }).fill('xyzzy');
    await expect(page.getByText('No cost matches.')).toBeVisible();
  },
);

test(
  'a default is found by its name, its path and its source, with its unit, in both languages',
  DEEP,
  async ({ page }) => {
    await page.goto('#/model/defaults');
    await expect(page.getByRole('heading', { name: 'Defaults and their sources' })).toBeFocused();
    const status = page.getByRole('status').filter({ hasText: 'defaults' });
    await expect(status).toHaveText(/^(\d+) of \1 defaults$/);
    const search = page.getByRole('searchbox', { name: 'Search settings and sources' });
    await search.fill('network.rttUs');
    const row = page.getByRole('table', { name: 'Defaults of settings' }).locator('tbody tr');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(/Round-trip time.*1\sms.*assumed.*between one zone/);
    await search.fill('replyTimeoutMs Lettuce');
    await expect(row).toContainText(/Event loops.*0\sns.*RedisURI.DEFAULT_TIMEOUT/);
    await search.fill('xyzzy');
    await expect(page.getByText('No default matches.')).toBeVisible();
    // The language of an address counts when the page is loaded.
    await page.goto('about:blank');
    await page.goto('#/model/defaults?lang=zh-CN');
    await page.getByRole('searchbox', { name: '搜索设置和来源' }).fill('network.nagle');
    await expect(page.getByRole('table', { name: '各项设置的默认值' })).toContainText('都打开 TCP_NODELAY');
  },
);

test(
  'without a mouse: from the contents to a section, and on to what it leads to',
  DEEP,
  async ({ page }) => {
    await page.goto('#/model');
    const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await expect(link).toHaveCount(8);
    await link.last().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/model\/check$/);
    await expect(page.getByRole('heading', { name: 'Check it yourself' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/reproductions$/);
    // And back again: other pages lead here.
    await page.getByRole('link', { name: /^The model in short/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The model' })).toBeVisible();
  },
);

test('on paper the whole card stands, without what one can press', DEEP, async ({ page }) => {
  await page.goto('#/model');
  await expect(page.getByRole('table', { name: 'Costs by profile' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.setViewportSize({ width: 700, height: 900 });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *:not(.visually-hidden)')]
      .filter((element) => getComputedStyle(element).overflowY !== 'visible')
      .filter(({ scrollHeight, clientHeight }) => clientHeight > 1 && scrollHeight > clientHeight + 1)
      .map(({ className }) => className),
  );
  expect(cut).toEqual([]);
});
