/**
 * The overview layout in few parts: program, its queue, network, Redis. It has the same columns (or rows) as
 * the other layouts, so nothing jumps at another detail level.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { readyCounter, serverCounters } from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { hasQueue } from './io.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { Arrange } from './layout.ts';
import { nodePlaces, shownNodes } from './node-places.ts';
import { paintPartDots } from './part-dots.ts';
import { callersPlace, MAX_LANES, onlyNode, pipesPlace, tray } from './places.ts';
import { ringIn } from './ring.ts';
import { serverRows } from './server-rows.ts';
import { stageBands } from './stage-bands.ts';
import type { SceneText } from './text.ts';

/** Shares of the request path's length: program, network, Redis. */
const SHARES = { client: 0.42, wire: 0.24 };
/** Within the program: the end of the callers, and the start of the connection queue. */
const QUEUE = { callers: 0.52, waiting: 0.6 };

/** The same with a few callers in labelled rows, which need more room than the queue. */
const QUEUE_OF_FEW = { callers: 0.76, waiting: 0.82 };

/** The layout of one side. */
export const systemLayout: Arrange = (run, width, height, text, fontPx) => {
  const bands = stageBands(run, width, height, text, fontPx, SHARES);
  const { isTall, sizePx, head, clientBox, wireBox, serverBox } = bands;
  const dot = bands.dot * 1.15;
  const within = ({ x, y, w, h }: Rect): Rect =>
    rect(x + sizePx, y + head, w - 2 * sizePx, h - head - sizePx * 2);
  const client = within(clientBox);
  const server = within(serverBox);
  const nodes = shownNodes(run, isTall ? server.w : server.h, isTall);
  const wire = isTall
    ? rect(server.x, bands.clientEnd, server.w, bands.serverStart - bands.clientEnd)
    : rect(bands.clientEnd, server.y, bands.serverStart - bands.clientEnd, server.h);
  // One bundle for any number of connections: a higher detail level separates them.
  const pipes = pipesPlace(
    wire,
    { ...run, connections: Math.max(run.connections, nodes > 1 ? nodes : MAX_LANES + 1) },
    isTall,
    sizePx * 13,
    nodes,
  );
  const isQueue = hasQueue(run);
  const count = nodeLanes(run).length;
  // Parts of batches that are not sent yet need room; requests without a caller use the margin.
  const isFew = !isTall && callersPlace(client, run.callers, sizePx).form === 'rows';
  const { callers: callersEnd, waiting } = isFew ? QUEUE_OF_FEW : QUEUE;
  const area = isQueue ? bands.part(client, 0, callersEnd) : client;
  const backlogW = count > 1 ? Math.min(area.w * 0.3, sizePx * 4) : 0;
  const callersIn = (endW: number) =>
    callersPlace(
      rect(area.x + backlogW * 1.15, area.y, area.w - backlogW * 1.15 - endW, area.h),
      run.callers,
      sizePx,
    );
  const callers = callersIn(0);
  const serverWords =
    count > 1
      ? text.message('stage.overview.cluster', { nodes: count })
      : text.message('stage.overview.server');
  const lone = nodes === 1 ? loneServer(server, run, text, sizePx, dot) : undefined;
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox,
    serverBox,
    // Requests that leave the program stop before its edge, after the numbers of the callers.
    callers: callers.form === 'levels' && !isQueue && !isTall ? callersIn(2 * dot) : callers,
    backlog: tray(
      count > 1 ? rect(area.x, area.y, backlogW, area.h) : rect(3, client.y, sizePx - 4, client.h),
      20,
      dot,
      'columnsFromRight',
    ),
    queue: isQueue
      ? tray(bands.part(client, waiting, 1), run.callers, dot, isTall ? 'rowsFromBottom' : 'columnsFromRight')
      : null,
    slots: null,
    loops: null,
    pipes,
    nodes: lone ? [lone.node] : nodePlaces(server, run, nodes, pipes, { sizePx, dot }, text),
    others: lone?.rows?.boxes ?? [],
    paintDots: paintPartDots,
    paintRowWords: lone?.rows?.paintRowWords,
    captions: [
      ...(lone?.rows?.names ?? []),
      bands.caption(
        text.message('stage.overview.client', { callers: run.callers, runtime: run.runtime }),
        clientBox,
        'title',
      ),
      ...(isTall ? [] : [bands.caption(text.message('stage.overview.wire'), wireBox, 'soft')]),
      bands.caption(serverWords, serverBox, 'title'),
    ],
    // One counter per machine: waiting for a connection, and waiting for Redis; also blocked commands with
    // their queue.
    counters: [
      ...bands.counters([isQueue ? 'waitConnection' : readyCounter(run)], clientBox),
      ...bands.counters(serverCounters(run).slice(0, -1), serverBox),
    ],
  };
};

/** The queue of Redis, and Redis. */
function loneServer(area: Rect, run: RunLayout, text: SceneText, sizePx: number, dot: number) {
  const trayW = area.w * (serverIoLanes(run).length > 0 ? 0.24 : 0.34);
  const half = (area.h - sizePx) / 2;
  const room = rect(area.x + trayW + sizePx, area.y, area.w - trayW - sizePx, area.h);
  const rows = serverRows(room, run, text, sizePx);
  const node = onlyNode(
    run,
    tray(rect(area.x, area.y, trayW, half), run.callers, dot, 'columnsFromRight'),
    tray(rect(area.x, area.y + half + sizePx, trayW, half), run.callers, dot, 'columnsFromRight'),
    rows?.ring ?? ringIn(room, text, sizePx),
  );
  return { node, rows };
}
