/**
 * The whole in few parts and plain words: the program, where its requests wait, the network, Redis. The same columns (or rows)
 * as the other arrangements, so that nothing jumps when one looks closer.
 */
import type { RunLayout } from '../playback/player.ts';
import { type Counter, counterLines, hasPool, placeCounters } from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { nodeLanes } from './lanes.ts';
import { nodePlaces, shownNodes } from './nodes.ts';
import {
  type Caption,
  callersPlace,
  dotRadius,
  MAX_LANES,
  onlyNode,
  pipesPlace,
  type SceneLayout,
  textSize,
  tray,
} from './places.ts';
import { ringIn } from './ring.ts';
import { type SceneText, shorten } from './text.ts';

/** Shares of the length of a request's way: the program, the network, Redis. */
const SHARES = { client: 0.42, wire: 0.24 };

/** The layout of one side. */
export function systemLayout(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
): SceneLayout {
  const isTall = width < 700;
  const sizePx = textSize(width, height, fontPx);
  const dot = dotRadius(sizePx, run.callers) * 1.15;
  const pad = sizePx;
  const head = sizePx * 2.1;
  const foot = sizePx * 2;
  // Along the way of a request, and across it.
  const length = isTall ? height : width;
  const clientEnd = Math.round(length * SHARES.client);
  const serverStart = Math.round(length * (SHARES.client + SHARES.wire));
  const band = (from: number, to: number): Rect =>
    isTall
      ? rect(0.5, from + 0.5, width - 1, to - from - 1)
      : rect(from + 0.5, 0.5, to - from - 1, height - 1);
  const clientBox = band(0, clientEnd);
  const serverBox = band(serverStart, length);
  const within = ({ x, y, w, h }: Rect): Rect => rect(x + pad, y + head, w - 2 * pad, h - head - foot);
  const client = within(clientBox);
  const server = within(serverBox);
  const nodes = shownNodes(run, isTall ? server.w : server.h, isTall);
  const wire = isTall
    ? rect(server.x, clientEnd, server.w, serverStart - clientEnd)
    : rect(clientEnd, server.y, serverStart - clientEnd, server.h);
  // One bundle, however few connections there are: they are told apart when one looks closer.
  const pipes = pipesPlace(
    wire,
    { ...run, connections: Math.max(run.connections, nodes > 1 ? nodes : MAX_LANES + 1) },
    isTall,
    sizePx * 13,
    nodes,
  );
  const hasQueue = hasPool(run);
  const callersArea = hasQueue
    ? isTall
      ? rect(client.x, client.y, client.w, client.h * 0.52)
      : rect(client.x, client.y, client.w * 0.52, client.h)
    : client;
  const queueArea = isTall
    ? rect(client.x, client.y + client.h * 0.6, client.w, client.h * 0.4)
    : rect(client.x + client.w * 0.6, client.y, client.w * 0.4, client.h);
  const caption = (words: string, box: Rect, tone: Caption['tone']): Caption => ({
    text: shorten(words, box.w - 2 * pad, (line) => text.measure(line, sizePx, tone === 'title')),
    x: box.x + pad,
    y: box.y + sizePx * 1.4,
    sizePx,
    tone,
    align: 'left',
  });
  const count = nodeLanes(run).length;
  const serverWords =
    count > 1 ? text.message('zoom.system.cluster', { nodes: count }) : text.message('zoom.system.server');
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox,
    serverBox,
    callers: callersPlace(callersArea, run.callers, sizePx),
    backlog: tray(rect(3, client.y, pad - 4, client.h), 20, dot, 'columnsFromRight'),
    queue: hasQueue
      ? tray(queueArea, run.callers, dot, isTall ? 'rowsFromBottom' : 'columnsFromRight')
      : null,
    slots: null,
    loops: null,
    pipes,
    nodes:
      nodes > 1
        ? nodePlaces(server, run, nodes, pipes, { sizePx, dot }, text)
        : [loneServer(server, run, text, sizePx, dot)],
    others: [],
    captions: [
      caption(text.message('zoom.system.client', { callers: run.callers }), clientBox, 'title'),
      ...(isTall ? [] : [caption(text.message('zoom.system.wire'), band(clientEnd, serverStart), 'soft')]),
      caption(serverWords, serverBox, 'title'),
    ],
    counters: counters(run, clientBox, serverBox, text, sizePx),
  };
}

/** What waits for Redis, and Redis. */
function loneServer(area: Rect, run: RunLayout, text: SceneText, sizePx: number, dot: number) {
  const trayW = area.w * 0.34;
  const half = (area.h - sizePx) / 2;
  return onlyNode(
    run,
    tray(rect(area.x, area.y, trayW, half), run.callers, dot, 'columnsFromRight'),
    tray(rect(area.x, area.y + half + sizePx, trayW, half), run.callers, dot, 'columnsFromRight'),
    ringIn(rect(area.x + trayW + sizePx, area.y, area.w - trayW - sizePx, area.h), text, sizePx),
  );
}

/** One number for each machine: who waits for a connection, and who for Redis. */
function counters(
  run: RunLayout,
  client: Rect,
  server: Rect,
  text: SceneText,
  sizePx: number,
): readonly Counter[] {
  const digits = Math.max(2, String(run.callers).length);
  const lineHeight = Math.round(sizePx * 1.35);
  return ([hasPool(run) ? 'waitConnection' : 'ready', 'serverQueue'] as const).flatMap((key, i) => {
    const box = i === 0 ? client : server;
    const lines = counterLines([key], box.w - 2 * sizePx, text, sizePx, digits).map((own) => own.slice(0, 1));
    const place = { x: box.x + sizePx, y: box.y + box.h - sizePx * 0.7, lineHeight, sizePx, digits };
    return placeCounters([key], lines, place, text);
  });
}
