/** "Your system": from pasted configuration to the change in the Lab. */
import { violations } from './axe.ts';
import { DEEP, expect, test, throughputs } from './page.ts';

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
  // A text of no known form is named, and nothing else happens.
  await page.getByRole('textbox', { name: 'Configuration or counters' }).fill('nothing that anybody knows');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByText('This page cannot read “')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
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
  // Choices say how much they matter: the versions of Spring Boot have the same pool.
  const version = page.getByRole('combobox', { name: 'Version of the library' });
  await expect(version).toHaveAccessibleDescription(/No other version changes throughput\./, {
    timeout: 60_000,
  });
  await page.getByText('1 further value', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Machine (CPU costs)' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Linux, 2-core VM' }).press('Enter');
  expect(await violations(page)).toEqual([]);
  // What was given survives a reload.
  await page.reload();
  await expect(few).toBeVisible();
  // A goal is searched for with the engine; the same advice by a link: below.
  await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('p99<4ms at 3000/s');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Smallest change/ })).toBeVisible({ timeout: 90_000 });
  await few.getByRole('button', { name: /^Compare in the Lab/ }).click();
  await throughputs(page);
  expect(page.url()).toContain('#/lab');
});

test(
  'a link opens the same system, goal and bounds, and a colleague gets the same advice',
  DEEP,
  async ({ page }) => {
    await page.goto('#/system?lang=en');
    await page.getByRole('textbox', { name: 'Configuration or counters' }).fill(CONFIGURATION);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByRole('textbox', { name: /^Callers/ }).fill('32');
    await page.getByRole('textbox', { name: /^Callers/ }).press('Enter');
    await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('p99<4ms at 3000/s');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const advised = page.getByRole('row', { name: /^Smallest change/ });
    await expect(page.getByRole('button', { name: 'Save the report' })).toBeVisible({ timeout: 90_000 });
    const text = await advised.innerText();
    // The frontier and what may change keep the rules of accessibility.
    expect(await violations(page)).toEqual([]);
    // What the button would copy; a test has no clipboard of its own.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (copied) => {
        document.body.dataset.copied = copied;
      };
    });
    await page.getByRole('button', { name: 'Copy a link to this system' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-copied', /#\/system\?s=/);
    const address = (await page.locator('body').getAttribute('data-copied')) ?? '';
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('textbox', { name: /^Callers/ })).toHaveValue('32');
    await expect(page.getByRole('textbox', { name: 'Goal', exact: true })).toHaveValue('p99<4ms at 3000/s');
    await expect(page.getByRole('button', { name: 'Save the report' })).toBeVisible({ timeout: 90_000 });
    expect(await advised.innerText()).toBe(text);
    // A link keeps nothing in the browser.
    expect(await page.evaluate(() => localStorage.getItem('roundtrip.system') ?? '')).not.toContain(
      'max-active',
    );
  },
);

test('on a phone the first finding is in view after a paste, and one press shows its evidence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/system?lang=en');
  await page.getByRole('textbox', { name: 'Configuration or counters' }).fill(CONFIGURATION);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const answer = page.getByRole('button', { name: /findings\. First: / });
  await expect(answer).toBeInViewport({ ratio: 1 });
  // A field with the focus is not below the bar.
  const callers = page.getByRole('textbox', { name: /^Callers/ });
  await callers.focus();
  const [field, bar] = [await callers.boundingBox(), await answer.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await answer.click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
  await expect(page.getByRole('article').first()).toBeInViewport();
  expect(await violations(page)).toEqual([]);
});
