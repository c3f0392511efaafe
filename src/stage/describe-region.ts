/** Describes a region of the stage at an instant. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { type Counted, readyCounter } from './counters.ts';
import { describeCounts, describeNow, describeThread } from './describe.ts';
import { isSpinning } from './describe-io.ts';
import { laneGroups, nodeLanes } from './lanes.ts';
import type { Message } from './message.ts';
import type { RegionName } from './regions.ts';
import { STATE } from './vocabulary.ts';

/** Counted quantities of a region, with the texts `describe.part.<key>`. */
const COUNTED: Readonly<Partial<Record<RegionName, readonly Counted[]>>> = {
  backlog: ['waitCaller'],
  poolQueue: ['waitConnection', 'takeConnection'],
  taskQueue: ['taskQueue'],
  wire: ['wireOut', 'proxyQueue', 'proxyWork', 'wireBack'],
  socketBuffers: ['serverQueue'],
  replyQueue: ['replyQueue'],
  replies: ['clientRead'],
};

const countedIn = (name: RegionName, run: RunLayout): readonly Counted[] =>
  name === 'callers'
    ? ['onCore', readyCounter(run), 'waitConnection', 'takeConnection']
    : (COUNTED[name] ?? []);

/** Above this number, threads are counted, not listed. */
const LISTED = 4;

/** Contents and activity of a region; one message per fact. */
export function describeRegion(frame: Frame, run: RunLayout, name: RegionName): Message[] {
  if (!frame.known) return [{ key: 'describe.unknown' }];
  const counted = describeCounts(countedIn(name, run), frame);
  const regionFacts = facts(frame, run, name);
  const all = [...counted, ...regionFacts];
  return all.length > 0 ? all : [{ key: 'describe.nothing' }];
}

function facts(frame: Frame, run: RunLayout, name: RegionName): Message[] {
  const groupsOf = (isMine: (own: string) => boolean): number[] =>
    laneGroups(run)
      .filter((group) => isMine(group.class))
      .flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));
  switch (name) {
    case 'callers': {
      const count = frame.callersByState[STATE.waitReply] ?? 0;
      return count > 0 ? [{ key: 'describe.waitReply', values: { count } }] : [];
    }
    case 'connections': {
      const count = frame.load.reduce((sum, load) => sum + (load > 0 ? 1 : 0), 0);
      return [{ key: 'describe.inUse', values: { count, connections: run.connections } }];
    }
    case 'eventLoops':
      return threads(
        frame,
        run,
        groupsOf((className) => className === 'eventLoop').slice(0, run.connections),
      );
    case 'mainThread':
      return threads(frame, run, nodeLanes(run));
    case 'clientThreads':
      return threads(
        frame,
        run,
        groupsOf(
          (className) => !['caller', 'eventLoop'].includes(className) && !className.startsWith('server'),
        ),
      );
    case 'serverThreads':
      return threads(
        frame,
        run,
        groupsOf((className) => className.startsWith('server') && className !== 'serverMain'),
      );
    case 'clientMachine':
    case 'serverMachine':
    case 'request':
      return describeNow(frame, run);
    default:
      return [];
  }
}

/** A few threads one by one; of many, the number at work. */
function threads(frame: Frame, run: RunLayout, lanes: readonly number[]): Message[] {
  if (lanes.length <= LISTED) return lanes.map((lane) => describeThread(frame, run, lane));
  const isBusy = (lane: number) => {
    const state = frame.threads.state[lane];
    return state !== STATE.idle && state !== STATE.waitReply && state !== STATE.waitConnection;
  };
  const spinning = lanes.filter((lane) => isSpinning(frame, lane)).length;
  const count = lanes.filter(isBusy).length - spinning;
  return [{ key: 'describe.busy', values: { count, threads: lanes.length, spinning } }];
}
