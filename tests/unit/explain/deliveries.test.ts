/** The part of the main thread that messages take is what the same load needs without subscribers, subtracted. */
import { expect, it } from 'vitest';
import { deliveries } from '../../../src/model/explain/deliveries.ts';
import { scenarioOf, summaryOf } from './runs.ts';

const mainThread = (summary: ReturnType<typeof summaryOf>): number =>
  summary.resources.find(({ resource }) => resource === 'serverMain')?.utilisation ?? 0;

it('takes the time that subscribers add to the main thread', () => {
  const lasting = { 'run.measuredMs': 400 };
  const scenario = scenarioOf('subscription-per-user', lasting);
  const summary = summaryOf(scenario);
  const alone = summaryOf(scenarioOf('subscription-per-user', { ...lasting, 'client.subscriptions': 0 }));
  const part = deliveries(scenario, summary)?.facts.part;
  const added = mainThread(summary) - mainThread(alone);
  expect(part?.unit === 'share' && part.value / added).toBeGreaterThan(0.9);
  expect(part?.unit === 'share' && part.value / added).toBeLessThan(1.1);
});

it('says nothing without subscribers', () => {
  const scenario = scenarioOf('jedis-pool-8');
  expect(deliveries(scenario, summaryOf(scenario))).toBeUndefined();
});
