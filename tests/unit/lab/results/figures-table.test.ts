/** The figures as a file: every row of the table on screen, in full precision, both sides and their difference. */
import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import en from '../../../../src/i18n/en/results.json';
import zh from '../../../../src/i18n/zh-CN/results.json';
import { figuresTable } from '../../../../src/lab/results/figures-table.ts';
import { nameFacts, ROW_GROUPS, rowsFor } from '../../../../src/lab/results/rows.ts';
import { percentileOf } from '../../../../src/model/explain/pending-percentile.ts';
import { runResult } from '../../../../src/model/explain/run-result.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

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

const run = (preset: string) => {
  const scenario = scenarioOf(preset);
  return runResult({ scenario }, summaryOf(scenario));
};
const a = run('jedis-pool-8');
const b = run('lettuce-shared');
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
  // The pool's callers starve: its p99 is a lower bound, and a difference from it is no number.
  expect(row('p99')).toEqual([
    'ns',
    `≥${(percentileOf(a, 'p99Us')?.us ?? Number.NaN) * 1000}`,
    undefined,
    (b.responseTime.p99Us ?? Number.NaN) * 1000,
    undefined,
    undefined,
  ]);
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
  const all = ROW_GROUPS.flatMap((group) => rowsFor(group.rows, sides).map(({ id }) => id));
  expect(all).toHaveLength(ROW_GROUPS.flatMap((group) => group.rows).length - 9);
  expect(rows.map(([label]) => label)).toEqual(expect.arrayContaining(all));
});

it('has no difference of one side alone, and no number that is not known', () => {
  const { columns, rows } = figuresTable([{ id: 'a', summary: undefined }], words);
  expect(columns).toHaveLength(4);
  expect(rows.every((row) => row.slice(2).every((cell) => cell === undefined))).toBe(true);
});

it('counts what is in requests of different sizes beside the requests, and has a difference of that alone', () => {
  const [one, hundred] = ['set-one-by-one', 'set-pipeline-100'].map((preset) => {
    const scenario = scenarioOf(preset);
    return runResult({ scenario }, summaryOf(scenario));
  });
  const { rows } = figuresTable(
    [
      { id: 'a', summary: one },
      { id: 'b', summary: hundred },
    ],
    words,
  );
  const row = (name: string) => rows.find(([label]) => label === name)?.slice(2);
  const [inA, inB] = [one?.throughput.perSec ?? 0, hundred?.throughput.perSec ?? 0];
  expect([row('throughput'), row('keys')]).toEqual([undefined, undefined]);
  expect(row('requests')?.filter((_, i) => i !== 1 && i !== 3)).toEqual([inA, inB, undefined]);
  expect(row('commands')?.filter((_, i) => i !== 1 && i !== 3)).toEqual([inA, inB * 100, inB * 100 - inA]);
  expect(row('commands')?.[3]).toBe((hundred?.throughput.halfWidth95 ?? Number.NaN) * 100);
});

it('names the busiest of several nodes as that', () => {
  const english = createTranslator({ locale: 'en', messages: en });
  const chinese = createTranslator({ locale: 'zh-CN', messages: zh });
  const named = (...summaries: readonly (typeof a | undefined)[]) => {
    const facts = nameFacts(summaries.map((summary) => ({ summary })));
    return [english('rows.serverMain', facts), chinese('rows.serverMain', facts)];
  };
  expect(named(a, undefined)).toEqual(['Redis main thread', 'Redis 主线程']);
  expect(named(a, run('cluster-3'))).toEqual(['Busiest Redis main thread', '最忙的 Redis 主线程']);
});
