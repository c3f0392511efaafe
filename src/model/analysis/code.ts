/**
 * The pseudo-programs of a run, the threads that execute them, and their current line. The line follows from
 * the activity, from the state when waiting, and from the request's phase without a core.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import { type IoThreadDesign, ioThreadDesign } from '../scenario/io-threads.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { CLIENT_PROGRAMS } from './client-programs.ts';
import type { Journey, PhaseName } from './journey.ts';
import type { ActivityName, CodeLine, StateName } from './program.ts';
import { workOf } from './request-context.ts';
import { SERVER_PROGRAMS } from './server-programs.ts';
import { lanesOf, type ThreadClassName } from './threads.ts';
import type { Recorded } from './wait-attribution.ts';

/** All pseudo-programs of the code view. */
export type ProgramName = keyof typeof CLIENT_PROGRAMS | keyof typeof SERVER_PROGRAMS;

export const PROGRAMS: Readonly<Record<ProgramName, readonly CodeLine[]>> = {
  ...CLIENT_PROGRAMS,
  ...SERVER_PROGRAMS,
};

/** Programs of Redis' main thread, and of its I/O threads. */
const SERVER: Readonly<Record<IoThreadDesign, readonly ProgramName[]>> = {
  none: ['redis'],
  redis6: ['redisFanOut', 'ioJobs'],
  redis8: ['redisHandOver', 'ioLoop'],
  valkey8: ['redisRings', 'ioRing'],
};

/** Programs of workers with event loops. */
const AT_LOOP: readonly ProgramName[] = ['askingWorker', 'loop'];

/** Thread class of each program. */
export const CLASS_OF: Readonly<Record<ProgramName, ThreadClassName>> = {
  blocking: 'caller',
  asking: 'caller',
  putting: 'caller',
  handing: 'caller',
  sending: 'caller',
  worker: 'worker',
  askingWorker: 'worker',
  loop: 'eventLoop',
  writer: 'writer',
  reader: 'reader',
  redis: 'serverMain',
  redisFanOut: 'serverMain',
  redisHandOver: 'serverMain',
  redisRings: 'serverMain',
  ioJobs: 'serverIo',
  ioLoop: 'serverIo',
  ioRing: 'serverIo',
};

/** The programs of a run: caller, client I/O, Redis and its I/O threads. */
export function programsOf({ lanes }: Pick<RunLayout, 'lanes'>, scenario: Scenario): readonly ProgramName[] {
  const has = (name: ThreadClassName) => lanes.some((group) => group.class === name && group.count > 0);
  const { server, client, workload } = scenario;
  const redis = SERVER[has('serverIo') ? ioThreadDesign(server) : 'none'];
  const isSplit = client.crossSlot.kind === 'split' && workload.batch.kind !== 'none';
  const hasLoop = has('eventLoop');
  if (has('worker')) return ['handing', ...(hasLoop ? AT_LOOP : (['worker'] as const)), ...redis];
  if (hasLoop)
    return [isSplit && client.connections.kind === 'shared' ? 'sending' : 'asking', 'loop', ...redis];
  if (has('writer')) return ['putting', 'writer', 'reader', ...redis];
  return ['blocking', ...redis];
}

/** The thread that runs a program for a request from an instant on. */
export interface Turn {
  readonly fromNs: number;
  readonly lane: number;
}

/** The threads of a class that work for a request, by time; at least one. */
export function turnsOf(recorded: Recorded, journey: Journey, name: ThreadClassName): readonly Turn[] {
  if (name === 'caller') return [{ fromNs: journey.beginNs, lane: journey.caller }];
  const lanes = lanesOf(recorded.layout, name);
  const turns = lanes.flatMap((lane) =>
    workOf(recorded, lane, journey, journey.beginNs, journey.endNs)
      .filter(({ isOwn }) => isOwn)
      .map(({ fromNs }): Turn => ({ fromNs, lane })),
  );
  turns.sort((a, b) => a.fromNs - b.fromNs);
  const changes = turns.filter(({ lane }, i) => lane !== turns[i - 1]?.lane);
  return changes.length > 0 ? changes : [{ fromNs: journey.beginNs, lane: lanes[0] ?? journey.caller }];
}

/** The lane at an instant; the first one before the first turn. */
export const laneAt = (turns: readonly Turn[], timeNs: number): number =>
  (turns.findLast(({ fromNs }) => fromNs <= timeNs) ?? turns[0])?.lane ?? 0;

export interface At {
  readonly state: StateName;
  readonly activity: ActivityName;
  /** Phase of the thread's request, if any. */
  readonly phase: PhaseName | undefined;
}

/** The line of a thread; −1 if the code has none for it. */
export function lineAt(program: ProgramName, { state, activity, phase }: At): number {
  const lines = PROGRAMS[program];
  const isOnCore = state === 'user' || state === 'kernel';
  if (isOnCore) return lines.findIndex((line) => line.activities?.includes(activity));
  const isIn = (line: (typeof lines)[number]) => phase !== undefined && line.phases?.includes(phase);
  const byBoth = lines.findIndex((line) => line.states?.includes(state) && isIn(line));
  if (byBoth >= 0) return byBoth;
  // If several lines share a state, threads without work are at the last.
  const byState = lines.findLastIndex((line) => line.states?.includes(state));
  return byState >= 0 ? byState : lines.findIndex(isIn);
}
