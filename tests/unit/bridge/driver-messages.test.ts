import { describe, expect, it } from 'vitest';
import { driverOrderOf, readMessage, reportOf } from '../../../src/bridge/server/drivers/messages.ts';

const report = {
  atUs: 100_000,
  intervalUs: 100_000,
  isWarmup: false,
  issued: 3,
  completed: 3,
  shed: 0,
  failures: { OOM: 1 },
  inProgress: 1,
  inProgressUs: 12.5,
  oldestUs: null,
  response: { buckets: [700, 701], counts: [1, 2], count: 3, sumNs: 30_000, minNs: 9_000, maxNs: 11_000 },
  waitCallerNs: 0,
  waitConnectionNs: 10,
  look: null,
  use: {
    cores: 0.5,
    voluntarySwitches: null,
    involuntarySwitches: null,
    residentBytes: 1,
    gcUs: 0.5,
  },
  lastError: null,
  silentMs: 0,
  wasRateLimited: false,
};
const empty = { ...report.response, buckets: [], counts: [], count: 0, minNs: null, maxNs: 0 };
const line = (part: object) => JSON.stringify({ kind: 'report', report: { ...report, ...part } });

describe('a line of a driver', () => {
  it.each([
    { kind: 'connected', versions: { jedis: '7.5.3' } },
    { kind: 'measuring', warmupUs: 1, isSteady: null },
    { kind: 'measuring', warmupUs: 1 },
    { kind: 'measured' },
    { kind: 'ended', sent: { get: 3, ping: 1 }, isReusable: true },
    { kind: 'refused', message: 'Jedis has no Unix sockets.' },
    { kind: 'report', report },
  ])('is a message of kind $kind', (message) => {
    expect(readMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    ['is no JSON', 'Exception in thread "main"'],
    ['is no object', '7'],
    ['has an unknown kind', '{"kind":"benchmarked"}'],
    ['lacks a field', line({ issued: undefined })],
    ['has a field more', line({ extra: 1 })],
    ['counts less than nothing', line({ completed: -1 })],
    [
      'has a bucket that the histogram lacks',
      line({ response: { ...report.response, buckets: [700, 9_000] } }),
    ],
    ['has a bucket without a count', line({ response: { ...report.response, counts: [3] } })],
    ['has a sum that is not its counts', line({ response: { ...report.response, count: 4 } })],
  ])('that %s is no message', (_, text) => {
    expect(readMessage(text)).toBeTypeOf('string');
  });

  it('without a value has an infinite minimum', () => {
    const message = readMessage(line({ response: empty }));
    if (typeof message === 'string' || message.kind !== 'report') throw new Error(String(message));
    expect(reportOf(message.report).response.minNs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('an order', () => {
  const socket = { host: '127.0.0.1', port: 7000, tls: null };
  const accessOf = (more: object) => {
    const access = { socket, database: 0, resp: 3, ...more };
    const order = {
      workload: {},
      access,
      keys: ['a'],
      ttlMs: 1,
      warmupMs: 1,
      measuredMs: 1,
      commandsPerSec: null,
    };
    return driverOrderOf(order as never, {} as never, null).access;
  };

  it('names the nodes of a cluster, and none of a single server', () => {
    const nodes = [socket, { ...socket, port: 7001 }];
    expect(accessOf({ nodes })).toEqual({ socket, nodes, database: 0, resp: 3 });
    expect(accessOf({})).toEqual({ socket, database: 0, resp: 3 });
  });
});
