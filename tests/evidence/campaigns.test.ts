import { describe, expect, it } from 'vitest';
import {
  type Campaign,
  campaigns,
  driftOf,
  rateOf,
  scatterOf,
} from '../../src/evidence/measured/campaign.ts';
import { campaignTables } from '../../src/evidence/published/campaigns.ts';
import { predictTable } from '../../src/evidence/published/published.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { loadEngine } from '../engine/runs.ts';

describe.each(campaigns)('the campaign $id', ({ id, ...campaign }) => {
  it('has every configuration in every round, each in an order of its own', () => {
    const ids = campaign.configurations.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { order, measurements } of campaign.rounds) {
      expect([...order].sort()).toEqual([...ids].sort());
      expect(Object.keys(measurements).sort()).toEqual([...ids].sort());
      for (const { perSec } of Object.values(measurements)) expect(perSec).toBeGreaterThan(0);
    }
    expect(new Set(campaign.rounds.map(({ order }) => order.join())).size).toBe(campaign.rounds.length);
  });

  it('states its machine, its date and its drift', () => {
    expect(Date.parse(campaign.measuredAt)).toBeGreaterThan(0);
    expect(campaign.machine.cores).toBeGreaterThan(0);
    expect(campaignTables.find((table) => table.id === id)?.setup).toMatch(/Drift .* −?-?[\d.]+ %, scatter/);
    expect(Math.abs(driftOf(campaign))).toBeLessThan(1);
    expect(scatterOf(campaign)).toBeGreaterThanOrEqual(0);
  });

  it('is a table whose runs the engine accepts', async () => {
    const engine = await loadEngine();
    const table = campaignTables.find((each) => each.id === id);
    if (!table) throw new Error('there is no table');
    const complete = (partial: unknown): Scenario => {
      const { scenario, issues } = engine.normalize(JSON.stringify(partial));
      if (!scenario) throw new Error(JSON.stringify(issues));
      return scenario;
    };
    const result = await predictTable(
      table,
      complete,
      () => ({ throughput: { perSec: 1 } }) as unknown as Summary,
    );
    expect(result.groups.flatMap(({ cells }) => cells)).toHaveLength(campaign.configurations.length);
  });
});

it('computes median, range, drift and scatter of the rounds', () => {
  const round = (a: number, b: number) => ({
    startedAt: '',
    order: ['a', 'b'],
    measurements: { a: { perSec: a }, b: { perSec: b } },
  });
  const campaign = {
    configurations: [{ id: 'a' }, { id: 'b' }],
    rounds: [round(100, 10), round(300, 10), round(200, 12)],
  } as unknown as Campaign;
  expect(rateOf(campaign, 'a')).toEqual({ value: 200, low: 100, high: 300 });
  expect(rateOf(campaign, 'c')).toBeUndefined();
  expect(driftOf(campaign)).toBeCloseTo((2 + 1.2) / 2 - 1);
  expect(scatterOf(campaign)).toBeCloseTo((1 + 0.2) / 2);
});
