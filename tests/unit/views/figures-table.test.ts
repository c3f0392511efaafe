/** The figures as a file: every row of the table on screen, in full precision, both sides and their difference. */
import { expect, it } from 'vitest';
import { figuresTable } from '../../../src/views/results/figures-table.ts';
import { ROW_GROUPS } from '../../../src/views/results/rows.ts';
import { scenarioOf, summaryOf } from '../explain/runs.ts';

const words = {
  caption: 'both',
  quantity: 'Quantity',
  unit: 'Unit',
  difference: 'B − A',
  half: (side: string) => `${side} ±`,
  row: (id: string) => id,
  share: (row: string) => `${row} share`,
  resource: (name: string) => `the ${name}`,
};

const a = summaryOf(scenarioOf('jedis-pool-8'));
const b = summaryOf(scenarioOf('lettuce-shared'));
const sides = [
  { id: 'a', summary: a },
  { id: 'b', summary: b },
] as const;

it('has every figure exactly, in a unit, with its interval and the difference', () => {
  const { columns, rows } = figuresTable(sides, words);
  expect(columns.map(({ title }) => title)).toEqual(['Quantity', 'Unit', 'A', 'A ±', 'B', 'B ±', 'B − A']);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  const row = (name: string) => rows.find(([label]) => label === name)?.slice(1);
  expect(row('throughput')).toEqual([
    '1/s',
    a.throughput.perSec,
    a.throughput.halfWidth95,
    b.throughput.perSec,
    b.throughput.halfWidth95,
    b.throughput.perSec - a.throughput.perSec,
  ]);
  expect(row('p99')?.slice(0, 2)).toEqual(['ns', (a.responseTime.p99Us ?? Number.NaN) * 1000]);
  expect(row('bottleneck')).toEqual([
    '',
    `the ${a.resources[0]?.resource}`,
    undefined,
    `the ${b.resources[0]?.resource}`,
    undefined,
    undefined,
  ]);
  expect(row('bottleneck share')?.slice(0, 2)).toEqual(['share', a.resources[0]?.utilisation]);
  expect(row('fingerprint')?.[1]).toBe(a.fingerprint);
  const all = ROW_GROUPS.flatMap((group) => group.rows.map(({ id }) => id));
  expect(rows.map(([label]) => label)).toEqual(expect.arrayContaining(all));
});

it('has no difference of one side alone, and no number that is not known', () => {
  const { columns, rows } = figuresTable([{ id: 'a', summary: undefined }], words);
  expect(columns).toHaveLength(4);
  expect(rows.every((row) => row.slice(2).every((cell) => cell === undefined))).toBe(true);
});
