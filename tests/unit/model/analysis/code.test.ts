/** The code lens on traces of the real engine: every thread is at a line of its program, and every line is reached by some run. */
import { describe, expect, it } from 'vitest';
import {
  CLASS_OF,
  laneAt,
  lineAt,
  PROGRAMS,
  type ProgramName,
  programsOf,
  turnsOf,
} from '../../../../src/model/analysis/code.ts';
import { activityOf, type Excerpt, endOf, excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { type Journey, journeyOf, legAt } from '../../../../src/model/analysis/journey.ts';
import { lanesOf } from '../../../../src/model/analysis/threads.ts';
import { activities, threadStates } from '../../../../src/model/engine/generated/abi.ts';
import { recordPreset, scenarioOf } from '../../../support/scenes.ts';

type Changes = Readonly<Record<string, unknown>>;

const fsync = { 'server.appendOnly': { kind: 'always' } };
const cron = 105e6;
const split = (workers: number, kind: 'join' | 'pollAndSleep') => ({
  'client.crossSlot': {
    kind: 'split',
    by: 'node',
    workers,
    collect: kind === 'join' ? { kind } : { kind, intervalMs: 10 },
  },
});
const topology = { 'client.topology': { kind: 'cached', maxAgeMs: 1 } };

interface Run {
  readonly preset: string;
  readonly untilNs: number;
  readonly changes: Changes;
  readonly programs: readonly ProgramName[];
}

const run = (preset: string, untilNs: number, changes: Changes, ...programs: ProgramName[]): Run => ({
  preset,
  untilNs,
  changes,
  programs,
});

/** Runs, how long each is recorded, and the programs that it is to have. */
const RUNS: readonly Run[] = [
  run('jedis-pool-8', 2e6, { 'workload.arrivals.callers': 12 }, 'blocking', 'redis'),
  run('jedis-pool-8', cron, fsync, 'blocking', 'redis'),
  run('go-redis', 2e6, {}, 'blocking', 'redis'),
  run('lettuce-pool-8', 2e6, {}, 'asking', 'loop', 'redis'),
  run('rueidis', 2e6, {}, 'putting', 'writer', 'reader', 'redis'),
  run('redis6-io-threads-4', 8e6, {}, 'blocking', 'redisFanOut', 'ioJobs'),
  run(
    'redis6-io-threads-4',
    cron,
    { ...fsync, 'workload.arrivals.callers': 9 },
    'blocking',
    'redisFanOut',
    'ioJobs',
  ),
  run('threaded-redis-8', 4e6, {}, 'asking', 'loop', 'redisHandOver', 'ioLoop'),
  run(
    'threaded-redis-8',
    cron,
    { ...fsync, 'workload.arrivals.callers': 9 },
    'asking',
    'loop',
    'redisHandOver',
    'ioLoop',
  ),
  run(
    'threaded-redis-8',
    8e6,
    { 'server.ioThreads': { kind: 'valkey8', threads: 4 } },
    'asking',
    'loop',
    'redisRings',
    'ioRing',
  ),
  run(
    'threaded-redis-8',
    cron,
    { ...fsync, 'server.ioThreads': { kind: 'valkey8', threads: 4 }, 'workload.arrivals.callers': 9 },
    'asking',
    'loop',
    'redisRings',
    'ioRing',
  ),
  run('cluster-spring-mget', 1.1e8, topology, 'handing', 'worker', 'redis'),
  run('cluster-spring-mget', 1e8, split(3, 'join'), 'handing', 'worker', 'redis'),
  run('cluster-lettuce-mget', 1e8, {}, 'sending', 'loop', 'redis'),
  run('cluster-lettuce-mget', 1e8, split(3, 'join'), 'handing', 'askingWorker', 'loop', 'redis'),
  run(
    'lettuce-pool-8',
    1e8,
    { ...split(3, 'join'), 'workload.batch': { kind: 'multiKey', size: 9 }, 'server.nodes': 3 },
    'handing',
    'askingWorker',
    'loop',
    'redis',
  ),
];

async function record(preset: string, untilNs: number, changes: Changes) {
  const recording = await recordPreset(preset, untilNs, changes);
  const excerpt = excerptOf(recording.chunksBetween(Math.max(0, untilNs - 2e7), recording.toNs));
  return { recorded: { excerpt, layout: recording.layout }, scenario: await scenarioOf(preset, changes) };
}

/** The journeys of an excerpt, found once: a request has many spans. */
const journeys = new WeakMap<Excerpt, Map<number, Journey | undefined>>();
function journeyIn(excerpt: Excerpt, request: number): Journey | undefined {
  const found = journeys.get(excerpt) ?? new Map<number, Journey | undefined>();
  journeys.set(excerpt, found);
  if (!found.has(request)) found.set(request, journeyOf(excerpt, request));
  return found.get(request);
}

/** What a span says of its thread, with the phase of the request it is about. */
function lineOf(program: ProgramName, excerpt: Excerpt, span: number): number {
  const journey = journeyIn(excerpt, excerpt.request[span] as number);
  return lineAt(program, {
    state: threadStates[excerpt.kind[span] as number] ?? 'idle',
    activity: activities[activityOf(excerpt, span)] ?? 'none',
    phase: journey && legAt(journey, excerpt.start[span] as number)?.phase,
  });
}

const reached = new Map<ProgramName, Set<number>>();

describe.each(RUNS)('$preset for $untilNs ns with $changes', ({ preset, untilNs, changes, programs }) => {
  it('has its programs, and its threads are always at one of their lines', async () => {
    const { recorded, scenario } = await record(preset, untilNs, changes);
    const { excerpt, layout } = recorded;
    expect(programsOf(layout, scenario)).toEqual(programs);
    for (const program of programs) {
      const lines = reached.get(program) ?? new Set();
      reached.set(program, lines);
      const nowhere = new Set<string>();
      for (const lane of lanesOf(layout, CLASS_OF[program]))
        for (const span of excerpt.ofLane.get(lane) ?? []) {
          const line = lineOf(program, excerpt, span);
          const state = threadStates[excerpt.kind[span] as number];
          lines.add(line);
          const isBetween = state === 'switch' || state === 'runnable' || state === 'carrying';
          if (line < 0 && !isBetween) nowhere.add(`${state} ${activities[activityOf(excerpt, span)]}`);
        }
      expect([program, ...nowhere]).toEqual([program]);
    }
  });
});

it('every line with a condition is active in some run', () => {
  const never = Object.entries(PROGRAMS).flatMap(([program, lines]) =>
    lines.flatMap(({ code, activities: on, states }, at) =>
      (on || states) && !reached.get(program as ProgramName)?.has(at) ? [`${program}: ${code.trim()}`] : [],
    ),
  );
  expect(never).toEqual([]);
});

describe('the line is active when it happens', () => {
  const at = (program: ProgramName, state: string, activity: string, phase?: string) =>
    PROGRAMS[program][lineAt(program, { state, activity, phase } as never)]?.code.trim();

  it('of a sleeping caller: between two polls of its batch, or between two batches', () => {
    expect(at('handing', 'idle', 'none', 'fanOut')).toBe('while not all_done(): pause()');
    expect(at('handing', 'idle', 'none')).toBe('use(values)');
  });

  it('of the threads of a fan-out: the main thread at the barrier, the others at a job', () => {
    expect(at('redisFanOut', 'user', 'spin')).toBe('while io_threads.busy(): look()');
    expect(at('ioJobs', 'user', 'clientTurn')).toBe('parse_first(data)');
    expect(at('ioJobs', 'idle', 'none')).toBe('if not jobs: mutex.lock()');
  });
});

it('each I/O thread is focused while it serves the request', async () => {
  const { recorded } = await record('redis6-io-threads-4', 8e6, {});
  const { excerpt, layout } = recorded;
  const io = lanesOf(layout, 'serverIo');
  const served = [...excerpt.ofRequest.keys()].flatMap((id) => {
    const journey = journeyOf(excerpt, id);
    const turns = journey?.isWhole ? turnsOf(recorded, journey, 'serverIo') : [];
    return journey && turns.length > 1 ? [{ journey, turns }] : [];
  });
  // Reads and writes are dealt anew: many a request is read by one thread and answered by another.
  expect(served.length).toBeGreaterThan(5);
  for (const { journey, turns } of served) {
    for (const { fromNs, lane } of turns) {
      expect(io).toContain(lane);
      const span = (excerpt.ofLane.get(lane) ?? []).find(
        (at) => (excerpt.start[at] as number) === fromNs && endOf(excerpt, at) > fromNs,
      ) as number;
      expect(['read', 'write', 'clientTurn']).toContain(activities[activityOf(excerpt, span)]);
    }
    expect(laneAt(turns, journey.beginNs)).toBe(turns[0]?.lane);
    expect(laneAt(turns, journey.endNs)).toBe(turns.at(-1)?.lane);
  }
});
