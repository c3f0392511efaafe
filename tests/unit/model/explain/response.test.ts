/** Tests the description of a change's effect on real runs: it names changed metrics only. */
import { expect, it } from 'vitest';
import { responseOf } from '../../../../src/model/explain/response.ts';
import { runResult } from '../../../../src/model/explain/run-result.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const pool = (maxTotal: number, rttUs = 1000) => {
  const scenario = scenarioOf('jedis-pool-8', {
    'client.connections.maxTotal': maxTotal,
    'network.rttUs': rttUs,
    'client.cores': 2,
  });
  return runResult({ scenario }, summaryOf(scenario));
};

it('states how many no longer wait, and the new bottleneck', () => {
  const [small, large] = [pool(8), pool(200, 10)];
  const response = responseOf(small, large);
  expect(response?.waiting?.from).toBe(192);
  expect(response?.waiting?.to).toBeLessThan(192);
  expect(response?.busiest?.from).toBe('connections');
  expect(response?.busiest?.to).not.toBe('connections');
});

it('omits what is unchanged', () => {
  const [one, other] = [pool(8), pool(9)];
  expect(responseOf(one, other)).toEqual({
    waiting: { from: 192, to: 191 },
  });
  expect(responseOf(one, one)).toBeUndefined();
});
