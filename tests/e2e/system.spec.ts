/** "Your system": from pasted configuration to the change in the Lab. */
import { violations } from './axe.ts';
import { expect, test, throughputs } from './page.ts';

const CONFIGURATION = `spring:
  data:
    redis:
      client-type: jedis
      password: hunter2
      jedis:
        pool:
          max-active: 64
          max-idle: 8
`;

test('pasted configuration becomes findings with their lines, answers, and a comparison in the Lab', async ({
  page,
}) => {
  await page.goto('#/system?lang=en');
  await page.getByRole('textbox', { name: 'Configuration or counters' }).fill(CONFIGURATION);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  // Findings of the configuration need no run.
  const idle = page.getByRole('article').filter({ hasText: 'Max idle is below the size of the pool' });
  await expect(idle).toContainText('line 9: max-idle: 8');
  await expect(page.getByText('1 secret was masked')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('hunter2');
  await page.getByRole('textbox', { name: /^Callers/ }).fill('100');
  await page.getByRole('textbox', { name: /^Callers/ }).press('Enter');
  await expect(page.getByText('Your answer.')).toBeVisible();
  const few = page.getByRole('article').filter({ hasText: 'Fewer connections than callers' });
  await expect(few).toContainText('Effect: throughput', { timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  // What was given survives a reload.
  await page.reload();
  await expect(few).toBeVisible();
  await few.getByRole('button', { name: /^See it in the Lab/ }).click();
  await throughputs(page);
  expect(page.url()).toContain('#/lab');
});

test('a text of no known form is named, and nothing else happens', async ({ page }) => {
  await page.goto('#/system?lang=en');
  await page.getByRole('textbox', { name: 'Configuration or counters' }).fill('nothing that anybody knows');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByText('This page cannot read “')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});
