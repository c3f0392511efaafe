import { expect, test } from 'vitest';
import type { Table } from '../../src/charts/chart.ts';
import { melodyOf } from '../../src/charts/melody.ts';

const table = (rows: Table['rows']): Table => ({
  caption: '',
  columns: [
    { title: 'at', unit: 'ns' },
    { title: 'A', unit: '1/s', isCurve: true },
    { title: 'samples', unit: 'number' },
    { title: 'B', unit: '1/s', isCurve: true },
  ],
  rows,
});

test('curves share one scale from 0 on, and what is not known is silent', () => {
  const voices = melodyOf(
    table([
      [0, 0, 7, 50],
      [1, 50, 7, undefined],
      [2, 100, 7, 25],
    ]),
  );
  expect(voices).toEqual([
    { title: 'A', notes: [0, 0.5, 1] },
    { title: 'B', notes: [0.5, undefined, 0.25] },
  ]);
});

test('values several powers of ten apart are told apart by their logarithms', () => {
  const [a] = melodyOf(
    table([
      [0, 1, 0, undefined],
      [1, 100, 0, undefined],
      [2, 10_000, 0, undefined],
    ]),
  );
  expect(a?.notes.map((note) => note?.toFixed(3))).toEqual(['0.000', '0.500', '1.000']);
});

test('what is no curve is not heard', () => {
  expect(melodyOf(table([[0, 1, 1, 1]]))).toEqual([]);
  expect(melodyOf(table(Array(4).fill([0, undefined, 1, undefined])))).toEqual([]);
  expect(melodyOf(table(Array(4).fill([0, 0, 1, 0])))).toEqual([]);
  expect(melodyOf({ caption: '', columns: [{ title: 'A', unit: 'text' }], rows: [] })).toEqual([]);
});
