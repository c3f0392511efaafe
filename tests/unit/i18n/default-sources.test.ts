/** Every source of a default is said in Chinese, with the same numbers, and nothing else is; every default has a name and a value in words. */
import { expect, it } from 'vitest';
import { defaultRows } from '../../../src/evidence/model-page/default-rows.ts';
import { loadDefaultSources } from '../../../src/i18n/explanations.ts';
import { loadDefaults } from '../../../src/model/scenario/defaults.ts';
import { fields } from '../../../src/model/scenario/fields.ts';

const texts = await loadDefaultSources('zh-CN');
const defaults = await loadDefaults();
const sources = [...new Set(defaults.map(({ source }) => source))];

it('is whole, and has nothing that nobody says', () => {
  expect(sources.filter((source) => !texts[source])).toEqual([]);
  expect(Object.keys(texts).filter((source) => !sources.includes(source))).toEqual([]);
});

/** Digits with what stands between them: thousands are spaced alike in both languages. */
const numbersOf = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();

it.each(sources)('has the numbers of: %s', (source) => {
  expect(numbersOf(texts[source] ?? '')).toEqual(numbersOf(source));
});

it('leaves English to the file itself', async () => {
  expect(await loadDefaultSources('en')).toEqual({});
});

it('finds the field of every default, and no field with another default', () => {
  const rows = defaultRows(defaults);
  expect(defaults.length - rows.length, 'only the costs that replace those of a profile have no field').toBe(
    1,
  );
  const others = rows.filter(
    ({ field, valueField, default: value }) => field === valueField && field.default !== value,
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

it('has every setting that has a default, but for costs and what distributions are made of', () => {
  const known = new Set(defaults.map(({ path }) => path));
  const missing = fields.filter(
    ({ path, key, optional }) =>
      !optional && !key.startsWith('Dist.') && !known.has(path) && !known.has(path.replace(/\.kind$/, '')),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
