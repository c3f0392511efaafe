import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { lessonFolders } from '../lessons/files.ts';
import { learnTexts, openLesson, walk } from './learner.ts';
import { expect, test } from './page.ts';

/** Of the lesson's text; the stage and the panels beside it are those of the Lab, and are looked at there. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include('section[data-step]').analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const folder of lessonFolders) {
  for (const language of LANGUAGES) {
    for (const knows of [true, false]) {
      test(`${folder.id}, ${language}: one who ${knows ? 'knows' : 'does not know'} gets through`, async ({
        page,
      }) => {
        test.setTimeout(180_000);
        const found: string[] = [];
        await walk({ page, folder, language, knows }, async (step) => {
          // The languages share their elements.
          if (knows && language === 'en')
            found.push(...(await violations(page)).map((violation) => `${step}: ${violation}`));
        });
        expect(found).toEqual([]);
        await page.goto('#/learn');
        await expect(page.locator('li[data-state="done"]')).toHaveCount(1);
      });
    }
  }

  test(`${folder.id}: nothing of the answer is there before the lock`, async ({ page }) => {
    const fetched: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) fetched.push(await response.text().catch(() => ''));
    });
    await openLesson({ page, folder, language: 'en', knows: true });
    await page.getByRole('button', { name: learnTexts('en').page.next, exact: true }).click();
    await expect(page.getByRole('button', { name: learnTexts('en').ask.lock })).toBeVisible();
    // Neither the stage nor the keyboard begins before.
    await page.keyboard.press('Escape');
    await page.locator('body').press(' ');
    await expect.poll(() => page.evaluate(() => globalThis.lab.player?.timeNs)).toBe(0);
    const model = folder.after.en?.get('model')?.slice(0, 40) ?? 'missing';
    const seen = [await page.content(), page.url(), ...fetched].join('\n');
    expect(seen).not.toContain(model);
    await page.getByRole('button', { name: learnTexts('en').ask.unknown }).click();
    await expect.poll(() => fetched.some((text) => text.includes(model))).toBe(true);
  });
}

test('a lesson goes on where it was left, and a link can end before the reveal', async ({ page }) => {
  const [folder] = lessonFolders;
  if (!folder) throw new Error('there is no lesson');
  const { page: words, ask } = learnTexts('en');
  await openLesson({ page, folder, language: 'en', knows: true });
  await page.getByRole('button', { name: words.next, exact: true }).click();
  await page.getByRole('button', { name: ask.unknown }).click();
  await page.getByRole('button', { name: words.next, exact: true }).click();
  await page.reload();
  await expect(page.locator('section[data-step="see"]')).toBeVisible();
  await page.goto('#/learn');
  await page.goto(`#/learn/${folder.id}?stop=see`);
  await expect(page.getByText(words.stop)).toBeVisible();
  await expect(page.getByRole('button', { name: words.next, exact: true })).toBeHidden();
});

test('progress can be taken along as a file', async ({ page }) => {
  const [folder] = lessonFolders;
  if (!folder) throw new Error('there is no lesson');
  const { course, page: words } = learnTexts('en');
  await openLesson({ page, folder, language: 'en', knows: true });
  await page.getByRole('button', { name: words.next, exact: true }).click();
  await page.goto('#/learn');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: course.save }).click(),
  ]);
  const path = await file.path();
  await page.evaluate(() => localStorage.removeItem('roundtrip.learn'));
  await page.reload();
  await expect(page.locator('li[data-state="begun"]')).toHaveCount(0);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByText(course.refused)).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.locator('li[data-state="begun"]')).toHaveCount(1);
});
