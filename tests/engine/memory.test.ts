/**
 * Memory of long and of enormous runs, in WebAssembly. A run is a pure function, and so is the memory it takes: the figures
 * below are the same on every machine.
 */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/model/engine/engine.ts';
import { ScenarioRefused } from '../../src/model/engine/engine.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { deep } from '../support/tier.ts';
import { complete, loadEngine } from './runs.ts';

const MB = 1_000_000;
/** In the second million a leak of a byte for each ten events shows: memory grows by pages of 64 kB. */
const EVENTS = deep ? 10_000_000 : 2_000_000;
/** Most extreme scenarios have taken their memory by then; a few grow by some per cent later, which the deep tier sees. */
const EXTREME_EVENTS = deep ? 1_500_000 : 400_000;
/** A queue of a million takes longer to fill. */
const MILLION_QUEUED = deep ? 1_500_000 : 1_000_000;
/** What the engine promises of every scenario it accepts: a browser has to give it to two of them. */
const most = 2 ** 30;

/** Bytes of linear memory, which never shrinks. */
const memory = (engine: Engine): number => engine.checkpoint().image.byteLength;

/** Simulates `events` more events, or to the end, taking chunks as they come. */
function go(engine: Engine, events: number): void {
  const goal = engine.events() + events;
  while (engine.events() < goal) {
    const status = engine.advance(Number.MAX_SAFE_INTEGER, goal - engine.events());
    if (status === 'done') return;
    if (status === 'chunk') engine.takeChunk();
  }
}

/** 200 threads on a pool of 50, client and server on one machine (article S0). */
const s0 = {
  client: { connections: { kind: 'pooled', maxTotal: 50 } },
  network: { rttUs: 0 },
  server: { host: { kind: 'client' } },
  run: { warmupMs: 0, measuredMs: 60_000 },
};

describe.each([
  ['without a trace', false],
  ['with a trace', true],
])('millions of events %s', (_, trace) => {
  it('need no more memory than the first million', async () => {
    const engine = await loadEngine();
    engine.open(complete(engine, s0), trace);
    go(engine, 1_000_000);
    const before = memory(engine);
    go(engine, EVENTS - 1_000_000);
    expect(engine.events()).toBe(EVENTS);
    expect(memory(engine)).toBe(before);
    expect(before).toBeLessThan(8 * MB);
    expect(engine.summary().requests.completed).toBeGreaterThan(EVENTS / 50);
  });
});

const closed = (callers: number, more: object = {}) => ({
  arrivals: { kind: 'closed', callers },
  ...more,
});
const shared = (count: number, loops = 1) => ({
  io: { kind: 'eventLoops', loops },
  connections: { kind: 'shared', count },
});
const pooled = (maxTotal: number) => ({ connections: { kind: 'pooled', maxTotal } });
const pipeline = (size: number) => ({ batch: { kind: 'pipeline', size } });
const second = { rttUs: 1_000_000 };
/** Some round trips of a second. */
const slow = { network: second, run: { warmupMs: 0, measuredMs: 20_000 } };
const hour = { run: { warmupMs: 0, measuredMs: 3_600_000 } };

/** What somebody may well ask for, the most memory (MB) that it may take, and after how many events it has taken it. */
const enormous: readonly (readonly [string, object, number, number?])[] = [
  [
    'far more arrivals than can be served, with a waiting room of a million',
    {
      ...hour,
      workload: { arrivals: { kind: 'open', ratePerSec: 1e7, callers: 10, maxBacklog: 1_000_000 } },
    },
    760,
    MILLION_QUEUED,
  ],
  ['a batch of 100 000 for each of 8 threads', { ...hour, workload: closed(8, pipeline(100_000)) }, 20],
  [
    'a batch of 100 000 for each of 10 callers of an event loop, 1 s away',
    { workload: closed(10, pipeline(100_000)), client: shared(1), ...slow },
    400,
  ],
  [
    '10 000 callers over one connection, 1 s away',
    { workload: closed(10_000), client: shared(1), ...slow },
    20,
  ],
  ['10 000 threads with a connection each', { workload: closed(10_000), client: pooled(10_000) }, 30],
  [
    '50 000 callers over 10 000 connections of 256 event loops',
    { workload: closed(50_000), client: shared(10_000, 256) },
    200,
  ],
  [
    '50 000 goroutines over 1000 rings',
    {
      workload: closed(50_000),
      client: {
        runtime: { kind: 'goroutines' },
        io: { kind: 'writerReader' },
        connections: { kind: 'shared', count: 1000 },
      },
    },
    100,
  ],
  [
    'a network that loses every fifth of the smallest segments, 1 s away',
    {
      workload: closed(20, { command: { replyBytes: 16_777_216 } }),
      client: pooled(20),
      ...slow,
      network: { ...second, lossPercent: 20, segmentBytes: 100 },
    },
    400,
  ],
  [
    'a million parts of batches of 50 000 callers, on connections to 100 nodes',
    {
      workload: closed(50_000, { batch: { kind: 'multiKey', size: 20 } }),
      client: { ...shared(1), crossSlot: { kind: 'split', by: 'key' } },
      server: { nodes: 100 },
      run: { warmupMs: 0, measuredMs: 300 },
    },
    1070,
    MILLION_QUEUED,
  ],
  [
    '100 000 connections of 256 event loops',
    { workload: closed(1000), client: shared(1000, 256), server: { nodes: 100 } },
    150,
  ],
  [
    'one caller for an hour',
    {
      ...hour,
      workload: { arrivals: { kind: 'closed', callers: 1, thinkUs: { kind: 'constant', value: 1e6 } } },
    },
    8,
  ],
];

describe('an extreme scenario', () => {
  it.each(
    enormous.map(
      ([name, partial, bound, events = EXTREME_EVENTS]) => [name, partial, bound, events] as const,
    ),
  )('%s ends in bounded memory', async (_, partial, bound, events) => {
    const engine = await loadEngine();
    engine.open(complete(engine, partial), false);
    go(engine, events);
    const bytes = memory(engine);
    expect(bytes).toBeLessThan(Math.min(most, bound * MB));
    // It has come far enough for its queues to be as long as they get.
    expect(engine.events()).toBeGreaterThan(2000);
  });

  it('rejects requests beyond its queue limit', async () => {
    const engine = await loadEngine();
    const arrivals = { kind: 'open', ratePerSec: 1e6, callers: 10, maxBacklog: 1000 };
    engine.open(complete(engine, { workload: { arrivals }, run: { warmupMs: 0, measuredMs: 100 } }), false);
    go(engine, Number.POSITIVE_INFINITY);
    const { requests } = engine.summary();
    expect(requests.shed).toBeGreaterThan(50_000);
    expect(requests.inProgressAtEnd).toBeLessThanOrEqual(1010);
    expect(requests.issued).toBe(requests.completed + requests.failed + requests.inProgressAtEnd);
  });

  it.each([
    ['a month of model time', { run: { measuredMs: 30 * 24 * 3_600_000 } }, 'SCN-04'],
    ['a million callers', { workload: closed(1_000_000) }, 'SCN-04'],
    [
      'a batch of a million values of 16 MiB',
      { workload: { ...pipeline(1_000_000), command: { replyBytes: 16_777_216 } } },
      'SCN-19',
    ],
    [
      'parts, connections and a waiting room of which each alone is followed',
      {
        workload: {
          arrivals: { kind: 'open', ratePerSec: 1e7, callers: 50_000, maxBacklog: 1_000_000 },
          batch: { kind: 'multiKey', size: 20 },
        },
        client: { ...shared(1000, 256), crossSlot: { kind: 'split', by: 'key' } },
        server: { nodes: 100 },
      },
      'SCN-19',
    ],
    [
      'a batch of 100 000 for each of 10 000 callers of an event loop',
      { workload: closed(10_000, pipeline(100_000)), client: shared(1) },
      'SCN-19',
    ],
  ])('%s is refused', async (_, partial, code) => {
    const engine = await loadEngine();
    expect(engine.normalize(JSON.stringify(partial)).issues.map((issue) => issue.code)).toEqual([code]);
    expect(() => engine.open(partial as unknown as Scenario, false)).toThrow(ScenarioRefused);
  });
});
