/** What figures are is said in the headline, in the table and on demand: it must not point at what stands above or below it. */
import { expect, it } from 'vitest';
import en from '../../../src/i18n/en/help.json' with { type: 'json' };
import zh from '../../../src/i18n/zh-CN/help.json' with { type: 'json' };

it.each([
  ['en', en, /\b(above|below)\b/],
  ['zh-CN', zh, /(?<!它)上面的|下面的|上方|下方|上文|(?<!上)下文/],
] as const)('in %s', (_, { figures }, places) => {
  expect(Object.entries(figures).filter(([, text]) => places.test(text))).toEqual([]);
});
