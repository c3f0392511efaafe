import type { Page } from '@playwright/test';
import { DEEP, expect, openLab, SHORT_RUN, setting, test } from './page.ts';

test.beforeEach(async ({ page }) => {
  await openLab(page, `${SHORT_RUN}&paused=1`);
  await page.getByRole('button', { name: 'Open or save' }).click();
});

const wrong = [
  ['{"network":\n {"rttUs": 1000', /line 2, column .*SCN-01/],
  ['{"network": {"rtUs": 5}}', /“network\.rtUs” is not a scenario field. Did you mean “rttUs”.*SCN-02/],
  ['{"network": {"rttUs": -1}}', /Round-trip time \(network\.rttUs\) = -1 is outside.*SCN-04/],
  [
    '{"client": {"connections": {"kind": "pooled", "maxTotal": 0}}}',
    /The nearest allowed value is 1\..*SCN-04/,
  ],
  ['{"workload": {"arrivals": {"kind": "closed", "callers": 1000000000}}}', /1 to 50,000.*SCN-04/],
  ['{"version": 9}', /newer version.*SCN-07/],
  ['[]', /SCN-03/],
] as const;

test(
  'refuses what is no scenario with a sentence, keeps what was typed and the picture',
  DEEP,
  async ({ page }) => {
    const before = await page.evaluate(() => globalThis.lab.scenario('a'));
    const typed = page.getByRole('textbox', { name: 'Scenario as JSON' });
    for (const [text, sentence] of wrong) {
      await typed.fill(text);
      await page.getByRole('button', { name: 'Show scenario' }).click();
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expect(page.getByRole('alert')).toBeFocused();
      await expect(typed).toHaveValue(text);
      expect(await page.evaluate(() => globalThis.lab.scenario('a'))).toEqual(before);
    }
  },
);

test('shows a pasted scenario on the chosen side', DEEP, async ({ page }) => {
  await page.getByRole('radio', { name: 'Side B' }).check();
  await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill('{"network": {"rttUs": 2500}}');
  await page.getByRole('button', { name: 'Show scenario' }).click();
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(2500);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  await expect(page.getByText('Side B now shows this scenario.').last()).toBeVisible();
});

/** Drops files on the stage as a browser tells the page of it; answers whether the browser would have left the page for them. */
const drop = (page: Page, files: readonly (readonly [name: string, text: string])[]) =>
  page.evaluate((named) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of named) dataTransfer.items.add(new File([text], name));
    const target = document.getElementById('main') ?? document.body;
    return ['dragover', 'drop'].map(
      (type) => !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  }, files);

test('opens a file, saves one that opens again, and takes one that is dropped anywhere', async ({ page }) => {
  const scenario = { client: { connections: { kind: 'pooled', maxTotal: 30 } } };
  await page.locator('input[type=file]').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(scenario)),
  });
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue(/maxTotal/);
  await page.getByRole('button', { name: 'Show scenario' }).click();
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(30);

  await page.getByRole('button', { name: 'Open or save' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('roundtrip-a.json');

  // A dropped file never makes the browser leave: a scenario is put into the dialog, others are named.
  await page.keyboard.press('Escape');
  const before = await page.evaluate(() => globalThis.lab.scenario('a'));
  expect(await drop(page, [['mine.json', '{"network": {"rttUs": 2500}}']])).toEqual([true, true]);
  const typed = page.getByRole('textbox', { name: 'Scenario as JSON' });
  await expect(typed).toHaveValue('{"network": {"rttUs": 2500}}');
  expect(await page.evaluate(() => globalThis.lab.scenario('a'))).toEqual(before);
  // Another one, while the dialog is open; what is no scenario leaves what is there.
  expect(await drop(page, [['flame.svg', '<svg/>']])).toEqual([true, true]);
  await expect(page.getByRole('alert')).toContainText(
    /^“flame\.svg” was not opened: a scenario is a \.json file.*FILE-03/,
  );
  await expect(typed).toHaveValue('{"network": {"rttUs": 2500}}');
  await page.getByRole('button', { name: 'Show scenario' }).click();
  await expect.poll(() => setting(page, 'a', 'network.rttUs')).toBe(2500);
  // On other pages as well.
  await page.goto('#/learn');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await drop(page, [['notes.txt', 'x']])).toEqual([true, true]);
  await expect(page.getByRole('alert')).toContainText(/“notes\.txt”.*FILE-03/);
});

test('refuses a file that is too large to be a scenario', DEEP, async ({ page }) => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'huge.json',
    mimeType: 'application/json',
    buffer: Buffer.alloc(300_000, ' '),
  });
  await expect(page.getByRole('alert')).toContainText('FILE-02');
});
