import { expect, it } from 'vitest';
import { readBookmarks, toggledBookmark } from '../../../../src/model/scenario/bookmarks.ts';

it('sets a mark at a time, and removes it again', () => {
  const one = toggledBookmark(undefined, 2_000_000);
  expect(one).toBe('2ms');
  const two = toggledBookmark(one, 1500);
  expect(readBookmarks(two)).toEqual([1500, 2_000_000]);
  expect(toggledBookmark(two, 2_000_000)).toBe('1.5us');
  expect(toggledBookmark(one, 2_000_000)).toBeUndefined();
});

it('reads any text, up to the maximum number of marks', () => {
  expect(readBookmarks(',x,-1ms,3ms,3ms,1e9')).toEqual([3_000_000]);
  const many = Array.from({ length: 50 }, (_, i) => `${i}us`).join();
  expect(readBookmarks(many)).toHaveLength(20);
  expect(readBookmarks(toggledBookmark(many, 7))).toHaveLength(20);
});
