/** The busiest resource among the figures is never another than the one that is said to be the limit. */
import { expect, it } from 'vitest';
import { busiestOf } from '../../../../src/model/explain/busiest.ts';
import { limitOf } from '../../../../src/model/explain/limits.ts';
import { presetIds } from '../../../../src/model/scenario/presets.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const found = new Map<string, string | undefined>();

it.each(presetIds)('in %s', (preset) => {
  const scenario = scenarioOf(preset);
  const summary = summaryOf(scenario);
  const busiest = busiestOf(scenario, summary);
  const { id, facts } = limitOf(scenario, summary);
  if (id === 'busy' || id === 'uneven') expect(facts.resource).toMatchObject({ name: busiest?.resource });
  // K connections that are held for `hold` let no more through.
  if (id === 'pool') expect(facts.bound).toMatchObject({ value: busiest?.boundPerSec });
  expect(busiest?.resource === 'connections').toBe(id === 'pool');
  found.set(preset, busiest?.resource);
});

it('names connections where callers wait for them, and not where all are in use for another reason', () => {
  expect(found.get('jedis-pool-8')).toBe('connections');
  expect(found.get('redis6-io-threads-4')).toBe('serverMain');
});
