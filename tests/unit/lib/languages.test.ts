import { expect, it } from 'vitest';
import { listed } from '../../../src/lib/languages.ts';

it('puts something between the parts in every language', () => {
  expect(listed('en', ['network 60%', 'server 40%'])).toBe('network 60%, server 40%');
  expect(listed('zh-CN', ['网络 60%', '服务器 40%'])).toBe('网络 60%，服务器 40%');
});
