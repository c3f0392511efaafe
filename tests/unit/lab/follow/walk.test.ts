/** Walking through a drawing of some time by keys. */
import { describe, expect, it } from 'vitest';
import { stayAt, type WalkRow, walked } from '../../../../src/lab/follow/walk.ts';

const rows: readonly WalkRow[] = [
  {
    name: '#1',
    stays: [
      { fromNs: 10, toNs: 30, name: 'wait', request: 1 },
      { fromNs: 30, toNs: 70, name: 'write', request: 1 },
    ],
  },
  {
    name: 'wire',
    stays: [
      { fromNs: -20, toNs: 12, name: 'segment', request: 2 },
      { fromNs: 40, toNs: 50, name: 'segment', request: 1 },
      { fromNs: 120, toNs: 150, name: 'segment', request: 3 },
    ],
  },
  { name: 'nobody', stays: [] },
];
const all = [0, 100] as const;
const go = (key: string, row: number, timeNs: number) => walked(key, rows, { row, timeNs }, all);

describe('keys in a drawing', () => {
  it('go from event to event of a row, and stay at its last and first', () => {
    expect(go('ArrowRight', 0, 10)).toEqual({ row: 0, timeNs: 30 });
    expect(go('ArrowRight', 0, 69)).toEqual({ row: 0, timeNs: 70 });
    expect(go('ArrowRight', 0, 70)).toEqual({ row: 0, timeNs: 70 });
    expect(go('ArrowLeft', 0, 30)).toEqual({ row: 0, timeNs: 10 });
    expect(go('ArrowLeft', 0, 10)).toEqual({ row: 0, timeNs: 10 });
  });

  it('go to the first and the last event that is drawn', () => {
    expect(go('Home', 1, 45)).toEqual({ row: 1, timeNs: 12 });
    expect(go('End', 1, 45)).toEqual({ row: 1, timeNs: 50 });
    expect(go('Home', 2, 45)).toEqual({ row: 2, timeNs: 45 });
  });

  it('go to another row at the same instant, or to what is nearest to it there', () => {
    expect(go('ArrowDown', 0, 45)).toEqual({ row: 1, timeNs: 45 });
    expect(go('ArrowDown', 0, 32)).toEqual({ row: 1, timeNs: 40 });
    expect(go('ArrowDown', 0, 15)).toEqual({ row: 1, timeNs: 0 });
    expect(go('ArrowDown', 1, 45)).toEqual({ row: 2, timeNs: 45 });
    expect(go('ArrowDown', 2, 45)).toEqual({ row: 2, timeNs: 45 });
    expect(go('ArrowUp', 0, 45)).toEqual({ row: 0, timeNs: 45 });
  });

  it('leave all others alone', () => {
    expect(go('Enter', 0, 45)).toBeUndefined();
    expect(go('a', 0, 45)).toBeUndefined();
  });

  it('tell what is there', () => {
    expect(stayAt(rows, { row: 0, timeNs: 30 })?.name).toBe('write');
    expect(stayAt(rows, { row: 0, timeNs: 70 })?.name).toBe('write');
    expect(stayAt(rows, { row: 0, timeNs: 71 })).toBeUndefined();
    expect(stayAt(rows, { row: -1, timeNs: 30 })).toBeUndefined();
  });
});
