/** Percentiles leave out the requests that still wait: a run whose callers starve is not compared by them. */
import { describe, expect, it } from 'vitest';
import { hiddenWaitUs, hidesWaits } from '../../../src/explain/hidden-wait.ts';
import { scenarioOf, summaryOf } from './runs.ts';

describe('figures of completed requests', () => {
  const starving = summaryOf(scenarioOf('jedis-pool-8'));
  const fair = summaryOf(scenarioOf('lettuce-shared'));

  it('hide the wait of callers that a barging pool starves', () => {
    expect(hiddenWaitUs(starving)).toBeGreaterThan(3 * (starving.responseTime.p99Us ?? Number.NaN));
    for (const figure of ['p50', 'p99', 'max']) expect(hidesWaits(figure, starving), figure).toBe(true);
  });

  it('are compared where all callers are served', () => {
    expect(hidesWaits('p99', fair)).toBe(false);
  });

  it('are not the figures that include waiting requests', () => {
    for (const figure of ['throughput', 'meanOfAll', 'oldest'])
      expect(hidesWaits(figure, starving), figure).toBe(false);
  });
});
