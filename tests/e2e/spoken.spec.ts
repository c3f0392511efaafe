/**
 * What a screen reader is told while a lesson and a hidden fault are taken by keyboard: messages, each once and whole, and where the
 * focus goes when its control disappears. Walks with Orca found each of these cases silent, doubled or torn.
 */
import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../src/lib/languages.ts';
import { lessonFolders } from '../lessons/files.ts';
import { incidentTexts } from './incident-student.ts';
import { learnTexts, openLesson, stepOf } from './learner.ts';
import { deepUnless, expect, test } from './page.ts';

declare global {
  var spoken: string[];
}

/** Collects the texts of live regions when they change, as a screen reader does. */
function listen(): void {
  globalThis.spoken = [];
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], output';
  new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target, addedNodes }) =>
        [target, ...addedNodes].map((node) =>
          (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(LIVE),
        ),
      ),
    );
    for (const region of regions)
      if (region?.textContent && region.getAttribute('aria-live') !== 'off')
        globalThis.spoken.push(region.innerText.replace(/\s+/g, ' '));
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** The messages since the last call. */
const heard = (page: Page): Promise<string[]> => page.evaluate(() => globalThis.spoken.splice(0));

const hears = (page: Page, said: (all: string) => boolean) =>
  expect
    .poll(() => page.evaluate(() => globalThis.spoken.join('\n')).then(said), { timeout: 60_000 })
    .toBe(true);

const hearsText = (page: Page, text: string) => hears(page, (all) => all.includes(text));

const enter = (control: Locator) => control.press('Enter');

const lesson = (id: string) => {
  const folder = lessonFolders.find((each) => each.id === id);
  if (!folder) throw new Error(`there is no lesson ${id}`);
  return folder;
};

async function open(page: Page, id: string, language: Language): Promise<void> {
  await page.addInitScript(listen);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson({ page, folder: lesson(id), language, knows: false });
}

/** A wrong answer to the question about the run, and a word that is a button in its feedback. */
const SEE = {
  en: { term: 'main thread' },
  'zh-CN': { term: '主线程' },
} as const;

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `a lesson says what each key did, and keeps the focus (${language})`,
    deepUnless(language === 'en'),
    async ({ page }) => {
      const { page: words, ask, explain } = learnTexts(language);
      await open(page, 'rtt', language);
      const next = page.getByRole('button', { name: words.next, exact: true });
      const title = page.locator('#step-title');
      const submit = (step: string) => stepOf(page, step).locator('button[type=submit]');

      await enter(next);
      await heard(page);
      // Too early: the reason, and the focus stays.
      await enter(submit('predict'));
      await hearsText(page, ask.first.replace(/\{[^}]*\}/, ask.unknown));
      await expect(submit('predict')).toBeFocused();

      await page.locator('[role=radio][value="fourHundred"]').press(' ');
      await enter(submit('predict'));
      await hearsText(page, ask.locked.replace('{given}', '400'));
      await expect(title).toBeFocused();

      await enter(next);
      await expect(title).toBeFocused();
      await page.locator('[role=radio]').first().press(' ');
      await heard(page);
      await enter(submit('see'));
      await hearsText(page, ask.wrong);
      // Once, with its verdict in front and the word that is a button.
      const feedback = (await heard(page)).filter((text) => text.includes(SEE[language].term));
      expect(feedback).toHaveLength(1);
      expect(feedback[0]).toMatch(new RegExp(`^${ask.wrong} `));
      await expect(stepOf(page, 'see').locator('[data-verdict] p').first()).toBeFocused();

      // When a list of tabs appears, Orca leaves the heading for its selected tab.
      await enter(next);
      await expect(title).toBeFocused();
      await expect(stepOf(page, 'reveal').getByRole('button', { name: 'Jedis', exact: true })).toBeVisible();
      await expect(stepOf(page, 'reveal').getByRole('tab')).toHaveCount(0);
      await stepOf(page, 'reveal').getByRole('textbox').fill('because');
      await enter(page.getByRole('button', { name: explain.compare }));
      await expect(page.getByRole('heading', { name: explain.ours, exact: true })).toBeFocused();
    },
  );

  test(
    `orders, shares and numbers say their new value once (${language})`,
    deepUnless(false),
    async ({ page }) => {
      const { page: words, ask } = learnTexts(language);
      const next = page.getByRole('button', { name: words.next, exact: true });
      await open(page, 'batches', language);
      await enter(next);
      await heard(page);
      const up = page.locator('form li').nth(1).getByRole('button').first();
      const name = (await up.getAttribute('aria-label')) ?? '';
      await enter(up);
      const [before = '', after = ''] = ask.up.split('{item}');
      const item = name.slice(before.length, name.length - after.length);
      await hearsText(page, ask.rank.replace('{place}', '1').replace('{item}', item));

      await openLesson({ page, folder: lesson('mget'), language, knows: false });
      await enter(next);
      await expect(page.getByRole('slider').first()).toBeVisible();
      await heard(page);
      await page.locator('form').getByRole('slider').first().press('ArrowRight');
      await expect(page.locator('form').getByRole('slider').first()).toHaveAttribute('aria-valuetext', /^26/);
      // A slider says its value itself.
      expect(await heard(page)).toEqual([]);
    },
  );

  test(
    `a hidden fault says what each run brought, and keeps the focus (${language})`,
    deepUnless(language === 'zh-CN'),
    async ({ page }) => {
      const { outcome, knobs, hints, diagnosis } = incidentTexts(language);
      await page.addInitScript(listen);
      await page.goto(`#/learn/incidents/profile?seed=7&lang=${language}`);
      const said = (run: string, met: string) =>
        new RegExp(
          outcome.said
            .replace('{run}', run)
            .replace('{met}', met)
            .replace(/\{\w+\}/g, '.+'),
        );
      await hears(page, (all) => said(outcome.found, outcome.no).test(all));

      // The text of a machine is the next stop after its tab.
      await page.getByRole('tab').nth(1).press('Tab');
      await expect(page.getByRole('tabpanel').getByRole('region')).toBeFocused();

      await page.getByRole('combobox', { name: knobs.testOnBorrow }).press('Enter');
      await page
        .getByRole('option', { name: incidentTexts(language).options.off, exact: true })
        .press('Enter');
      await heard(page);
      await enter(page.getByRole('button', { name: knobs.try, exact: true }));
      await hears(page, (all) => said(outcome.tried, outcome.yes).test(all));

      const take = page.getByRole('button', { name: new RegExp(`^${hints.take.replace(/\{.*/s, '')}`) });
      await heard(page);
      for (let hint = 0; hint < 3; hint++) await enter(take);
      await hearsText(page, `2. ${hints.what.testOnBorrow}`);
      await hearsText(page, '3. ');
      await expect(take).toBeHidden();
      await expect(
        page.getByRole('region', { name: hints.title }).getByRole('listitem').last(),
      ).toBeFocused();

      // A further observation cannot be chosen, and says why.
      const evidence = page.getByRole('group', { name: diagnosis.evidence }).getByRole('checkbox');
      for (let place = 0; place < 3; place++) await evidence.nth(place).press(' ');
      await expect(evidence.nth(3)).toHaveAccessibleDescription(
        diagnosis.evidenceNote.replace('{count}', '3'),
      );
    },
  );
}
