import { describe, expect, it } from 'vitest';
import { csvTable, readCsv } from '../../src/evidence/imports/csv.ts';
import { sample } from './samples.ts';

const text = sample('table.csv');

describe('a table of columns', () => {
  it('means what its titles say', () => {
    const { columns, sample: rows } = csvTable(text);
    expect(columns).toEqual([
      { title: 'client', role: 'name' },
      { title: 'threads', role: 'at', path: 'workload.arrivals.callers' },
      { title: 'conns', role: 'at', path: 'client.connections.maxTotal' },
      { title: 'qps', role: 'perSec' },
      { title: 'qps_min', role: 'nothing' },
      { title: 'mean (ms)', role: 'mean', unit: 'ms', basis: 'file' },
      { title: 'p99_us', role: 'percentile', share: 0.99, unit: 'us', basis: 'file' },
      { title: 'note', role: 'nothing' },
    ]);
    expect(rows[2]?.[0]).toBe('lettuce, shared');
  });

  it('is read as its columns are chosen', () => {
    const { columns } = csvTable(text);
    expect(readCsv(text, 'table.csv', columns).points[2]).toEqual({
      name: 'lettuce, shared 200 1',
      at: { 'workload.arrivals.callers': 200, 'client.connections.maxTotal': 1 },
      perSec: { value: 151_000 },
      meanUs: { value: 1300 },
      percentiles: [{ share: 0.99, us: 2900 }],
    });
    const others = columns.map((column) =>
      column.title === 'qps_min' ? { ...column, role: 'perSec' as const } : column,
    );
    const swapped = others.map((column) =>
      column.title === 'qps' ? { ...column, role: 'nothing' as const } : column,
    );
    expect(readCsv(text, 'table.csv', swapped).points[0]?.perSec?.value).toBe(88_000);
  });

  it.each([
    ['p999', 0.999],
    ['p99.9 (us)', 0.999],
    ['p50_ms', 0.5],
    ['p9999', 0.9999],
  ])('%s is a percentile', (title, share) => {
    expect(csvTable(`a,${title}\nx,1\n`).columns[1]?.share).toBeCloseTo(share, 9);
  });
});
