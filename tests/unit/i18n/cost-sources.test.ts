/** Every source of a cost and every reason of a fit is said in Chinese, with the same numbers, and nothing else is. */
import { expect, it } from 'vitest';
import { loadSources, translatedSource } from '../../../src/i18n/cost-sources.ts';
import { costSources } from '../../support/cost-sources.ts';

const texts = await loadSources('zh-CN');

it('is whole', () => {
  expect(costSources.filter((source) => !translatedSource(texts, source))).toEqual([]);
});

it('has nothing that nobody says', () => {
  const [pattern, ...known] = Object.keys(texts);
  expect(pattern).toContain('{why}');
  expect(known.filter((source) => !costSources.includes(source))).toEqual([]);
});

/** Digits with what stands between them: thousands are spaced alike in both languages. */
const numbersOf = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();

it.each(costSources)('has the numbers of: %s', (source) => {
  expect(numbersOf(translatedSource(texts, source) ?? '')).toEqual(numbersOf(source));
});

it('says where a fitted cost was searched', () => {
  const fitted = costSources.find((source) => source.includes('The fit searched from'));
  expect(translatedSource(texts, fitted ?? '')).toMatch(
    /。拟合时在 [\d.,]+ 到 [\d.,]+ ns 之间搜索（npm run fit -- [\w-]+）。$/,
  );
});

it('leaves English to the profiles', async () => {
  expect(translatedSource(await loadSources('en'), costSources[0] ?? '')).toBeUndefined();
});
