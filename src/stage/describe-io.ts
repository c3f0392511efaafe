/** What a server's I/O threads do, and its main thread because of them, in words. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { Message } from './message.ts';
import { type ActivityName, activityName, lookOf, STATE } from './vocabulary.ts';

/** The messages `describe.io.<kind>`, in the order in which they are told. */
const KINDS = ['read', 'write', 'spin', 'work', 'idle'] as const;
type Kind = (typeof KINDS)[number];

/** What activities are about; a thread that parses has just read. */
const KIND_OF: Readonly<Partial<Record<ActivityName, Kind>>> = {
  read: 'read',
  readEmpty: 'read',
  clientTurn: 'read',
  write: 'write',
};

/** Whether a lane runs for nothing, until it sees something to do. */
export function isSpinning({ threads }: Frame, lane: number): boolean {
  return lookOf(threads.state[lane] ?? 0, threads.activity[lane] ?? 0) === 'spin';
}

function kindOf(frame: Frame, lane: number): Kind {
  if (isSpinning(frame, lane)) return 'spin';
  const state = frame.threads.state[lane];
  if (state === STATE.idle || state === STATE.waitReply) return 'idle';
  return KIND_OF[activityName(frame.threads.activity[lane] ?? 0)] ?? 'work';
}

/** How many of them read, write, wait busily, or do nothing. */
export function describeIo(frame: Frame, run: RunLayout): Message[] {
  const kinds = serverIoLanes(run).map((lane) => kindOf(frame, lane));
  return KINDS.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count > 0 ? [{ key: `describe.io.${kind}`, values: { count } }] : [];
  });
}

/** I/O threads for which the main thread waits on its core: those that are still at work; undefined unless it does. */
export function awaitedAtBarrier(frame: Frame, run: RunLayout, lane: number): number | undefined {
  if (nodeLanes(run)[0] !== lane || !isSpinning(frame, lane)) return undefined;
  return serverIoLanes(run).filter((io) => !['spin', 'idle'].includes(kindOf(frame, io))).length;
}

/** The connection that a thread of the server reads from or writes to; undefined where none is recorded. */
export function servedBy(frame: Frame, run: RunLayout, lane: number): number | undefined {
  const isOfServer = serverIoLanes(run).length > 0 && lane >= (nodeLanes(run)[0] ?? 0);
  const connection = frame.threads.connection[lane] ?? -1;
  return isOfServer && connection >= 0 ? connection : undefined;
}
