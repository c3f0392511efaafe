import { beforeAll, describe, expect, it } from 'vitest';
import {
  agreementOf,
  type PublishedTable,
  predictTable,
  publishedTables,
  type TableResult,
} from '../../src/evidence/published/published.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import type { Json } from '../../src/model/scenario/patch.ts';

describe('the tables', () => {
  it('name their public source, their setup and the chosen mapping', () => {
    expect(publishedTables.length).toBeGreaterThan(5);
    for (const { id, source, setup, mapping } of publishedTables) {
      expect(source.url, id).toMatch(/^https:\/\//);
      for (const text of [source.name, source.published, setup, mapping]) expect(text, id).not.toBe('');
    }
  });

  it('give every cell a name unique in its group, and a positive value', () => {
    for (const { id, groups } of publishedTables)
      for (const { name, cells } of groups) {
        expect(new Set(cells.map((cell) => cell.name)).size, `${id} ${name}`).toBe(cells.length);
        for (const { seen } of cells) expect(seen).toBeGreaterThan(0);
      }
  });
});

describe('a table', () => {
  // Stands in for the engine: each run answers the number of its callers as its rate.
  const complete = (partial: Json) => partial as unknown as Scenario;
  const run = (scenario: Scenario) => {
    const perSec = Number((scenario as unknown as { rate?: number }).rate ?? 0);
    return { throughput: { perSec } } as Summary;
  };
  const table: PublishedTable = {
    id: 'example',
    title: { en: '' },
    source: { name: '', url: '', published: '' },
    setup: '',
    mapping: '',
    runs: { a: { set: { rate: 100 } }, b: { set: { rate: 150 } } },
    groups: [
      {
        name: 'rate',
        cells: [
          { name: 'a', value: 'qps(a)', seen: 1000 },
          { name: 'b', value: 'qps(b)', seen: 2000 },
        ],
      },
    ],
    shapes: [
      { statement: { en: 'b is faster' }, check: { rising: ['qps(a)', 'qps(b)'] } },
      { statement: { en: 'b is twice as fast' }, check: { value: 'qps(b) / qps(a)', between: [1.8, 2.2] } },
      {
        statement: { en: 'a is faster' },
        check: { rising: ['qps(b)', 'qps(a)'] },
        because: { en: 'an example' },
      },
    ],
  };
  let result: TableResult;
  beforeAll(async () => {
    result = await predictTable(table, complete, run);
  });

  it('is judged by ratios to its reference, which is not judged', () => {
    const [a, b] = result.groups[0]?.cells ?? [];
    expect(a).toEqual({ name: 'a', seen: 1000, predicted: 100, seenRatio: 1, predictedRatio: 1 });
    expect(b).toMatchObject({ seenRatio: 2, predictedRatio: 1.5, error: -0.25 });
  });

  it('is judged by its shapes', () => {
    const { cells, medianError, shapes, wrong, wrongWithoutReason, mended } = agreementOf([result]);
    expect([cells, medianError, shapes]).toEqual([1, 0.25, 3]);
    expect(wrong.map(({ statement }) => statement.en)).toEqual(['b is twice as fast', 'a is faster']);
    expect(wrongWithoutReason).toHaveLength(1);
    expect(mended).toEqual([]);
  });
});
