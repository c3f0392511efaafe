// @vitest-environment happy-dom
/** Tables that their readers sort: numbers by value, texts as the language has them, three states of a header. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import type { Table } from '../../../src/charts/chart.ts';
import type { AnsweredRow } from '../../../src/evidence/reproductions/evidence-state.ts';
import { RowTable } from '../../../src/evidence/reproductions/RowTable.tsx';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { DataTable } from '../../../src/lab/results/DataTable.tsx';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { inOrder, pressed } from '../../../src/ui/sorting.tsx';
import { Texts } from '../../../src/ui/texts.tsx';

afterEach(cleanup);

const ordered = (cells: readonly (string | number | undefined)[], order: 'ascending' | 'descending') =>
  inOrder(cells, (cell) => cell, order, 'en');

describe('the order of rows', () => {
  it('is that of values, not of their texts, and what is unknown comes last in both directions', () => {
    expect(ordered([10, undefined, 9, -1, Number.NaN, 100], 'ascending')).toEqual([
      -1,
      9,
      10,
      100,
      undefined,
      Number.NaN,
    ]);
    expect(ordered([10, undefined, 9, 100], 'descending')).toEqual([100, 10, 9, undefined]);
    expect(ordered(['Caller 10', 'event loop 1', 'caller 9'], 'ascending')).toEqual([
      'caller 9',
      'Caller 10',
      'event loop 1',
    ]);
  });

  it('is that of the reader’s language', () => {
    const words = ['王', '李', '张'];
    expect(inOrder(words, (word) => word, 'ascending', 'zh-CN')).toEqual(['李', '王', '张']);
  });

  it('leaves equal rows as they are to each other', () => {
    const rows = [
      { id: 1, n: 5 },
      { id: 2, n: 5 },
      { id: 3, n: 4 },
    ];
    expect(inOrder(rows, ({ n }) => n, 'descending', 'en').map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

test('a header rises, falls, and is as it was; another one begins anew', () => {
  const rising = pressed(undefined, 'a');
  const falling = pressed(rising, 'a');
  expect([rising, falling, pressed(falling, 'a'), pressed(falling, 'b')]).toEqual([
    { column: 'a', order: 'ascending' },
    { column: 'a', order: 'descending' },
    undefined,
    { column: 'b', order: 'ascending' },
  ]);
});

const table: Table = {
  caption: 'Times',
  columns: [
    { title: 'Name', unit: 'text' },
    { title: 'Time', unit: 'ns' },
  ],
  rows: [
    ['b', 9e6],
    ['c', 80_000],
    ['a', undefined],
    ['d', 1.2e9],
  ],
};
const firsts = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe.each(LANGUAGES)('the numbers of a chart in %s', (language) => {
  it('are sorted by pressing the header of a column, which says how', async () => {
    render(
      <Texts language={language} catalogue={await loadCatalogue(language)}>
        <DataTable table={table} />
      </Texts>,
    );
    const [, time] = screen.getAllByRole('columnheader');
    const button = screen.getByRole('button', { name: 'Time' });
    const seen = [];
    for (let press = 0; press < 4; press++) {
      seen.push([time?.getAttribute('aria-sort'), firsts().join('')]);
      fireEvent.click(button);
    }
    // 80 µs, 9 ms, 1.2 s: as texts they would come in another order.
    expect(seen).toEqual([
      ['none', 'bcad'],
      ['ascending', 'cbda'],
      ['descending', 'dbca'],
      ['none', 'bcad'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(firsts().join('')).toBe('abcd');
    expect(time?.getAttribute('aria-sort')).toBe('none');
  });
});

test('measured rows keep their quantities together and are sorted by their rates', async () => {
  const rowOf = (id: string, seen: number, predicted: number): AnsweredRow =>
    ({
      name: id,
      row: { table: 'batch', id },
      comparisons: [
        { quantity: 'perSec', seen, low: seen, high: seen, predicted, error: predicted / seen - 1 },
        { quantity: 'meanUs', seen: 1, low: 1, high: 1, predicted: 1, error: 0 },
      ],
    }) as unknown as AnsweredRow;
  const catalogue = await loadCatalogue('en');
  render(
    <Texts language="en" catalogue={catalogue}>
      <RowTable rows={[rowOf('x', 900, 910), rowOf('y', 10_000, 9000), rowOf('z', 80, 120)]} />
    </Texts>,
  );
  const order = () =>
    screen
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.match(/ · (\w)/)?.[1])
      .join('');
  expect(order()).toBe('zyx');
  fireEvent.click(screen.getByRole('button', { name: 'Measured' }));
  expect(order()).toBe('zxy');
  fireEvent.click(screen.getByRole('button', { name: 'Measured' }));
  expect(order()).toBe('yxz');
  fireEvent.click(screen.getByRole('button', { name: 'Row' }));
  expect(order()).toBe('xyz');
});

test('a time with fewer than ten answers beyond it is shown with a question mark', async () => {
  const table: Table = {
    caption: 'Percentiles',
    columns: [
      { title: 'Percentile', unit: 'text' },
      { title: 'A', unit: 'ns', isCounted: true },
      { title: 'A, took longer', unit: 'number' },
    ],
    rows: [
      ['99 %', 1_000_000, 10],
      ['99.9 %', 2_000_000, 9],
    ],
  };
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <DataTable table={table} />
    </Texts>,
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(cells).toEqual(['1 ms', '10', '2 ms?', '9']);
});
