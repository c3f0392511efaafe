/** An automated learner: goes through a lesson by what its files say, with the answers of one who knows or of one who does not. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import type { Given } from '../../src/learn/lessons/grade.ts';
import type { Asked, Question, QuestionName } from '../../src/learn/lessons/lesson.ts';
import type { Sections } from '../../src/learn/lessons/text.ts';
import type { Language } from '../../src/lib/languages.ts';
import { rightAnswer, wrongAnswer } from '../lessons/answers.ts';
import type { LessonFolder } from '../lessons/files.ts';
import { chooseLanguage, expect } from './page.ts';

type Texts = typeof import('../../src/i18n/en/learn.json');

export const learnTexts = (language: Language): Texts =>
  JSON.parse(readFileSync(at('src/i18n', language, 'learn.json'), 'utf8'));

export interface Learner {
  readonly page: Page;
  readonly folder: LessonFolder;
  readonly language: Language;
  readonly knows: boolean;
  /** Whether it has a mouse; without one, everything is reached with Tab. */
  readonly hasMouse?: boolean;
}

/** Tab stops after which something is taken to be out of reach. */
const FAR = 200;

/** Brings the focus to something as a keyboard does: back when it comes before what has the focus, else on. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < FAR; stops++) {
    const key = await target.evaluate((element) => {
      const focused = document.activeElement;
      if (element === focused) return undefined;
      const isBefore =
        focused !== null &&
        (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return isBefore ? 'Shift+Tab' : 'Tab';
    });
    if (key === undefined) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} cannot be reached with the keyboard`);
}

async function press({ page, hasMouse = true }: Learner, button: Locator): Promise<void> {
  if (hasMouse) return button.click();
  await reach(page, button);
  await page.keyboard.press('Enter');
}

async function type({ page, hasMouse = true }: Learner, box: Locator, text: string): Promise<void> {
  if (hasMouse) return box.fill(text);
  await reach(page, box);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** A group of radio buttons is one stop; the arrows choose. */
async function choose({ page, hasMouse = true }: Learner, group: Locator, option: string): Promise<void> {
  const wanted = group.locator(`[role=radio][value="${option}"]`);
  if (hasMouse) return wanted.check();
  const present = group.getByRole('radio', { checked: true });
  await reach(page, (await present.count()) > 0 ? present : group.getByRole('radio').first());
  await page.keyboard.press(' ');
  for (let tries = 0; tries < FAR && !(await wanted.isChecked()); tries++)
    await page.keyboard.press('ArrowDown');
}

/** The part of the page that is the present step. */
export const stepOf = (page: Page, step: string): Locator => page.locator(`section[data-step="${step}"]`);

const plain = (markdown: string): string => markdown.replaceAll(/[*`]/g, '').trim();

/** Opens a lesson in a language, as somebody who has never been here. */
export async function openLesson({ page, folder, language }: Learner): Promise<void> {
  await chooseLanguage(page, language);
  await page.goto(`#/learn/${folder.id}`);
  await expect(stepOf(page, 'hook')).toBeVisible();
}

export async function next(learner: Learner, to: string): Promise<void> {
  const { page, language } = learner;
  await press(learner, page.getByRole('button', { name: learnTexts(language).page.next, exact: true }));
  await expect(stepOf(page, to)).toBeVisible();
}

/** Puts an answer into the control of a question. */
async function give(learner: Learner, step: Locator, name: QuestionName, question: Question, given: Given) {
  const { page, language, folder } = learner;
  const { ask } = learnTexts(language);
  const sections: Sections = new Map([...(folder.before[language] ?? []), ...(folder.after[language] ?? [])]);
  const label = (option: string) => plain(sections.get(`${name}.${option}`) ?? option);
  switch (question.kind) {
    case 'choice':
      await choose(learner, step, String(given));
      return;
    case 'number':
      await type(learner, step.getByRole('textbox', { name: ask.mine }), String(given));
      return;
    case 'ranking':
      for (const [place, item] of (given as readonly string[]).entries()) {
        const up = step.getByRole('button', { name: ask.up.replace('{item}', label(item)), exact: true });
        const at = () =>
          step
            .locator('li[data-item]')
            .evaluateAll(
              (items, id) => items.findIndex((li) => (li as HTMLElement).dataset.item === id),
              item,
            );
        for (let now = await at(); now > place; now = await at()) await press(learner, up);
      }
      return;
    case 'curve':
      for (const [place, value] of (given as readonly number[]).entries()) {
        const { min, max } = question;
        const share = Math.round((100 * Math.log(value / min)) / Math.log(max / min));
        await step
          .getByRole('slider')
          .nth(place)
          .fill(String(Math.min(100, Math.max(0, share))));
      }
      return;
    case 'allocation': {
      // Each slider takes from the others, so the same wish is repeated until all of them are there.
      const shares = given as Readonly<Record<string, number>>;
      for (let round = 0; round < 12; round++)
        for (const [place, part] of question.parts.entries())
          await step
            .getByRole('slider')
            .nth(place)
            .fill(String(Math.round(shares[part] ?? 0)));
      await page.waitForTimeout(50);
    }
  }
}

async function answer(learner: Learner, stepName: string, name: QuestionName, asked: Asked, submit: string) {
  const step = stepOf(learner.page, stepName);
  const given = learner.knows ? rightAnswer(asked.answer) : wrongAnswer(asked.question, asked.answer);
  await give(learner, step, name, asked.question, given);
  await press(learner, step.getByRole('button', { name: submit, exact: true }));
}

/** The verdict of the present step, as the learner is told. */
async function expectVerdict({ page, knows }: Learner, stepName: string): Promise<void> {
  const feedback = stepOf(page, stepName).locator('[data-verdict]').first();
  await expect(feedback).toHaveAttribute('data-verdict', knows ? 'right' : 'wrong', { timeout: 30_000 });
}

/** No placeholder and no message without its words is left anywhere on the page, and no figure stays unknown. */
async function expectWords(learner: Learner): Promise<void> {
  await expect(learner.page.locator('[data-counted="false"]')).toHaveCount(0, { timeout: 30_000 });
  const text = await learner.page.locator('body').innerText();
  expect(text).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|learn\.[a-z]+\./);
}

/** Walks through every step of the open lesson. @param atStep called on each of them, when it is complete */
export async function walk(learner: Learner, atStep: (step: string) => Promise<void>): Promise<void> {
  const { page, folder, language, knows } = learner;
  const { ask, explain, try: words } = learnTexts(language);
  const { lesson, reveal } = folder;
  await atStep('hook');
  await next(learner, 'predict');
  await atStep('predict');
  await answer(learner, 'predict', 'predict', { question: lesson.predict, answer: reveal.predict }, ask.lock);
  await expect(stepOf(page, 'run')).toBeVisible();
  await page.waitForFunction(() => (globalThis.lab?.player?.timeNs ?? 0) > 0);
  // It has been seen to move. From here on it moves only when asked, as for whoever wants little motion: the machine is the page's.
  await page.evaluate(() => globalThis.lab.player?.pause());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectWords(learner);
  await atStep('run');

  await next(learner, 'see');
  await answer(learner, 'see', 'see', reveal.see, ask.answer);
  await expectVerdict(learner, 'see');
  await expectWords(learner);
  await atStep('see');

  await next(learner, 'reveal');
  await expectVerdict(learner, 'reveal');
  if (!knows) await watchCounter(learner, 'reveal');
  await type(learner, stepOf(page, 'reveal').getByRole('textbox'), 'because');
  await press(learner, page.getByRole('button', { name: explain.compare }));
  await expect(page.getByRole('heading', { name: explain.ours, exact: true })).toBeVisible();
  await expectWords(learner);
  await atStep('reveal');

  await next(learner, 'vary');
  await expect(page.getByRole('region', { name: words.knobs })).toBeVisible();
  await expectWords(learner);
  await atStep('vary');

  await next(learner, 'check');
  await passCheck(learner);
  await expectWords(learner);
  await atStep('check');

  await next(learner, 'transfer');
  await answer(learner, 'transfer', 'transfer', reveal.transfer, ask.answer);
  await expectVerdict(learner, 'transfer');
  await expectWords(learner);
  await watchCounter(learner, 'transfer');
  await atStep('transfer');

  await next(learner, 'sandbox');
  await expectWords(learner);
  await atStep('sandbox');
}

/**
 * A wrong prediction leads to a run that shows why, where the lesson has one, and back. So does every answer to a transfer question,
 * the right one included: its text speaks of that run.
 */
async function watchCounter(learner: Learner, stepName: 'reveal' | 'transfer'): Promise<void> {
  const { page, folder, language } = learner;
  const { ask, page: words } = learnTexts(language);
  const show = stepOf(page, stepName).getByRole('button', {
    name: new RegExp(`^(${ask.show}|${ask.showFalse})$`),
  });
  const { counters = {} } = stepName === 'reveal' ? folder.reveal.predict : folder.reveal.transfer.answer;
  if (Object.keys(counters).length === 0) return;
  await press(learner, show);
  await expect(page.getByRole('button', { name: words.hideCounter })).toBeVisible();
  await page.waitForFunction(() => globalThis.lab?.status === 'ready');
  await press(learner, page.getByRole('button', { name: words.hideCounter }));
  await expect(page.getByRole('button', { name: words.hideCounter })).toBeHidden();
}

/** Who knows passes; who does not answers wrongly, does not pass, and has a way shown. */
async function passCheck(learner: Learner): Promise<void> {
  const { page, folder, language, knows } = learner;
  const { ask, try: words } = learnTexts(language);
  const { goals, question, answer: right } = folder.reveal.check;
  const step = stepOf(page, 'check');
  const passed = step.getByText(new RegExp(words.passed));
  if (goals) {
    await expect(step.locator('li[data-met]')).toHaveCount(goals.length);
    await expect(step.locator('li[data-met]').filter({ hasText: words.counting })).toHaveCount(0, {
      timeout: 30_000,
    });
    await expect(step.locator('li[data-met="false"]').first()).toBeVisible();
  }
  await expect(passed).toBeHidden();
  if (question && right) {
    await answer(learner, 'check', 'check', { question, answer: right }, ask.answer);
    await expectVerdict(learner, 'check');
    if (!knows) {
      await expect(passed).toBeHidden();
      await press(learner, step.getByRole('button', { name: ask.again, exact: true }));
      await answer({ ...learner, knows: true }, 'check', 'check', { question, answer: right }, ask.answer);
      await expectVerdict({ ...learner, knows: true }, 'check');
    }
  }
  if (goals) {
    await press(learner, step.getByRole('button', { name: words.show, exact: true }));
    await expect(step.locator('li[data-met="false"]')).toHaveCount(0, { timeout: 30_000 });
  }
  await expect(passed).toBeVisible();
}
