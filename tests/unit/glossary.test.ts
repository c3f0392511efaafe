/** The glossary: complete in both languages, its links show what they say, and lessons say its terms. */
import { describe, expect, it } from 'vitest';
import { loadTerms, type TermTexts } from '../../src/i18n/terms.ts';
import { finderOf, marksIn } from '../../src/learn/glossary/marks.ts';
import { TERM_GROUPS, TERMS } from '../../src/learn/glossary/terms.ts';
import { factsOf, isLanguage, LANGUAGES, type Language, REFERENCE } from '../../src/lib/languages.ts';
import { applyEdits } from '../../src/model/scenario/apply-edits.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { readLink } from '../../src/model/scenario/read-link.ts';
import { regionsIn } from '../../src/stage/regions.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { lessonFolders } from '../lessons/files.ts';
import { recordPreset } from '../support/scenes.ts';

const engine = await loadEngine();
const texts = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await loadTerms(language)] as const)),
) as Readonly<Record<Language, TermTexts>>;
const finders = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    finderOf(Object.fromEntries(Object.entries(texts[language]).map(([id, { marks }]) => [id, marks]))),
  ]),
);
const found = (text: string, language: Language = REFERENCE) =>
  marksIn(text, finders[language] ?? finderOf({})).map(
    ({ id, from, to }) => `${id}: ${text.slice(from, to)}`,
  );

describe('the terms', () => {
  it('are at least sixty, in every language, each with its name in another', () => {
    const ids = TERMS.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ids).size).toBe(ids.length);
    for (const language of LANGUAGES) expect(Object.keys(texts[language]).sort()).toEqual([...ids].sort());
    for (const language of LANGUAGES) {
      const { termsAlsoIn } = factsOf(language);
      if (!isLanguage(termsAlsoIn)) throw new Error(`${termsAlsoIn} is not a language of the page`);
      for (const id of ids)
        expect([id, texts[language][id]?.other]).toEqual([id, texts[termsAlsoIn][id]?.name]);
    }
    expect(new Set(TERMS.map(({ group }) => group))).toEqual(new Set(TERM_GROUPS));
  });

  it.each(LANGUAGES)(
    'are explained in more than a line, with more in the glossary, and have a place: %s',
    (language) => {
      for (const [id, { text, more, where }] of Object.entries(texts[language])) {
        expect(text.length + more.length, id).toBeGreaterThan(language === 'en' ? 90 : 40);
        expect(more.length, id).toBeGreaterThan(5);
        expect(where.length, id).toBeGreaterThan(5);
      }
    },
  );

  it.each(TERMS.map(({ id, show }) => [id, show] as const))(
    '%s can be seen where its link leads',
    (_, show) => {
      const { link, problems } = readLink(show);
      expect(problems).toEqual([]);
      for (const { preset, edits } of [link.a, link.b]) {
        const base = complete(engine, presetById(preset)?.scenario as object);
        expect(() => complete(engine, applyEdits(base, edits) as object)).not.toThrow();
      }
    },
  );

  it.each(
    TERMS.flatMap(({ id, show }) => {
      const { a, b, view } = readLink(show).link;
      return view.explain ? [[id, view.explain, [a, b]] as const] : [];
    }),
  )('%s is marked where the stage has it: %s', async (_, part, sides) => {
    const parts = await Promise.all(
      sides.map(async ({ preset, edits }) => regionsIn((await recordPreset(preset, 1e5, edits)).layout)),
    );
    expect(parts.flat()).toContain(part);
  });

  it.each(LANGUAGES)('have no spelling twice: %s', (language) => {
    const all = Object.values(texts[language]).flatMap(({ marks }) => marks.split('|').filter(Boolean));
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });
});

describe('in a text', () => {
  it('are found where they are said first, the longest of them, as whole words', () => {
    expect(found('One round trip. The round-trip time, again a round trip; grounds; RTTs, an RTT')).toEqual([
      'rtt: round trip',
    ]);
    expect(found('the round-trip time')).toEqual(['rtt: round-trip time']);
    expect(found('Pipelining is not a pipeline of pipelinings')).toEqual(['pipelining: Pipelining']);
    expect(found('经过往返时延，再往返一次', 'zh-CN')).toEqual(['rtt: 往返时延']);
  });

  it('are left alone in code and in the formulas of figures', () => {
    expect(found('`MGET` and {{us max(latency)}} and\n```\nMSET\n```\nthen MGET')).toEqual([
      'multiKey: MGET',
    ]);
  });

  it.each(LANGUAGES)('are said by every lesson: %s', (language) => {
    for (const { id, after } of lessonFolders) {
      // Lessons may be translated later than the page.
      if (!(language in after)) continue;
      const said = [...(after[language]?.values() ?? [])].flatMap((text) => found(text, language));
      expect(said.length, id).toBeGreaterThan(2);
    }
  });
});
