/** What a change has come to, on real runs: what moved is said, what did not is not. */
import { expect, it } from 'vitest';
import { responseOf } from '../../../src/explain/response.ts';
import { scenarioOf, summaryOf } from './runs.ts';

const pool = (maxTotal: number, rttUs = 1000) =>
  summaryOf(
    scenarioOf('jedis-pool-8', {
      'client.connections.maxTotal': maxTotal,
      'network.rttUs': rttUs,
      'client.cores': 2,
    }),
  );

it('says how many wait no longer, what is busiest instead, and the throughput', () => {
  const [small, large] = [pool(8), pool(200, 10)];
  const response = responseOf(small, large);
  expect(response?.waiting?.from).toBe(192);
  expect(response?.waiting?.to).toBeLessThan(192);
  expect(response?.busiest?.from).toBe('connections');
  expect(response?.busiest?.to).not.toBe('connections');
  expect(response?.perSec).toBe(large.throughput.perSec);
});

it('keeps quiet about what is as before', () => {
  const [one, other] = [pool(8), pool(9)];
  expect(responseOf(one, other)).toEqual({
    waiting: { from: 192, to: 191 },
    perSec: other.throughput.perSec,
  });
  expect(responseOf(one, one)).toBeUndefined();
});
