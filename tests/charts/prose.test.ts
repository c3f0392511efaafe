import { expect, test } from 'vitest';
import { prose } from '../../src/charts/prose.ts';

test('sentences follow each other as their language wants it, and empty ones leave no trace', () => {
  expect(prose(['A is fast.', '', 'B is not.'])).toBe('A is fast. B is not.');
  expect(prose(['A 很快。', 'B 不快。', ''])).toBe('A 很快。B 不快。');
  expect(prose([])).toBe('');
});
