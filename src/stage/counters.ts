/** The counts beside the places: what each one counts, and where its number and words stand. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { hasHelpers, hasPairs, hasPool, hasQueue } from './io.ts';
import { nodeLanes } from './lanes.ts';
import { type SceneText, wrap } from './text.ts';
import { PHASE, STATE } from './vocabulary.ts';

/** Whether the request with this index waits for a connection. */
export const waitsForConnection = ({ requests, threads }: Frame, i: number): boolean =>
  requests.phase[i] === PHASE.waitConnection &&
  threads.state[requests.caller[i] as number] === STATE.waitConnection;

/** How many do: requests, and parts of batches. */
export function connectionWaits(frame: Frame): number {
  let count = 0;
  for (let i = 0; i < frame.requests.count; i++) if (waitsForConnection(frame, i)) count++;
  return count;
}

/** What is counted; the words are the message `stage.count.<key>`. */
export type CounterKey =
  | 'onCore'
  | 'ready'
  /** The same where one event loop runs the callers: they wait for its turn, not for a core. */
  | 'waitLoop'
  | 'waitCaller'
  /** Also parts of batches that no thread has taken yet. */
  | 'notAskedFor'
  | 'waitConnection'
  /** A connection is being opened for it. */
  | 'connect'
  | 'inUse'
  | 'taskQueue'
  /** The same where a writer takes commands from the ring of its connection. */
  | 'ring'
  | 'clientRead'
  | 'wireOut'
  | 'wireBack'
  | 'serverQueue'
  /** Read, and not executed: also what waits behind a command that blocks its connection. */
  | 'serverBatch'
  | 'blocked'
  | 'replyQueue';

/** What is told as a number: also phases in which requests may wait that have none on the picture. */
export type Counted =
  | CounterKey
  /** At its pool, and not waiting there. */
  | 'takeConnection'
  | 'backoff'
  | 'topology'
  | 'testOnBorrow'
  | 'flushWait'
  | 'decode'
  | 'testOnReturn';

export interface Counter {
  readonly key: CounterKey;
  /** Right edge of the number and left edge of the words. */
  readonly numberX: number;
  readonly textX: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly lines: readonly string[];
  /** Shown only while there is something to count: most systems never have any. */
  readonly isOptional: boolean;
}

/** Whether a thread that is ready waits for the turn of its event loop: a caller that is only a callback there. */
export const waitsForLoop = ({ runtime, callers }: RunLayout, lane: number): boolean =>
  runtime === 'eventLoop' && lane < callers;

/** Callers that could go on. */
export const readyCounter = (run: RunLayout): CounterKey => (waitsForLoop(run, 0) ? 'waitLoop' : 'ready');

/** Counters of the client side, in the order of a request's way. */
export const callerCounters = (run: RunLayout): readonly CounterKey[] => [
  'onCore',
  readyCounter(run),
  ...waitingWork(run),
];

/** Work without a caller, where there can be any: it is rarely there. */
const waitingWork = (run: RunLayout): readonly CounterKey[] => {
  if (nodeLanes(run).length > 1) return ['notAskedFor'];
  return run.isOpen ? ['waitCaller'] : [];
};

/** Whether work may wait for callers. */
export const hasBacklog = (run: RunLayout): boolean => waitingWork(run).length > 0;

export const ioCounters = (run: RunLayout): CounterKey[] => [
  ...(hasPool(run) && (run.opening ?? 'before') !== 'before' ? (['connect'] as const) : []),
  ...(hasQueue(run) ? (['waitConnection'] as const) : []),
  ...(hasPool(run) ? (['inUse'] as const) : []),
  ...(hasHelpers(run) ? ([hasPairs(run) ? 'ring' : 'taskQueue'] as const) : []),
  // Of a pool's connections each has one reply at most, and those in use are counted.
  ...(hasPool(run) ? [] : (['clientRead'] as const)),
];
export const wireCounters: readonly CounterKey[] = ['wireOut', 'wireBack'];
/** Where nothing blocks, what has been read is at its turn soon. */
export const serverCounters = ({ blocks }: RunLayout): readonly CounterKey[] =>
  blocks ? ['serverQueue', 'serverBatch', 'blocked', 'replyQueue'] : ['serverQueue', 'replyQueue'];

/** The number a counter shows. */
export function counterValue(key: Counted, frame: Frame): number {
  const { byPhase, callersByState, load } = frame;
  switch (key) {
    case 'onCore':
      return (
        at(callersByState, STATE.user) + at(callersByState, STATE.kernel) + at(callersByState, STATE.switch)
      );
    case 'notAskedFor':
      return at(byPhase, PHASE.waitCaller);
    case 'ring':
      return at(byPhase, PHASE.taskQueue);
    case 'waitConnection':
      return connectionWaits(frame);
    case 'takeConnection':
      return at(byPhase, PHASE.waitConnection) - connectionWaits(frame);
    case 'ready':
    case 'waitLoop':
      return at(callersByState, STATE.runnable);
    case 'inUse': {
      let inUse = 0;
      for (let i = 0; i < load.length; i++) if (at(load, i) > 0) inUse++;
      return inUse;
    }
    default:
      return at(byPhase, PHASE[key]);
  }
}

const at = (counters: Uint32Array, index: number): number => counters[index] ?? 0;

/** Lines of the given counters in a column of this width. */
export function counterLines(
  keys: readonly CounterKey[],
  width: number,
  text: SceneText,
  sizePx: number,
  digits: number,
): string[][] {
  const numberW = columnWidth(keys, text, sizePx, digits);
  return keys.map((key) => {
    const room = Math.max(20, width - numberW - gap(sizePx));
    return wrap(text.message(`stage.count.${key}`), room, 2, (line) => text.measure(line, sizePx));
  });
}

/** Puts counters one below the other, the first line's baseline at `y`. */
export function placeCounters(
  keys: readonly CounterKey[],
  lines: readonly (readonly string[])[],
  place: { x: number; y: number; lineHeight: number; sizePx: number; digits: number },
  text: SceneText,
): Counter[] {
  let { y } = place;
  const numberX = place.x + columnWidth(keys, text, place.sizePx, place.digits);
  return keys.map((key, i) => {
    const own = lines[i] ?? [];
    const textX = numberX + gap(place.sizePx);
    const counter = {
      key,
      numberX,
      textX,
      y,
      lines: own,
      isOptional: key === 'notAskedFor',
    };
    y += Math.max(1, own.length) * place.lineHeight;
    return counter;
  });
}

const gap = (sizePx: number) => Math.round(sizePx * 0.4);
/** Room for a number; more requests than callers can only wait for callers. */
const numberWidth = (key: CounterKey, text: SceneText, sizePx: number, digits: number) => {
  const most = 10 ** (key === 'waitCaller' || key === 'notAskedFor' ? Math.max(digits, 5) : digits) - 1;
  return text.measure(text.count(most).replaceAll('9', '0'), sizePx, true);
};

/** Room for the numbers of a column: they end below each other. */
const columnWidth = (keys: readonly CounterKey[], text: SceneText, sizePx: number, digits: number) =>
  Math.max(0, ...keys.map((key) => numberWidth(key, text, sizePx, digits)));

/** Width a counter needs to stand on one line. */
export const counterWidth = (key: CounterKey, text: SceneText, sizePx: number, digits: number): number =>
  numberWidth(key, text, sizePx, digits) +
  gap(sizePx) +
  text.measure(text.message(`stage.count.${key}`), sizePx);
