import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '../../src/lib/languages.ts';
import { lessonFolders } from '../lessons/files.ts';
import { violations } from './axe.ts';
import { learnTexts, openLesson, walk } from './learner.ts';
import { expect, test } from './page.ts';

/** Of the lesson's text; the stage and the panels beside it are those of the Lab, and are looked at there. */
const violationsInText = (page: Page) => violations(page, { within: 'section[data-step]' });

/**
 * Every lesson is walked in both languages, on the right path in one and on the wrong path in the other, lesson by lesson the other
 * way round: what a path shows and what a language says are tested apart. `EVERY_WALK=1 npm run e2e -- learn` walks all four.
 */
const isWalked = (lesson: number, language: Language, knows: boolean): boolean =>
  process.env.EVERY_WALK === '1' || (lesson + LANGUAGES.indexOf(language)) % 2 === (knows ? 0 : 1);

for (const [lesson, folder] of lessonFolders.entries()) {
  for (const language of LANGUAGES) {
    for (const knows of [true, false]) {
      if (!isWalked(lesson, language, knows)) continue;
      test(`${folder.id}, ${language}: one who ${knows ? 'knows' : 'does not know'} gets through`, async ({
        page,
      }) => {
        test.setTimeout(180_000);
        const found: string[] = [];
        await walk({ page, folder, language, knows }, async (step) => {
          // The paths share their elements.
          if (knows)
            found.push(...(await violationsInText(page)).map((violation) => `${step}: ${violation}`));
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
    // Its longest stretch of plain words: signs may be written otherwise in a script.
    const words = folder.after.en?.get('model')?.match(/[A-Za-z ,]+/g) ?? [];
    const model = words.reduce((longest, part) => (part.length > longest.length ? part : longest), '').trim();
    expect(model.length).toBeGreaterThan(20);
    const seen = [await page.content(), page.url(), ...fetched].join('\n');
    expect(seen).not.toContain(model);
    await page.getByRole('button', { name: learnTexts('en').ask.unknown }).click();
    await expect.poll(() => fetched.some((text) => text.includes(model))).toBe(true);
  });
}

/** One of each kind of question but those that are drawn. */
for (const id of ['journey', 'rtt', 'pool']) {
  test(`${id}: nobody needs a mouse`, async ({ page }) => {
    test.setTimeout(180_000);
    const folder = lessonFolders.find((candidate) => candidate.id === id);
    if (!folder) throw new Error(`there is no lesson ${id}`);
    await walk({ page, folder, language: 'en', knows: false, hasMouse: false }, async () => undefined);
    await expect(page.locator('section[data-step="sandbox"]')).toBeVisible();
  });
}

test('whoever has passed gets a certificate with the run that proves it', async ({ page }) => {
  test.setTimeout(120_000);
  const folder = lessonFolders.find(({ id }) => id === 'pool');
  if (!folder) throw new Error('there is no lesson pool');
  const { certificate } = learnTexts('en');
  await walk({ page, folder, language: 'en', knows: true }, async () => undefined);
  await page.getByRole('button', { name: certificate.open }).click();
  const sheet = page.getByRole('dialog', { name: certificate.title });
  await expect(sheet.getByRole('img', { name: certificate.code })).toBeVisible();
  const fingerprint = await sheet.locator('code').innerText();
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  // The same run, as anybody sees it who opens the link.
  const link = await page.evaluate(
    () => JSON.parse(localStorage.getItem('roundtrip.learn') ?? '').lessons.pool.link as string,
  );
  await page.goto(link);
  await page.waitForFunction(() => globalThis.lab.summary('a'));
  expect(await page.evaluate(() => globalThis.lab.summary('a')?.fingerprint)).toBe(fingerprint);
});

/** German, Finnish, pseudo-languages: words twice as long must not push anything off the page. */
test('texts of twice the length do not break the layout', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['#/learn', '#/learn/rtt']) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const wide = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.nodeValue?.trim()) node.nodeValue = `${node.nodeValue} ${node.nodeValue}`;
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect([address, wide]).toEqual([address, 0]);
  }
});

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
  await expect(page.getByText(course.refused).last()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.locator('li[data-state="begun"]')).toHaveCount(1);
});
