/** Tests that help for metrics refers to nothing above or below it: it is shown in the headline, in the table and on demand. */
import { expect, it } from 'vitest';
import en from '../../../src/i18n/en/help.json' with { type: 'json' };
import zh from '../../../src/i18n/zh-CN/help.json' with { type: 'json' };

it.each([
  ['en', en, /\b(above|below)\b/],
  ['zh-CN', zh, /(?<!它)上面的|下面的|上方|下方|上文|(?<!上)下文/],
] as const)('in %s', (_, { figures }, places) => {
  expect(Object.entries(figures).filter(([, text]) => places.test(text))).toEqual([]);
});
