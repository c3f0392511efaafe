import type { Page } from '@playwright/test';
import { factsOf, type Language } from '../../src/lib/languages.ts';
import type { LessonFolder } from '../lessons/files.ts';
import { lessonFolders } from '../lessons/files.ts';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { type Learner, learnTexts, openLesson, stepOf, walk } from './learner.ts';
import { DEEP, deepUnless, expect, test } from './page.ts';
import { scriptsOf } from './scripts.ts';

// As many at a time as there are workers.
test.describe.configure({ mode: 'parallel' });

/** Lessons that the second learner goes through without a mouse: one of each kind of question but those that are drawn. */
const WITHOUT_MOUSE = ['journey', 'rtt', 'pool'];
/** Lessons whose colours are looked at: one of each kind of question. */
const COLOURS = ['journey', 'rtt', 'batches', 'pipelining', 'mget'];
/** A lesson whose check is passed by a run, which its certificate names. */
const CERTIFIED = 'pool';
/** Where the page says more to one who does not know. */
const JUDGED = ['see', 'reveal', 'check', 'transfer'];

/** The longest stretch of plain words in what the lesson says in the end: signs may be written otherwise in a script. */
function secretOf(folder: LessonFolder, language: Language): string {
  const words = folder.after[language]?.get('model')?.match(/[A-Za-z ,]+|[\p{Script=Han}，]+/gu) ?? [];
  const longest = words.reduce((best, part) => (part.length > best.length ? part : best), '').trim();
  expect(longest.length).toBeGreaterThan(language === 'en' ? 20 : 6);
  return longest;
}

/** Before the prediction is locked, neither the stage begins nor is anything of the answer there. */
async function expectNothingKnown(page: Page, secret: string, scripts: readonly string[]): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('body').press(' ');
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.timeNs)).toBe(0);
  expect([await page.content(), page.url(), ...scripts].join('\n')).not.toContain(secret);
}

/** The sheet with the run that proves the pass. @returns the run's fingerprint and the link to it */
async function readCertificate(
  page: Page,
  language: Language,
): Promise<{ fingerprint: string; link: string }> {
  const { certificate } = learnTexts(language);
  await page.getByRole('button', { name: certificate.open }).click();
  const sheet = page.getByRole('dialog', { name: certificate.title });
  await expect(sheet.getByRole('img', { name: certificate.code })).toBeVisible();
  const fingerprint = await sheet.locator('code').innerText();
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const link = await page.evaluate(
    (id) => JSON.parse(localStorage.getItem('roundtrip.learn') ?? '').lessons[id].link as string,
    CERTIFIED,
  );
  return { fingerprint, link };
}

/** Forgets the lesson, and begins it once more in another language. */
async function beginAgain(page: Page, from: Language, to: Language): Promise<void> {
  await page.getByRole('button', { name: learnTexts(from).sandbox.again, exact: true }).click();
  await expect(stepOf(page, 'hook')).toBeVisible();
  await page.getByRole('button', { name: factsOf(from).name }).click();
  await page.getByRole('menuitemradio', { name: factsOf(to).name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', to);
}

/**
 * Every lesson is walked in both languages on one page: rightly in one and wrongly in the other, lesson by lesson the other way round,
 * as what a path shows and what a language says are tested apart. In `npm test` one lesson is walked rightly; a wrong path is walked
 * by platform.spec.ts. `EVERY_WALK=1 npm run e2e -- learn` walks all four.
 */
const orders = (lesson: number): readonly (readonly [Language, Language])[] => {
  const there = ['en', 'zh-CN'] as const;
  const back = ['zh-CN', 'en'] as const;
  if (process.env.EVERY_WALK === '1') return [there, back];
  return [lesson % 2 === 0 ? there : back];
};

for (const [lesson, folder] of lessonFolders.entries()) {
  for (const [first, second] of orders(lesson)) {
    test(
      `${folder.id}: one who knows gets through in ${first}${deep ? `, one who does not in ${second}` : ''}`,
      deepUnless(folder.id === CERTIFIED),
      async ({ page }) => {
        test.setTimeout(240_000);
        const found: string[] = [];
        const contrast = COLOURS.includes(folder.id);
        const look = async (path: string) => {
          // The stage and the panels beside the text are those of the Lab, and are looked at there.
          const wrong = await violations(page, { within: 'section[data-step]', contrast });
          found.push(...wrong.map((violation) => `${path}: ${violation}`));
        };
        const scripts = scriptsOf(page);
        const secret = secretOf(folder, first);
        // One lesson is walked by both without a mouse.
        const hasMouse = !WITHOUT_MOUSE.includes(folder.id);
        const knowing: Learner = {
          ...{ page, folder, language: first, knows: true },
          hasMouse: folder.id !== CERTIFIED,
        };
        await openLesson(knowing);
        await walk(knowing, async (step) => {
          await look(step);
          if (step === 'predict') await expectNothingKnown(page, secret, await scripts());
        });
        await expect.poll(async () => (await scripts()).some((text) => text.includes(secret))).toBe(true);
        const certificate = folder.id === CERTIFIED ? await readCertificate(page, first) : undefined;

        if (deep) {
          await beginAgain(page, first, second);
          await walk({ page, folder, language: second, knows: false, hasMouse }, async (step) => {
            // The paths share their elements.
            if (JUDGED.includes(step)) await look(`wrong ${step}`);
          });
        }
        expect(found).toEqual([]);
        await page.goto('#/learn');
        await expect(page.locator('li[data-state="done"]')).toHaveCount(1);
        if (!certificate) return;
        // The same run, as anybody sees it who opens the link.
        await page.goto(certificate.link);
        await expect
          .poll(() => page.evaluate(() => globalThis.lab.summary('a')?.fingerprint))
          .toBe(certificate.fingerprint);
      },
    );
  }
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`${CERTIFIED} is walked to its end with the keyboard alone in ${language}`, DEEP, async ({ page }) => {
    test.setTimeout(240_000);
    const folder = lessonFolders.find(({ id }) => id === CERTIFIED);
    if (!folder) throw new Error(`there is no lesson ${CERTIFIED}`);
    const learner: Learner = { page, folder, language, knows: true, hasMouse: false };
    await openLesson(learner);
    await walk(learner, async () => undefined);
    await expect(stepOf(page, 'sandbox')).toBeVisible();
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
  // The browser's way back leads through the steps, and forward again.
  const at = (step: string) => expect(page.locator(`section[data-step="${step}"]`)).toBeVisible();
  await at('see');
  await page.goBack();
  await at('run');
  await page.goBack();
  await at('predict');
  await page.goForward();
  await at('run');
  await page.goForward();
  await at('see');
  await page.reload();
  await at('see');
  // The same lesson in the same tab, to another end.
  await page.goto(`#/learn/${folder.id}?stop=see`);
  await expect(page.getByText(words.stop)).toBeVisible();
  await expect(page.getByRole('button', { name: words.next, exact: true })).toBeHidden();
});

test('progress can be taken along as a file', DEEP, async ({ page }) => {
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
  // The page has another one, for lessons.
  const field = page.getByRole('region', { name: course.progress }).locator('input[type=file]');
  await field.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByText(course.refused).last()).toBeVisible();
  await field.setInputFiles(path);
  await expect(page.locator('li[data-state="begun"]')).toHaveCount(1);
});

for (const place of ['learn', 'teach'] as const)
  test(`who is faster than the engine sees the run begin all the same (${place})`, DEEP, async ({ page }) => {
    // The engine arrives only when the prediction has been locked, or its beat is over.
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/engine*.wasm', (route) => isLate.then(() => route.continue()));
    await page.goto(`#/${place}/rtt`);
    if (place === 'learn') {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.locator('[role=radio][value="fourHundred"]').check();
      await page.getByRole('button', { name: 'Lock my prediction' }).click();
      await expect(stepOf(page, 'run')).toBeVisible();
    } else {
      const beat = (kind: string) => page.locator(`section[data-beat="${kind}"]`);
      await expect(beat('hook')).toBeVisible();
      for (let beats = 0; beats < 10 && !(await beat('run').isVisible()); beats++)
        await page.keyboard.press('PageDown');
      await expect(beat('run')).toBeVisible();
    }
    arrive();
    await page.waitForFunction(() => (globalThis.lab.player?.timeNs ?? 0) > 0);
  });
