/** The code of a lesson runs against the real Redis of the bridge, and the model's figures stand beside it. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './page.ts';

async function openCode(page: Page): Promise<void> {
  await page.goto('#/learn/rtt');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('[role=radio][value="fourHundred"]').check();
  await page.getByRole('button', { name: 'Lock my prediction' }).click();
  for (const step of [4, 5])
    await page.getByRole('button', { name: new RegExp(`^Step ${step} of 9`) }).click();
  await expect(page.getByRole('heading', { name: 'In your code' })).toBeVisible();
}

test('the code of a lesson says how to run it, and runs with node-redis; a library without its program says what it needs', async ({
  page,
}) => {
  await openCode(page);
  await expect(page.getByText('To use a real Redis, run “npm start”')).toBeVisible();
  // The page that knows its bridge goes on where the lesson was left.
  await page.goto('about:blank');
  await page.goto(`#/learn/rtt?bridge=${process.env.ROUNDTRIP_TOKEN}`);
  await expect(page.getByRole('heading', { name: 'In your code' })).toBeVisible();
  const code = page.getByRole('region', { name: 'In your code' });
  await code.getByRole('button', { name: 'node-redis', exact: true }).click();
  await code.getByRole('button', { name: 'Run against my Redis' }).click();
  await expect(code.getByRole('row', { name: 'node-redis, measured' })).toContainText(/\d/);
  await expect(code.getByRole('row', { name: 'Model' })).toContainText(/\d/);
  // Another client than the lesson's is named.
  await expect(code.getByText(/^Settings that differ from the lesson:/)).toBeVisible();
  await code.getByRole('button', { name: 'Jedis', exact: true }).click();
  await expect(
    code.getByRole('button', { name: /^(Run against my Redis|Build)/ }).or(code.getByText(/needs/)),
  ).toBeVisible();
  expect(await violations(page, { within: '[aria-labelledby="lesson-code"]' })).toEqual([]);
});
