/** Counters next to the places: their values, and the positions of number and text. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { hasHelpers, hasPairs, hasPool, hasQueue } from './io.ts';
import { hasProxy, nodeLanes } from './lanes.ts';
import { type SceneText, wrap } from './text.ts';
import { PHASE, STATE } from './vocabulary.ts';

/** Whether the request with this index waits for a connection. */
export const waitsForConnection = ({ requests, threads }: Frame, i: number): boolean =>
  requests.phase[i] === PHASE.waitConnection &&
  threads.state[requests.caller[i] as number] === STATE.waitConnection;

/** Number of requests, and parts of batches, that wait for a connection. */
export function connectionWaits(frame: Frame): number {
  let count = 0;
  for (let i = 0; i < frame.requests.count; i++) if (waitsForConnection(frame, i)) count++;
  return count;
}

/** The counted quantity; its text is the message `stage.count.<key>`. */
export type CounterKey =
  | 'onCore'
  | 'ready'
  /** As `ready`, if one event loop runs the callers: they wait for their turn, not for a core. */
  | 'waitLoop'
  | 'waitCaller'
  /** Includes parts of batches that no thread has taken yet. */
  | 'notAskedFor'
  | 'waitConnection'
  /** A connection is being opened for them. */
  | 'connect'
  | 'inUse'
  | 'taskQueue'
  /** As `tasks`, if a writer takes commands from the connection's ring buffer. */
  | 'ring'
  | 'clientRead'
  | 'wireOut'
  | 'wireBack'
  /** In the sockets of a proxy, and in its hands. */
  | 'proxyQueue'
  | 'proxyWork'
  | 'serverQueue'
  /** Read but not executed, including commands behind one that blocks their connection. */
  | 'serverBatch'
  | 'blocked'
  | 'replyQueue';

/** Quantities in descriptions: also phases without a counter on the stage. */
export type Counted =
  | CounterKey
  /** At the pool, not waiting. */
  | 'takeConnection'
  | 'backoff'
  | 'topology'
  | 'testOnBorrow'
  | 'flushWait'
  | 'decode'
  | 'testOnReturn';

export interface Counter {
  readonly key: CounterKey;
  /** Right edge of the number and left edge of the text. */
  readonly numberX: number;
  readonly textX: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly lines: readonly string[];
  /** Shown only while nonzero: most systems never have any. */
  readonly isOptional: boolean;
}

/** Whether a runnable thread waits for its event loop: a caller that is a callback there. */
export const waitsForLoop = ({ runtime, callers }: RunLayout, lane: number): boolean =>
  runtime === 'eventLoop' && lane < callers;

/** Runnable callers. */
export const readyCounter = (run: RunLayout): CounterKey => (waitsForLoop(run, 0) ? 'waitLoop' : 'ready');

/** Counters of the client side, in request order. */
export const callerCounters = (run: RunLayout): readonly CounterKey[] => [
  'onCore',
  readyCounter(run),
  ...waitingWork(run),
];

/** Work without a caller, where the system can have it. */
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
  // Each pooled connection has at most one reply, and connections in use are counted.
  ...(hasPool(run) ? [] : (['clientRead'] as const)),
];
export const wireCounters = (run: RunLayout): readonly CounterKey[] => [
  'wireOut',
  ...(hasProxy(run) ? (['proxyQueue', 'proxyWork'] as const) : []),
  'wireBack',
];
/** Without blocking commands, read requests execute soon. */
export const serverCounters = ({ blocks }: RunLayout): readonly CounterKey[] =>
  blocks ? ['serverQueue', 'serverBatch', 'blocked', 'replyQueue'] : ['serverQueue', 'replyQueue'];

/** The value of a counter. */
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

/** Text lines of the counters in a column of this width. */
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

/** Stacks counters, with the first baseline at `y`. */
export function placeCounters(
  keys: readonly CounterKey[],
  lines: readonly (readonly string[])[],
  place: { x: number; y: number; lineHeight: number; sizePx: number; digits: number },
  text: SceneText,
): Counter[] {
  let { y } = place;
  const numberX = place.x + columnWidth(keys, text, place.sizePx, place.digits);
  return keys.map((key, i) => {
    const counterText = lines[i] ?? [];
    const textX = numberX + gap(place.sizePx);
    const counter = {
      key,
      numberX,
      textX,
      y,
      lines: counterText,
      isOptional: key === 'notAskedFor',
    };
    y += Math.max(1, counterText.length) * place.lineHeight;
    return counter;
  });
}

const gap = (sizePx: number) => Math.round(sizePx * 0.4);
/** Width of a number; only the backlog can exceed the number of callers. */
const numberWidth = (key: CounterKey, text: SceneText, sizePx: number, digits: number) => {
  const max = 10 ** (key === 'waitCaller' || key === 'notAskedFor' ? Math.max(digits, 5) : digits) - 1;
  return text.measure(text.count(max).replaceAll('9', '0'), sizePx, true);
};

/** Width of the right-aligned numbers of a column. */
const columnWidth = (keys: readonly CounterKey[], text: SceneText, sizePx: number, digits: number) =>
  Math.max(0, ...keys.map((key) => numberWidth(key, text, sizePx, digits)));

/** Width of a counter on one line. */
export const counterWidth = (key: CounterKey, text: SceneText, sizePx: number, digits: number): number =>
  numberWidth(key, text, sizePx, digits) +
  gap(sizePx) +
  text.measure(text.message(`stage.count.${key}`), sizePx);
