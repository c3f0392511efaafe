/**
 * A real run, as far as its client sees it: callers, the pool if there is one, the event loop, and one way there and back for
 * all that is between writing a request and the arrival of its reply. The same columns (or rows) as the other arrangements.
 */
import type { RunLayout } from '../playback/player.ts';
import { type CounterKey, counterLines, hasPool, placeCounters } from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import {
  type Caption,
  callersPlace,
  dotRadius,
  ioPlaces,
  pipesPlace,
  type SceneLayout,
  textSize,
  tray,
} from './places.ts';
import { type SceneText, shorten } from './text.ts';

/** Shares of the length of a request's way. */
const SHARES = { callers: 0.27, client: 0.52, wire: 0.34 };
/** With a pool, where in the client's second half the queue ends, the connections and the event loop begin. */
const POOL = { queue: 0.32, slots: 0.38, loops: 0.62 };

/** The layout of the one side there is. */
export function realLayout(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
): SceneLayout {
  const isTall = width < 700;
  const sizePx = textSize(width, height, fontPx);
  const dot = dotRadius(sizePx, run.callers);
  const pad = sizePx;
  const head = sizePx * 2.1;
  const isPool = hasPool(run);
  const lineHeight = Math.round(sizePx * 1.35);
  const foot = lineHeight * (isPool ? 2 : 1) + pad * 1.1;
  const length = isTall ? height : width;
  const clientEnd = Math.round(length * SHARES.client);
  const serverStart = Math.round(length * (SHARES.client + SHARES.wire));
  const band = (from: number, to: number): Rect =>
    isTall
      ? rect(0.5, from + 0.5, width - 1, to - from - 1)
      : rect(from + 0.5, 0.5, to - from - 1, height - 1);
  const clientBox = band(0, clientEnd);
  const serverBox = band(serverStart, length);
  // What lies between two points of the way, without the words above and below it.
  const between = (from: number, to: number): Rect =>
    isTall ? rect(pad, from, width - 2 * pad, to - from) : rect(from, head, to - from, height - head - foot);
  const firstAt = isTall ? head : pad * 1.5;
  const callersEnd = isTall ? clientEnd * 0.5 : length * SHARES.callers;
  const ioFrom = callersEnd + pad;
  // From top to bottom, the words of the wire and of the client's end have rows of their own.
  const wire = isTall
    ? between(clientEnd + lineHeight * 1.3, serverStart - lineHeight * 1.3)
    : between(clientEnd, serverStart);
  const ioEnd = isTall ? clientEnd - lineHeight * 1.5 : clientEnd;
  const at = (share: number) => ioFrom + (ioEnd - ioFrom) * share;
  const pipes = { ...pipesPlace(wire, run, isTall, sizePx * 13, 1), isRoundTrip: true as const };
  const areas = {
    queue: between(ioFrom, at(POOL.queue)),
    slots: between(at(POOL.slots), at(POOL.loops) - pad * 0.8),
    loops: between(isPool ? at(POOL.loops) : ioFrom, ioEnd),
  };
  const caption = (key: string, box: Rect, tone: Caption['tone'], values = {}): Caption => ({
    text: shorten(text.message(key, values), box.w - 2 * pad, (line) =>
      text.measure(line, sizePx, tone === 'title'),
    ),
    x: box.x + pad,
    y: box.y + sizePx * 1.4,
    sizePx,
    tone,
    align: 'left',
  });
  const callersBox = band(0, callersEnd);
  const ioBox = band(callersEnd, clientEnd);
  const wireBox = band(clientEnd, serverStart);
  const { callers, connections } = run;
  const io = isPool ? 'pool' : 'loops';
  const digits = Math.max(2, String(callers).length);
  const counters = (keys: readonly CounterKey[], box: Rect) => {
    const lines = counterLines(keys, box.w - 2 * pad, text, sizePx, digits).map((own) => own.slice(0, 1));
    const y = box.y + box.h - pad * 0.7 - lineHeight * (keys.length - 1);
    return placeCounters(keys, lines, { x: box.x + pad, y, lineHeight, sizePx, digits }, text);
  };
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox,
    serverBox,
    callers: callersPlace(between(firstAt, callersEnd), callers, sizePx),
    backlog: tray(
      isTall ? rect(3, head, pad - 4, callersEnd - head) : rect(3, head, pad * 1.5 - 5, wire.h),
      20,
      dot,
      'columnsFromRight',
    ),
    ...ioPlaces(run, areas, isTall ? 'rowsFromBottom' : 'columnsFromRight', pipes, { sizePx, dot }),
    pipes,
    nodes: [],
    others: [],
    captions: [
      caption('stage.place.callers', callersBox, 'title', { callers }),
      ...(isTall ? [] : [caption(`stage.place.${io}`, ioBox, 'title', { connections, loops: 1 })]),
      caption('stage.place.wire', wireBox, 'title', { connections }),
      caption('stage.place.server', serverBox, 'title', { threads: 1 }),
    ],
    counters: isTall
      ? [...counters(['taskQueue'], clientBox), ...counters(['wireOut'], wireBox)]
      : [
          ...counters(['waitCaller'], callersBox),
          ...counters(isPool ? ['waitConnection', 'taskQueue'] : ['taskQueue'], ioBox),
          ...counters(['wireOut'], wireBox),
        ],
  };
}
