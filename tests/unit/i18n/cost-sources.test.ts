/** Every source of a cost and every reason of a fit is said in Chinese, with the same numbers, and nothing else is. */
import { expect, it } from 'vitest';
import { fits } from '../../../src/evidence/model-page/model-card.ts';
import { loadSources, translatedSource } from '../../../src/i18n/cost-sources.ts';
import { loadProfiles } from '../../../src/model/scenario/cost-profiles.ts';

const texts = await loadSources('zh-CN');
const profiles = await loadProfiles();
const sources = new Set([
  ...profiles.flatMap(({ costs }) => Object.values(costs).flatMap((cost) => cost?.source ?? [])),
  ...fits.flatMap(({ costs, sources }) => [...costs.map(({ why }) => why), ...sources]),
]);

it('is whole', () => {
  expect([...sources].filter((source) => !translatedSource(texts, source))).toEqual([]);
});

it('has nothing that nobody says', () => {
  const [pattern, ...known] = Object.keys(texts);
  expect(pattern).toContain('{why}');
  expect(known.filter((source) => !sources.has(source))).toEqual([]);
});

/** Digits with what stands between them: thousands are spaced alike in both languages. */
const numbersOf = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();

it.each([...sources])('has the numbers of: %s', (source) => {
  expect(numbersOf(translatedSource(texts, source) ?? '')).toEqual(numbersOf(source));
});

it('says where a fitted cost was searched', () => {
  const fitted = profiles
    .flatMap(({ costs }) => Object.values(costs))
    .find((cost) => cost?.source.includes('searched from'));
  expect(translatedSource(texts, fitted?.source ?? '')).toMatch(
    /；在 [\d.]+ 到 [\d.]+ ns 之间搜索（npm run fit -- [\w-]+）$/,
  );
});

it('leaves English to the profiles', async () => {
  expect(translatedSource(await loadSources('en'), [...sources][0] ?? '')).toBeUndefined();
});
