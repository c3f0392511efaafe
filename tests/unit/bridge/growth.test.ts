import { expect, it } from 'vitest';
import { growthBetween, type Snapshot } from '../../../src/bridge/server/redis-info.ts';

const reading = (runId: string, atMs: number, lines: Record<string, string>): Snapshot => ({
  atMs,
  info: new Map(Object.entries({ run_id: runId, ...lines })),
});
const stat = (calls: number, usec: number) => `calls=${calls},usec=${usec},failed_calls=0,rejected_calls=0`;

const from = [
  reading('a', 0, { used_cpu_user: '1', total_net_input_bytes: '10', cmdstat_get: stat(0, 0) }),
  reading('b', 0, { used_cpu_user: '2', total_net_input_bytes: '20' }),
];
const to = [
  reading('a', 1_000, { used_cpu_user: '1.5', total_net_input_bytes: '15', cmdstat_get: stat(10, 10) }),
  reading('b', 1_100, {
    used_cpu_user: '2.25',
    total_net_input_bytes: '27',
    cmdstat_get: stat(30, 90),
    cmdstat_set: stat(1, 4),
  }),
];

it('adds up the nodes of a cluster', () => {
  const growth = growthBetween(from, to);
  expect(growth).toMatchObject({ windowUs: 1_100_000, cpuUserUs: 750_000, bytesIn: 12, reads: null });
  expect(growth?.commands).toEqual([
    // (10 × 1 µs + 30 × 3 µs) / 40
    { name: 'get', calls: 40, meanUs: 2.5, failed: 0 },
    { name: 'set', calls: 1, meanUs: 4, failed: 0 },
  ]);
});

it('is unknown when a node was not read, or started again', () => {
  expect(growthBetween(null, to)).toBeNull();
  expect(growthBetween(from, null)).toBeNull();
  expect(growthBetween(from, [to[0] as Snapshot, reading('c', 1_100, {})])).toBeNull();
});
