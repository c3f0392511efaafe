/** Describes a server's I/O threads, and the main thread's waits for them. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { Message } from './message.ts';
import { type ActivityName, activityName, appearanceOf, STATE } from './vocabulary.ts';

/** The messages `describe.io.<kind>` in order of description. */
const KINDS = ['read', 'write', 'spin', 'work', 'idle'] as const;
type Kind = (typeof KINDS)[number];

/** Kind of an activity; a thread that parses has just read. */
const KIND_OF: Readonly<Partial<Record<ActivityName, Kind>>> = {
  read: 'read',
  readEmpty: 'read',
  clientTurn: 'read',
  write: 'write',
};

/** Whether a lane is busy waiting. */
export function isSpinning({ threads }: Frame, lane: number): boolean {
  return appearanceOf(threads.state[lane] ?? 0, threads.activity[lane] ?? 0) === 'spin';
}

function kindOf(frame: Frame, lane: number): Kind {
  if (isSpinning(frame, lane)) return 'spin';
  const state = frame.threads.state[lane];
  if (state === STATE.idle || state === STATE.waitReply) return 'idle';
  return KIND_OF[activityName(frame.threads.activity[lane] ?? 0)] ?? 'work';
}

/** Number of I/O threads by kind: reading, writing, busy waiting, idle. */
export function describeIo(frame: Frame, run: RunLayout): Message[] {
  const kinds = serverIoLanes(run).map((lane) => kindOf(frame, lane));
  return KINDS.flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count > 0 ? [{ key: `describe.io.${kind}`, values: { count } }] : [];
  });
}

/**
 * Number of I/O threads still at work while the main thread busy-waits for them; undefined if it does not.
 */
export function awaitedAtBarrier(frame: Frame, run: RunLayout, lane: number): number | undefined {
  if (nodeLanes(run)[0] !== lane || !isSpinning(frame, lane)) return undefined;
  return serverIoLanes(run).filter((io) => !['spin', 'idle'].includes(kindOf(frame, io))).length;
}

/** The connection that a server thread reads from or writes to; undefined if not recorded. */
export function servedBy(frame: Frame, run: RunLayout, lane: number): number | undefined {
  const isOfServer = serverIoLanes(run).length > 0 && lane >= (nodeLanes(run)[0] ?? 0);
  const connection = frame.threads.connection[lane] ?? -1;
  return isOfServer && connection >= 0 ? connection : undefined;
}
