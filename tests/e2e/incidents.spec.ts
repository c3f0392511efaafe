/**
 * A hidden fault by keyboard alone: a wrong diagnosis, a hint, the right one; and what axe says of each state. In the deep tier
 * an automated student solves all of them from what the page shows.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';
import { CAUSES, OBSERVATIONS } from '../../src/learn/incidents/incident.ts';
import { diagnose, REMEDIES } from '../incidents/student.ts';
import { violations } from './axe.ts';
import {
  diagnoseAs,
  feedbackOf,
  incidentTexts,
  readExhibits,
  type Student,
  tryRemedy,
  undo,
} from './incident-student.ts';
import { chooseLanguage, DEEP, deepUnless, expect, test } from './page.ts';

async function speak(page: Page, lang: 'en' | 'zh-CN'): Promise<void> {
  if (lang === 'en') return;
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

/** Texts by language. */
const TEXTS = {
  en: {
    wrong: 'The connection pool is too small',
    right: 'Each request tests its connection first',
    evidence: 'Redis executes about one PING per other command',
    knob: 'Connection tests',
    off: 'off',
    submit: 'Check my diagnosis',
    hint: /^Show hint 1/,
    against: 'Evidence against this cause:',
    solved: 'Solved.',
    list: 'All hidden faults',
    done: 'Solved, 85 of 100 points',
    tabs: 'Data from the machines',
  },
  'zh-CN': {
    wrong: '连接池太小',
    right: '每个请求都先检测连接',
    evidence: 'Redis 执行的 PING 与其他命令差不多一样多',
    knob: '连接检测',
    off: '关闭',
    submit: '检查我的诊断',
    hint: /^显示提示 1/,
    against: '与这个原因矛盾的证据：',
    solved: '已解决。',
    list: '全部故障',
    done: '已解决，85 分（满分 100）',
    tabs: '机器上的数据',
  },
} as const;

async function press(page: Page, control: Locator, key: string): Promise<void> {
  await control.focus();
  await page.keyboard.press(key);
}

for (const lang of ['en', 'zh-CN'] as const)
  test(`a hidden fault is solved by keyboard: ${lang}`, deepUnless(lang === 'en'), async ({ page }) => {
    const text = TEXTS[lang];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('#/learn/incidents/profile?seed=7');
    await speak(page, lang);
    await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });

    // What the machines say is read tab by tab, and scrolled by keyboard.
    await press(page, page.getByRole('tablist', { name: text.tabs }).getByRole('tab').first(), 'ArrowRight');
    await expect(page.getByRole('region', { name: 'INFO' })).toContainText('cmdstat_ping:calls=');
    expect(await violations(page)).toEqual([]);

    // A wrong cause is refused, with the numbers against it; the feedback has the focus.
    await press(page, page.getByRole('radio', { name: text.wrong }), 'Space');
    await press(page, page.getByRole('button', { name: text.submit }), 'Enter');
    const feedback = page.locator('section[aria-labelledby=incident-feedback]');
    await expect(feedback).toContainText(text.against);
    await expect(feedback.getByRole('heading')).toBeFocused();
    await expect(feedback.getByRole('listitem').first()).toContainText(/\d/);

    await press(page, page.getByRole('button', { name: text.hint }), 'Enter');
    await press(page, page.getByRole('radio', { name: text.right }), 'Space');
    await press(page, page.getByRole('checkbox', { name: text.evidence }), 'Space');
    await press(page, page.getByRole('combobox', { name: text.knob }), 'Enter');
    await page.getByRole('option', { name: text.off, exact: true }).focus();
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: text.submit }), 'Enter');
    await expect(feedback).toContainText(text.solved, { timeout: 60_000 });
    expect(await violations(page)).toEqual([]);

    // The result is kept: a refusal costs ten points, the hint five.
    await press(page, page.getByRole('link', { name: text.list }), 'Enter');
    await expect(page.getByText(text.done)).toBeVisible();
    await page.reload();
    await expect(page.getByText(text.done)).toBeVisible();
  });

test('a hidden fault fits a phone, and another number is another variant', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/learn/incidents/any?seed=12');
  await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });
  const metrics = page.getByRole('region', { name: 'Metrics' });
  const before = await metrics.textContent();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    location.hash = '#/learn/incidents/any?seed=13';
  });
  await expect(metrics).toBeVisible({ timeout: 60_000 });
  await expect(metrics).not.toHaveText(before ?? '');
});

/** Points that a refused diagnosis costs, and those of a faultless one: written here as a student is told them. */
const COST_OF_REFUSAL = 10;
const FAULTLESS = 100;
/** Least points of the automated student, refusals apart. */
const GOOD = 90;

/** A wrong cause is refused, and the feedback names an observation against it together with what was observed. */
async function expectRefused({ page, language }: Student): Promise<void> {
  const { feedback, observations } = incidentTexts(language);
  const section = feedbackOf(page);
  await expect(section).toContainText(feedback.notYet);
  await expect(section).toContainText(feedback.against);
  const against = await section.getByRole('listitem').allInnerTexts();
  expect(against.length).toBeGreaterThan(0);
  for (const line of against) {
    const named = OBSERVATIONS.map((each) => observations[each]).find((text) => line.includes(text));
    expect([line, named]).not.toContain(undefined);
    // The observation is followed by what the texts on the page say of it.
    expect(line.length - line.indexOf(named ?? '') - (named ?? '').length).toBeGreaterThan(10);
  }
}

/** Names of the incidents; nothing else of their files is read. */
const IDS = readdirSync(at('src/learn/incidents/content')).map((file) => basename(file, '.json'));

for (const [place, id] of IDS.entries()) {
  const language = place % 2 === 0 ? 'en' : 'zh-CN';
  test(`${id}: solved in the page from what it shows, in ${language}`, DEEP, async ({ page }) => {
    test.setTimeout(240_000);
    const student: Student = { page, language };
    const { feedback, list, solved } = incidentTexts(language);
    await chooseLanguage(page, language);
    await page.goto(`#/learn/incidents/${id}?seed=${4711 + place}`);
    await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });

    const finding = diagnose(await readExhibits(student));
    const others = CAUSES.filter((cause) => cause !== finding.cause);
    for (const cause of others) {
      await diagnoseAs(student, cause, []);
      await expect(feedbackOf(page)).toContainText(incidentTexts(language).causes[cause]);
      await expectRefused(student);
    }

    for (const remedy of REMEDIES[finding.cause]) {
      if (await tryRemedy(student, remedy)) break;
      await undo(student, remedy);
    }
    await diagnoseAs(student, finding.cause, finding.evidence);
    await expect(feedbackOf(page)).toContainText(feedback.solved, { timeout: 60_000 });
    await expect(feedbackOf(page)).toContainText(feedback.remedy.right);

    // The grade is kept, with every refusal deducted.
    const shown = await feedbackOf(page).locator('p').first().innerText();
    const points = Number(/\d+/.exec(shown)?.[0]);
    expect(points).toBeGreaterThanOrEqual(GOOD - COST_OF_REFUSAL * others.length);
    expect(points).toBeLessThanOrEqual(FAULTLESS - COST_OF_REFUSAL * others.length);
    await page.getByRole('link', { name: list, exact: true }).click();
    await expect(page.getByText(solved.replace('{points}', String(points)))).toBeVisible();
  });
}
