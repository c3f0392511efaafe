/** Tests the difference of B and A where a value is a lower bound or leaves out most of the waiting. */
import { describe, expect, it } from 'vitest';
import { deltaText, hasValue, ratioText, verdictOf } from '../../../../src/lab/results/difference.ts';
import { ROW_GROUPS, type RowId } from '../../../../src/lab/results/rows.ts';
import { runResult } from '../../../../src/model/explain/run-result.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import type { Words } from '../../../../src/ui/texts.tsx';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const words = {
  number: (value: number) => value.toFixed(1),
  duration: (ns: number) => `${ns} ns`,
  percent: (share: number) => `${share * 100}%`,
} as Words;
const text = (from: Parameters<typeof verdictOf>[0], to: Parameters<typeof verdictOf>[0]) => [
  ratioText(from, to, words),
  deltaText('time', from, to, words, String),
];

describe('two values', () => {
  it('are compared as they are without bounds', () => {
    expect(text({ value: 10 }, { value: 40 })).toEqual(['×4.0', '+30 ns']);
  });

  it('differ by at least the difference of a bound, where the bound decides which is larger', () => {
    expect(text({ value: 40, isAtLeast: true }, { value: 10 })).toEqual(['÷4.0+', '≤ −30 ns']);
    expect(text({ value: 10 }, { value: 40, isAtLeast: true })).toEqual(['×4.0+', '≥ +30 ns']);
  });

  it.each([
    ['the bound is the smaller value', { value: 10, isAtLeast: true }, { value: 40 }],
    ['both are bounds', { value: 10, isAtLeast: true }, { value: 40, isAtLeast: true }],
    ['a value leaves out most of the waiting', { value: 10, isPartial: true }, { value: 40 }],
  ])('are not compared where %s', (_, from, to) => {
    expect(text(from, to)).toEqual([undefined, undefined]);
  });
});

const POOL = 'client.connections.maxTotal';
const ROWS = ROW_GROUPS.flatMap(({ rows }) => rows);
const figureOf = (id: RowId, scenario: Scenario) => {
  const figure = ROWS.find((row) => row.id === id)?.read(runResult({ scenario }, summaryOf(scenario)));
  if (!hasValue(figure)) throw new Error(`no ${id}`);
  return figure;
};
const poolOf = (size: number, edits: Edits = {}) =>
  scenarioOf('jedis-pool-8', { 'run.warmupMs': 100, 'run.measuredMs': 500, [POOL]: size, ...edits });

describe('a larger pool for callers that starve', () => {
  it.each([
    [8, 32],
    [8, 50],
    [8, 200],
    [16, 32],
    [16, 50],
    [16, 200],
  ])('has no p99 many times worse with %i and %i connections', (small, large) => {
    const [from, to] = [figureOf('p99', poolOf(small)), figureOf('p99', poolOf(large))];
    expect(from.isRaised).toBe(true);
    const verdict = verdictOf(from, to);
    expect(verdict).not.toBe('more');
    if (verdict === 'exact') expect(to.value / from.value).toBeLessThan(2);
  });

  it('has a p99 that is not compared in a long run, in which few of the requests starve', () => {
    const [from, to] = [8, 50].map((size) => figureOf('p99', poolOf(size, { 'run.measuredMs': 5000 })));
    if (!from || !to) throw new Error('two sizes');
    expect(from).toMatchObject({ isRaised: false, isPartial: true });
    expect(to.value / from.value).toBeGreaterThan(50);
    expect(verdictOf(from, to)).toBe('partial');
  });

  it('is compared as before where all callers are served', () => {
    const [from, to] = [figureOf('p99', poolOf(200)), figureOf('p99', scenarioOf('lettuce-shared'))];
    expect(verdictOf(from, to)).toBe('exact');
  });
});
