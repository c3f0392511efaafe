import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import {
  courseMeasuredFrom,
  courseThrough,
  measuredFrom,
  measuredWithin,
  obstacles,
} from '../../../../src/model/scenario/course.ts';
import { fields } from '../../../../src/model/scenario/fields.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Json } from '../../../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../../../engine/runs.ts';

const engine = await loadEngine();
const base = complete(engine, { run: { warmupMs: 2, measuredMs: 8 } });

describe('a running system', () => {
  it.each([
    ['network.rttUs', 250],
    ['network.requestJitterUs', { kind: 'exponential', mean: 5 }],
    ['workload.arrivals.thinkUs', { kind: 'constant', value: 90 }],
    ['workload.command.replyBytes', 800],
    ['workload.third.replyBytes', 800],
    ['costs.overrides.socketReadNs', 1],
    ['client.connections.maxTotal', 20],
    ['workload.arrivals.callers', 7],
    ['client.connections.maxIdle', 2],
    ['client.connections.testOnBorrow', true],
  ])('can change %s', (path, value) => {
    expect(obstacles(base, applyEdits(base, { [path]: value as Json }) as unknown as Scenario)).toEqual([]);
  });

  it.each([
    ['client.cores', 3],
    ['seed', 9],
    ['costs.profile', 'ideal'],
    ['costs.overrides.cronNs', 5],
    ['workload.second.blockMs', 5],
    ['workload.third.blockMs', 5],
    ['run.measuredMs', 5],
    ['client.connections.testOnCreate', true],
    ['client.connections.timeBetweenEvictionRunsMs', 5],
  ])('cannot change %s', (path, value) => {
    expect(obstacles(base, applyEdits(base, { [path]: value }) as unknown as Scenario)).toEqual([path]);
  });

  it('cannot change the size of pools in a cluster', () => {
    const cluster = complete(engine, { server: { nodes: 3 } });
    const larger = applyEdits(cluster, { 'client.connections.maxTotal': 20 }) as unknown as Scenario;
    expect(obstacles(cluster, larger)).toEqual(['client.connections.maxTotal']);
    engine.open(cluster, false, [larger]);
    expect(() => engine.change(larger)).toThrow('cannot be changed');
  });

  it('can change the size of batches, but not of batches that are split', () => {
    const batch = (size: number, client = {}) =>
      complete(engine, { client, workload: { batch: { kind: 'pipeline', size } } });
    expect(obstacles(batch(3), batch(9))).toEqual([]);
    engine.open(batch(3), false, [batch(9)]);
    expect(() => engine.change(batch(9))).not.toThrow();
    const split = { crossSlot: { kind: 'split' } };
    expect(obstacles(batch(3, split), batch(9, split))).toEqual(['workload.batch.size']);
    engine.open(batch(3, split), false, [batch(9, split)]);
    expect(() => engine.change(batch(9, split))).toThrow('cannot be changed');
  });

  it('accepts in the engine every change listed as possible', () => {
    let tried = 0;
    for (const { path, kind, when, min = 0, max = 1, unit } of fields) {
      if (kind !== 'number' && kind !== 'integer') continue;
      if (when.some(({ path: at, is }) => !JSON.stringify(applyEdits(base, {})).includes(is) || at === ''))
        continue;
      const value = Math.min(max, Math.max(min, unit === '1/s' ? 5 : 3));
      const { scenario: to } = engine.normalize(JSON.stringify(applyEdits(base, { [path]: value })));
      if (!to || obstacles(base, to).length > 0) continue;
      engine.open(base, false, [to]);
      engine.advance(3_000_000, Number.MAX_SAFE_INTEGER);
      expect(() => engine.change(to), path).not.toThrow();
      expect(engine.advance(10_000_000, Number.MAX_SAFE_INTEGER)).toBe('done');
      tried++;
    }
    expect(tried).toBeGreaterThan(40);
  });
});

it('is measured from the branch on, to the same end', () => {
  expect(measuredFrom(base, 5e6).run).toEqual({ ...base.run, warmupMs: 5, measuredMs: 5 });
  expect(measuredFrom(base, 1e6).run).toEqual(base.run);
});

describe('a run through several systems', () => {
  const at = (edits: Record<string, Json>) => complete(engine, applyEdits(base, edits) as object);
  const far = at({ 'network.rttUs': 4000 });
  const large = at({ 'network.rttUs': 4000, 'client.connections.maxTotal': 20 });
  const other = at({ 'client.cores': 3 });

  it('consists of consecutive systems', () => {
    const legs = [
      { scenario: base, untilNs: 3e6 },
      { scenario: far, untilNs: 5e6 },
    ];
    const changes = [
      { atNs: 3e6, scenario: far },
      { atNs: 5e6, scenario: large },
    ];
    expect(courseThrough(legs, large)).toEqual({ scenario: base, changes });
    expect(courseThrough([], large)).toEqual({ scenario: large });
  });

  it('restarts where a running system cannot become the next', () => {
    const legs = [
      { scenario: base, untilNs: 3e6 },
      { scenario: other, untilNs: 5e6 },
    ];
    const larger = at({ 'client.cores': 3, 'network.rttUs': 4000 });
    expect(courseThrough(legs, larger)).toEqual({
      scenario: other,
      changes: [{ atNs: 5e6, scenario: larger }],
    });
    expect(courseThrough(legs, far)).toEqual({ scenario: far });
  });

  it('is measured in one window, for any system at its end', () => {
    const course = courseThrough([{ scenario: base, untilNs: 3e6 }], far);
    const counted = courseMeasuredFrom(course, 3e6);
    expect(counted.scenario.run).toMatchObject({ warmupMs: 3, measuredMs: 7 });
    expect(counted.changes?.[0]?.scenario.run).toEqual(counted.scenario.run);
    const part = measuredWithin(course, 4e6, 6e6);
    expect(part?.changes?.[0]?.scenario.run).toEqual({ ...base.run, warmupMs: 4, measuredMs: 2 });
  });
});
