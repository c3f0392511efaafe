/** Tests the line below a time breakdown that states the sum of its rows. */
import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import en from '../../../../src/i18n/en/follow.json';
import zh from '../../../../src/i18n/zh-CN/follow.json';
import { addsOf } from '../../../../src/lab/follow/adds.ts';
import type { Language } from '../../../../src/lib/languages.ts';

const saying = (locale: Language, follow: typeof en) =>
  createTranslator({ locale, messages: { follow }, namespace: 'follow.ledger' }) as unknown as Parameters<
    typeof addsOf
  >[0];
const one = { request: '#180', ns: '24,302,094', ending: 'answered' as const };
const other = { request: '#7', ns: '1,064,000', ending: 'answered' as const };

it('speaks of both requests where two are compared, and of the one that is over where the other is not', () => {
  const t = saying('en', en);
  expect(addsOf(t, [one, other], true)).toBe(
    'The rows of #180 add up to 24,302,094 ns, those of #7 to 1,064,000 ns. These are exactly their response times.',
  );
  expect(addsOf(t, [other], true)).toMatch(
    /^The rows of #7 add up to 1,064,000 ns.*The other request is unfinished/,
  );
  expect(addsOf(t, [one], false)).toBe('The rows add up to 24,302,094 ns, exactly the response time.');
  expect(addsOf(t, [], true)).toBe('');
});

it('calls nothing a response time that has failed', () => {
  const t = saying('en', en);
  const lost = { ...one, ending: 'failed' as const };
  expect(addsOf(t, [lost], false)).toBe(
    'The rows add up to 24,302,094 ns, exactly the time until it failed.',
  );
  expect(addsOf(t, [lost, other], true)).toMatch(/exactly their times until they ended\.$/);
  expect(addsOf(t, [lost, { ...other, ending: 'failed' as const }], true)).toMatch(
    /times until they failed\.$/,
  );
});

it('says so in Chinese as well', () => {
  expect(addsOf(saying('zh-CN', zh), [one, other], true)).toMatch(/#180 .*24,302,094 ns，#7 .*1,064,000 ns/);
});
