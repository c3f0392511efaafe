/** Every default has a source in each language, with the same numbers, and a row on the page of the model. */
import { expect, it } from 'vitest';
import { defaultRows, kindOf } from '../../../src/evidence/model-page/default-rows.ts';
import { loadExplanations, loadProvenances } from '../../../src/i18n/explanations.ts';
import { LANGUAGES, REFERENCE } from '../../../src/lib/languages.ts';
import { fields } from '../../../src/model/scenario/fields.ts';
import { sources } from '../../../src/model/scenario/generated/help.json';

const others = await Promise.all(
  LANGUAGES.filter((language) => language !== REFERENCE).map(async (language) => {
    const texts = await loadExplanations(language);
    return [language, texts.sources] as const;
  }),
);

it.each(others)('all are in %s, and no others', (_, texts) => {
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(sources).toSorted());
});

/** Digits with what stands between them: thousands are spaced alike in both languages. */
const numbersOf = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();

it.each(others)('have the same numbers in %s', (_, texts) => {
  const numbers = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([key, text]) => [key, numbersOf(text)]));
  expect(numbers(texts)).toEqual(numbers(sources));
});

const rows = defaultRows({ sources, provenances: await loadProvenances() });

it('has every setting that has a default, but for costs and what distributions are made of', () => {
  const known = new Set(rows.map(({ path }) => path));
  const missing = fields.filter(
    ({ path, key, optional }) =>
      !optional && !key.startsWith('Dist.') && !known.has(path) && !known.has(path.replace(/\.kind$/, '')),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
  expect(rows.length).toBeGreaterThan(120);
});

it('names the kind where kinds have the same setting with another source', () => {
  const kinds = rows.flatMap((row) => kindOf(row, rows)?.is ?? []);
  const expected = ['blocking', 'eventLoops', 'writerReader', 'call', 'poolMonitor', 'linear', 'exponential'];
  expect(kinds).toEqual(expected);
});
