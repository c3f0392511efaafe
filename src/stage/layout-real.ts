/**
 * Layout of a real run as its client sees it: callers, pool if any, event loop, and one round trip from write
 * to reply. Same columns (or rows) as the other layouts.
 */

import { type Rect, rect } from './geometry.ts';
import { hasPool } from './io.ts';
import { ioPlaces } from './io-places.ts';
import type { Arrange } from './layout.ts';
import { callersPlace, pipesPlace, tray } from './places.ts';
import { stageBands } from './stage-bands.ts';

/** Shares of the request path's length. */
const SHARES = { callers: 0.27, client: 0.52, wire: 0.34 };
/**
 * With a pool, within the second half of the client: the end of the queue, and the starts of connections and
 * event loop.
 */
const POOL = { queue: 0.32, slots: 0.38, loops: 0.62 };

/** The layout of the single side. */
export const realLayout: Arrange = (run, width, height, text, fontPx) => {
  const bands = stageBands(run, width, height, text, fontPx, SHARES);
  const { isTall, sizePx, dot, lineHeight, head, clientEnd, serverStart } = bands;
  const isPool = hasPool(run);
  const foot = lineHeight * (isPool ? 2 : 1) + sizePx * 1.1;
  // The area between two points of the path, without the texts above and below.
  const between = (from: number, to: number): Rect =>
    isTall
      ? rect(sizePx, from, width - 2 * sizePx, to - from)
      : rect(from, head, to - from, height - head - foot);
  const firstAt = isTall ? head : sizePx * 1.5;
  const callersEnd = isTall ? clientEnd * 0.5 : bands.length * SHARES.callers;
  const ioFrom = callersEnd + sizePx;
  // When tall, the texts of the wire and of the client's end have separate rows.
  const wire = isTall
    ? between(clientEnd + lineHeight * 1.3, serverStart - lineHeight * 1.3)
    : between(clientEnd, serverStart);
  const ioEnd = isTall ? clientEnd - lineHeight * 1.5 : clientEnd;
  const at = (share: number) => ioFrom + (ioEnd - ioFrom) * share;
  const pipes = { ...pipesPlace(wire, run, isTall, sizePx * 13, 1), isRoundTrip: true as const };
  const areas = {
    queue: between(ioFrom, at(POOL.queue)),
    slots: between(at(POOL.slots), at(POOL.loops) - sizePx * 0.8),
    loops: between(isPool ? at(POOL.loops) : ioFrom, ioEnd),
  };
  const { callers, connections } = run;
  const callersBox = bands.band(0, callersEnd);
  const ioBox = bands.band(callersEnd, clientEnd);
  const title = (place: string, values: Record<string, number | string>, box: Rect) =>
    bands.caption(text.message(`stage.place.${place}`, values), box, 'title');
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox: bands.clientBox,
    serverBox: bands.serverBox,
    callers: callersPlace(between(firstAt, callersEnd), callers, sizePx),
    backlog: tray(
      isTall ? rect(3, head, sizePx - 4, callersEnd - head) : rect(3, head, sizePx * 1.5 - 5, wire.h),
      20,
      dot,
      'columnsFromRight',
    ),
    ...ioPlaces(run, areas, isTall ? 'rowsFromBottom' : 'columnsFromRight', pipes, { sizePx, dot }),
    pipes,
    nodes: [],
    others: [],
    captions: [
      title('callers', { callers, runtime: run.runtime }, callersBox),
      ...(isTall ? [] : [title(isPool ? 'pool' : 'loops', { connections, loops: 1 }, ioBox)]),
      title('wire', { connections }, bands.wireBox),
      title('server', { threads: 1 }, bands.serverBox),
    ],
    counters: isTall
      ? [...bands.counters(['taskQueue'], bands.clientBox), ...bands.counters(['wireOut'], bands.wireBox)]
      : [
          ...bands.counters(run.isOpen ? ['waitCaller'] : [], callersBox),
          ...bands.counters(isPool ? ['waitConnection', 'taskQueue'] : ['taskQueue'], ioBox),
          ...bands.counters(['wireOut'], bands.wireBox),
        ],
  };
};
