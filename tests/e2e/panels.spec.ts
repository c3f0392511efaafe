import { expect, openLab, test, throughputs } from './page.ts';

test('the panels below the stage are tabs, by mouse and by keyboard, and travel in the link', async ({
  page,
}) => {
  await openLab(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('Figures')).toHaveAttribute('aria-selected', 'true');
  await tab('Charts').click();
  await expect(page.getByRole('tabpanel', { name: 'Charts' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'What the cores did' })).toBeVisible();
  await expect(page).toHaveURL(/panel=charts/);

  await page.reload();
  await expect(tab('Charts')).toHaveAttribute('aria-selected', 'true');
  await tab('Charts').focus();
  await page.keyboard.press('Home');
  await expect(tab('Figures')).toBeFocused();
  await expect(page.getByRole('figure', { name: 'Throughput over time' })).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Charts')).toBeFocused();
});

test('the bars of the cores say in words what they show', async ({ page }) => {
  await openLab(page, 'panel=charts');
  await throughputs(page);
  const figure = page.getByRole('figure', { name: 'What the cores did' });
  const hosts = await page.evaluate(() => globalThis.lab.summary('a')?.hosts ?? []);
  expect(hosts.map(({ host }) => host)).toEqual(['client', 'server']);
  const busy = (100 * (1 - (hosts[1]?.idle ?? 0))).toLocaleString('en', { maximumSignificantDigits: 3 });
  await expect(figure).toContainText(`A server, 2 cores: ${busy}% busy`);
});
