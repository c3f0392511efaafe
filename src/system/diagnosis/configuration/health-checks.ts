/** Tests of connections that each borrower waits for. */
import { count, time } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND, originsAt, poolOf } from '../subject.ts';

const CONNECTIONS = 'client.connections';

/** A PING on every borrow or return adds a round trip to every request. */
export const testOnBorrow: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const tests = (['testOnBorrow', 'testOnReturn'] as const).filter((test) => pool?.[test]);
  if (!pool || tests.length === 0) return undefined;
  const { rttUs } = subject.scenario.network;
  return {
    ...FOUND,
    id: 'testOnBorrow',
    source: 'configuration',
    origins: originsAt(subject, ...tests.map((test) => `${CONNECTIONS}.${test}`)),
    facts: { tests: count(tests.length), trip: time(rttUs * tests.length) },
    change: edit({
      ...Object.fromEntries(tests.map((test) => [`${CONNECTIONS}.${test}`, false])),
      // Dead connections are then found by the evictor.
      ...(pool.testWhileIdle ? {} : { [`${CONNECTIONS}.testWhileIdle`]: true }),
      ...(pool.timeBetweenEvictionRunsMs > 0 ? {} : { [`${CONNECTIONS}.timeBetweenEvictionRunsMs`]: 30_000 }),
    }),
    weight: 1 + tests.length,
  };
};
