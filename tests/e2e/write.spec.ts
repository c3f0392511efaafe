/** A teacher writes a lesson of their own in the page, looks at it, saves it, opens it, shares it; a learner has it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { at } from '../../.ci/paths.mjs';
import { readSections } from '../../src/learn/lessons/text.ts';
import { LANGUAGES, type Language } from '../../src/lib/languages.ts';
import type { LessonFolder } from '../lessons/files.ts';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { type Learner, learnTexts, next, stepOf, walk } from './learner.ts';
import { chooseLanguage, DEEP, deepUnless, expect, test } from './page.ts';

const textsOf = (language: Language): typeof import('../../src/i18n/en/write.json') =>
  JSON.parse(readFileSync(at('src/i18n', language, 'write.json'), 'utf8'));

const field = (page: Page) => page.locator('#lesson-text');

async function beginWithTemplate(page: Page, language: Language): Promise<string> {
  await chooseLanguage(page, language);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/learn/write');
  await page.getByRole('button', { name: textsOf(language).begin.template }).click();
  await expect(field(page)).toHaveValue(/^---\n/);
  return field(page).inputValue();
}

/** A lesson as the automated learner wants it. */
function folderOf(text: string): LessonFolder {
  const [, head = '', body = ''] = text.split(/^---$/m);
  const { language, runs, stage, predict, reveal } = parse(head);
  const sections = { [language]: readSections(body) };
  return {
    ...{ id: 'own', claims: [], lesson: { runs, stage, predict }, reveal },
    ...{ before: sections, after: sections },
  };
}

for (const language of LANGUAGES) {
  test(
    `a lesson is written, looked at, saved, opened, shared and begun by a learner, in ${language}`,
    deepUnless(language === 'en'),
    async ({ page, context, browserName }) => {
      if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const words = textsOf(language);
      const template = await beginWithTemplate(page, language);
      const preview = page.getByRole('region', { name: words.preview.title });
      await expect(preview.locator('[data-step="hook"]')).toBeVisible();
      expect(await violations(page, { contrast: language === 'en' })).toEqual([]);

      // What is typed is there at once, and every step can be looked at.
      const title = language === 'en' ? 'My own ceiling' : '我的上限';
      const text = template.replace(/^title: .*$/m, `title: ${title}`);
      await field(page).fill(text);
      await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible();
      for (const step of ['predict', 'see', 'reveal', 'check', 'transfer', 'sandbox'] as const) {
        const name = learnTexts(language).step[step];
        await preview.getByRole('navigation').getByTitle(name, { exact: true }).click();
        await expect(stepOf(page, step)).toBeVisible();
      }
      await expect(page.locator('[data-counted="false"]')).toHaveCount(0);

      // A fault is told of with its line, and the lesson stays as it was.
      await field(page).fill(text.replace('kind: choice', 'kind: guess'));
      const faults = page.locator('section', { has: page.locator('#lesson-faults') });
      await expect(faults).toContainText('LES-05');
      await expect(preview.getByText(words.preview.before)).toBeVisible();
      const line = text.split('\n').indexOf('  kind: choice') + 1;
      await faults.getByRole('button', { name: words.faults.line.replace('{line}', String(line)) }).click();
      await expect(field(page)).toBeFocused();
      expect(
        await field(page).evaluate((area: HTMLTextAreaElement) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
        ),
      ).toBe('  kind: guess');
      expect(await violations(page, { contrast: false })).toEqual([]);

      // A reload loses nothing.
      await page.reload();
      await expect(field(page)).toHaveValue(/kind: guess/);
      await field(page).fill(text);

      // A file holds all of it, and is opened as it was.
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: words.save, exact: true }).click();
      const file = await (await download).path();
      expect(readFileSync(file, 'utf8')).toBe(text);
      await field(page).fill('something else');
      await page.locator('input[type=file]').setInputFiles({
        name: 'lesson.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(text),
      });
      await expect(field(page)).toHaveValue(text);
      await page.getByRole('button', { name: words.other.bringBack }).click();
      await expect(field(page)).toHaveValue('something else');
      await page.getByRole('button', { name: words.other.bringBack }).click();
      await expect(field(page)).toHaveValue(text);

      // The link holds it, too.
      await page.getByRole('button', { name: words.share.open, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const address = await dialog.getByRole('textbox', { name: words.share.link }).inputValue();
      expect(address).toContain('#/learn/own?z=');
      expect(await violations(page, { within: '[role=dialog]', contrast: false })).toEqual([]);
      await page.keyboard.press('Escape');

      // A learner has it with its lock: nothing of the answer is on the page before it.
      const learner = await context.newPage();
      await chooseLanguage(learner, language);
      await learner.goto(address);
      await expect(stepOf(learner, 'hook')).toBeVisible();
      await expect(learner.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(learner.getByRole('complementary', { name: words.opened.note })).toBeVisible();
      const folder = folderOf(text);
      const because = folder.after[language]?.get('predict.fifty.because')?.slice(0, 12) ?? '';
      expect(because).not.toBe('');
      expect(await learner.content()).not.toContain(because);
      // Every step of it is walked in the deep tier; lessons of the course: learn.spec.ts.
      const learned: Learner = { page: learner, folder, language, knows: true };
      if (deep)
        await walk(learned, async (step) => {
          if (step === 'see') expect(await violations(learner, { contrast: false })).toEqual([]);
        });
      else await next(learned, 'predict');
      // Progress is kept under the lesson's own name.
      await learner.reload();
      await expect(stepOf(learner, deep ? 'sandbox' : 'predict')).toBeVisible();
      await learner.close();
    },
  );
}

test('a lesson is begun, read and opened with the keyboard alone', DEEP, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/learn');
  await page.getByRole('link', { name: 'Write a lesson' }).focus();
  await page.keyboard.press('Enter');
  const template = page.getByRole('button', { name: 'Start from the template' });
  await expect(template).toBeVisible();
  for (
    let stops = 0;
    stops < 40 && !(await template.evaluate((it) => it === document.activeElement));
    stops++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(/^---\n/);
  await field(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await expect(page.getByText('LES-01')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByText('LES-01')).toHaveCount(0);
  const learn = page.getByRole('button', { name: 'Open as a learner' });
  for (let stops = 0; stops < 40 && !(await learn.evaluate((it) => it === document.activeElement)); stops++)
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'About this lesson' })).toBeVisible();
});

test('two tabs do not write over each other', async ({ page, context }) => {
  await beginWithTemplate(page, 'en');
  const other = await context.newPage();
  await other.goto('#/learn/write');
  await expect(field(other)).toHaveValue(/^---\n/);
  await field(other).fill('from the other tab');
  await expect(page.getByRole('button', { name: 'Keep this text' })).toBeVisible();
  await field(page).fill('from this tab');
  await other.reload();
  await expect(field(other)).toHaveValue('from the other tab');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page)).toHaveValue('from the other tab');
  await other.close();
});

test('hostile lessons break nothing, and nothing of them is markup', DEEP, async ({ page }) => {
  const template = await beginWithTemplate(page, 'en');
  const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script> [go](javascript:alert(3))';
  await field(page).fill(
    template.replace(/^title: .*$/m, `title: '${markup}'`).replace('“Our job', `${markup} “Our job`),
  );
  const preview = page.getByRole('region', { name: 'Lesson preview' });
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('<script>');
  await expect(page.locator('main img, main script, main [onerror], main a[href^="javascript"]')).toHaveCount(
    0,
  );
  await field(page).fill(
    template.replace(
      'workload.arrivals.callers: 4\n        client',
      'workload.arrivals.callers: 1000000000\n        client',
    ),
  );
  await expect(page.getByText('LES-27')).toBeVisible();
  // What is no lesson says so, with a way on.
  for (const query of ['', '?z=', '?z=AAAA', `?z=${'A'.repeat(20_000)}`, '?z=%3Cscript%3E']) {
    await page.goto('#/learn');
    await expect(page.getByText('LES-31')).toHaveCount(0);
    await page.goto(`#/learn/own${query}`);
    await expect(page.getByText('LES-31')).toBeVisible();
  }
});
