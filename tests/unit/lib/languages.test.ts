import { expect, it } from 'vitest';
import { formatList } from '../../../src/lib/languages.ts';

it('separates list items in every language', () => {
  expect(formatList('en', ['network 60%', 'server 40%'])).toBe('network 60%, server 40%');
  expect(formatList('zh-CN', ['网络 60%', '服务器 40%'])).toBe('网络 60%，服务器 40%');
});
