/** The horizontal layout: callers, pool or event loops, wire, server. */
import type { RunLayout } from '../model/playback/player.ts';
import {
  type Counter,
  type CounterKey,
  callerCounters,
  counterLines,
  counterWidth,
  ioCounters,
  placeCounters,
  serverCounters,
  wireCounters,
} from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { hasHelpers, hasPool } from './io.ts';
import { type IoPlaces, ioPlaces } from './io-places.ts';
import { nodeLanes, otherLanes, serverIoLanes } from './lanes.ts';
import { legible } from './layout.ts';
import { nodePlaces, noteAt, overflowNotes, shownNodes } from './node-places.ts';
import { paintPartDots } from './part-dots.ts';
import {
  type Caption,
  callersPlace,
  type NodePlace,
  onlyNode,
  othersPlace,
  pipesPlace,
  type SceneLayout,
  type Tray,
  type TypeSize,
  tray,
} from './places.ts';
import { ringIn } from './ring.ts';
import { type ServerRows, serverRows } from './server-rows.ts';
import { type SceneText, shorten } from './text.ts';
import { machineTitles, otherNames, otherWords, zoneTitles } from './titles.ts';

/** Below this height, or this number of lines, the machine titles are omitted to save room. */
const LOW = { height: 215, lines: 11 };

/** Below this height, in font sizes, nodes get tighter line spacing. */
const CLOSE_LINES = 16;

/** Lines of text that the places need; further texts below them are omitted first. */
const MIN_LINES = 6;

/** Minimum width of a thread's bar with its gap, CSS pixels. */
const MIN_BOX = 6;

/** The height of the places, and the items below them. */
interface Foot {
  readonly body: number;
  readonly bottom: number;
}

interface Zone {
  readonly x: number;
  readonly w: number;
  readonly counters: readonly CounterKey[];
}

/** Share of the wire's width that the server's thread rows take. */
const ROWS = 0.09;

/**
 * Shares of the width. More room goes to a pool in front of event loops, to texts on narrow canvases, and to
 * a server with thread rows.
 */
function zones(
  run: RunLayout,
  width: number,
  pad: number,
  hasRows: boolean,
): { callers: Zone; io: Zone; wire: Zone; server: Zone } {
  const isDouble = hasPool(run) && hasHelpers(run);
  const [callers, io, free] = isDouble
    ? [0.24, 0.28, 0.21]
    : width < 900
      ? [0.24, 0.26, 0.23]
      : [0.25, 0.21, 0.27];
  const wire = free - (hasRows ? ROWS : 0);
  const clientW = Math.round(width * (callers + io));
  const wireW = Math.round(width * wire);
  const inner = clientW - 3 * pad;
  const callersW = Math.round((inner * callers) / (callers + io));
  const serverX = clientW + wireW;
  return {
    callers: { x: pad * 1.5, w: callersW - pad * 0.5, counters: callerCounters(run) },
    io: { x: callersW + 2 * pad, w: inner - callersW + pad, counters: ioCounters(run) },
    wire: { x: clientW, w: wireW, counters: wireCounters(run) },
    server: { x: serverX + pad, w: width - serverX - 2 * pad, counters: serverCounters(run) },
  };
}

/** The layout of a canvas that is wider than tall. */
export const wideLayout = legible(arrange);

function arrange(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  { sizePx, dot }: TypeSize,
  shown: readonly RunLayout[],
): SceneLayout {
  const hasRows = shown.some((each) => serverIoLanes(each).length > 0);
  const isCluster = nodeLanes(run).length > 1;
  // Every node has a row: low rows get tighter line spacing.
  const isClose = isCluster && height < CLOSE_LINES * sizePx;
  const lineHeight = Math.round(sizePx * (isClose ? 1.15 : 1.35));
  const pad = Math.round(sizePx);
  const digits = Math.max(2, String(run.callers).length);
  const zone = zones(run, width, pad, hasRows);
  // The server's counters are above its queues if each fits on a line there, else at the foot like the
  // others.
  const oneLine = Math.max(
    ...zone.server.counters.map((key) =>
      text.measure(`${10 ** digits} ${text.message(`stage.count.${key}`)}`, sizePx),
    ),
  );
  const hasHeads = !isCluster && !hasRows && !run.blocks && oneLine + sizePx <= zone.server.w * 0.45;
  const io = inColumns(zone.io, text, sizePx, digits);
  const first = inColumns(zone.callers, text, sizePx, digits);
  const server = hasHeads ? [] : inColumns(zone.server, text, sizePx, digits);
  const columns = [...first, ...io, { ...zone.wire, x: zone.wire.x + pad, w: zone.wire.w - pad }, ...server];
  const lines = columns.map(({ counters, w }) => counterLines(counters, w, text, sizePx, digits));
  const linesOf = (own: Zone | undefined): number =>
    ((own && lines[columns.indexOf(own)]) ?? []).reduce((sum, { length }) => sum + length, 0);
  // So a counter that only callers have does not shrink the node rows: the callers' counters begin a line
  // higher.
  const max = Math.max(...columns.slice(first.length).map(linesOf));
  const raised = isClose ? Math.max(0, linesOf(first[0]) - max) : 0;
  const isLow = height < Math.max(LOW.height, LOW.lines * lineHeight);
  const machineY = Math.round(pad * 0.8 + Math.max(11, sizePx - 1) * 0.8);
  const titleY = isLow ? machineY : machineY + Math.round(lineHeight * 1.15);
  const top = Math.round(pad * 0.8 + lineHeight * (isLow ? 1.2 : 2.3));
  // Below the counters, if there is room: names of the client's other threads that do not fit next to its
  // title, and the visible nodes if not all are.
  const bodyWith = (atIo: number, atServer: number): Foot => {
    const counterLinesOf = [linesOf(io[0]) + atIo, linesOf(server[0]) + atServer];
    const lines = Math.max(linesOf(first[0]) - raised, max, ...counterLinesOf);
    const bottom = lines * lineHeight + pad * (isClose ? 0.5 : 0.9);
    return { bottom, body: Math.max(40, height - top - bottom) };
  };
  const hasRoom = ({ body }: Foot) => body >= MIN_LINES * sizePx;
  // Connections are at the machine's edge; threads keep clear of it.
  const offEdge: Zone = { ...zone.io, w: zone.io.w - pad / 2 };
  const titles = zoneTitles(run, text);
  const after = (own: Zone, title: string) =>
    othersBeside(run, own, title, false, { text, sizePx, baseline: titleY });
  const afterIo = after(offEdge, titles.io);
  const isTight = (afterIo.boxes[0]?.box.w ?? MIN_BOX) < MIN_BOX;
  const atFoot = (baseline: number) =>
    othersBeside(run, offEdge, '', false, { text, sizePx, baseline, isNamed: true });
  const isAtFoot =
    afterIo.boxes.length > 0 &&
    afterIo.names.length === 0 &&
    (atFoot(0).names.length > 0 || isTight) &&
    hasRoom(bodyWith(1, 0));
  // If neither place has room: after the callers' title, which is shorter.
  const beside = isTight && !isAtFoot ? after(zone.callers, titles.callers) : afterIo;
  const ioLines = isAtFoot ? 1 : 0;
  const nodes = shownNodes(run, bodyWith(ioLines, 0).body, false);
  const words = overflowNotes(run, nodes, zone.server.w, text, Math.max(11, sizePx - 1));
  const crowd = hasRoom(bodyWith(ioLines, words.length)) ? words : [];
  const { bottom, body } = bodyWith(ioLines, crowd.length);
  const at = ({ x, w }: Zone): Rect => rect(x, top, w, body);

  const clientBox = rect(0.5, 0.5, zone.wire.x - 1, height - 1);
  const serverX = zone.wire.x + zone.wire.w;
  const serverBox = rect(serverX + 0.5, 0.5, width - serverX - 1, height - 1);
  const pipes = pipesPlace(rect(zone.wire.x, top, zone.wire.w, body), run, false, sizePx * 13, nodes);
  const serverArea = rect(zone.server.x, top, zone.server.w, hasHeads ? height - top - pad : body);
  const trayW = Math.max(
    zone.server.w * (hasRows ? 0.24 : hasHeads ? 0.28 : 0.34),
    hasHeads ? oneLine + sizePx : 0,
  );
  const single =
    nodes === 1
      ? serverPlace(serverArea, trayW, run, text, { dot, sizePx, lineHeight, digits, hasHeads })
      : undefined;
  // Parts of batches that are not sent yet need room; single requests wait for a caller only occasionally.
  const callersArea = { ...at(zone.callers), h: body - raised * lineHeight };
  const backlogW = isCluster ? Math.min(callersArea.w * 0.3, sizePx * 5) : 0;
  const footY = height - bottom + lineHeight * 0.95;
  const rows = single?.rows;
  const others = [
    isAtFoot ? atFoot(footY + linesOf(io[0]) * lineHeight) : beside,
    othersBeside(run, zone.server, titles.server, true, {
      text,
      sizePx,
      baseline: titleY,
      nodes,
    }),
    ...(rows ? [rows] : []),
  ];
  return {
    run,
    width,
    height,
    sizePx,
    dot,
    clientBox,
    serverBox,
    callers: callersPlace(
      rect(callersArea.x + backlogW * 1.15, top, callersArea.w - backlogW * 1.15, callersArea.h),
      run.callers,
      sizePx,
    ),
    backlog: tray(
      isCluster ? rect(callersArea.x, top, backlogW, callersArea.h) : rect(3, top, pad * 1.5 - 5, body),
      20,
      dot,
      'columnsFromRight',
    ),
    ...clientIo(run, at(zone.io), zone.wire.x, pipes, { sizePx, dot }),
    pipes,
    nodes: single ? [single.node] : nodePlaces(serverArea, run, nodes, pipes, { sizePx, dot }, text),
    others: others.flatMap(({ boxes }) => boxes),
    paintDots: paintPartDots,
    paintRowWords: rows?.paintRowWords,
    captions: [
      ...captions(run, zone, text, { sizePx, pad, machineY, titleY, isLow }),
      ...others.flatMap(({ names }) => names),
      ...noteAt(crowd, zone.server.x, footY + linesOf(server[0]) * lineHeight, lineHeight, sizePx),
    ],
    counters: [
      ...columns.flatMap(({ counters, x }, i) =>
        placeCounters(
          counters,
          lines[i] ?? [],
          { x, y: i < first.length ? footY - raised * lineHeight : footY, lineHeight, sizePx, digits },
          text,
        ),
      ),
      ...(single ? single.counters : []),
    ],
  };
}

function clientIo(
  run: RunLayout,
  area: Rect,
  edge: number,
  pipes: SceneLayout['pipes'],
  size: TypeSize,
): IoPlaces {
  const { sizePx } = size;
  const isPool = hasPool(run);
  const hasLoops = hasHelpers(run);
  const poolW = isPool ? (hasLoops ? area.w * 0.5 : area.w) : 0;
  const gap = sizePx * 0.8;
  const slotsW = pipes.isBundle ? poolW * 0.4 : Math.min(poolW * 0.42, sizePx * 6);
  // Slots are at the machine's edge, where connections leave; with event loops, those are at the edge.
  const slotsX = hasLoops ? area.x + poolW - slotsW : edge - slotsW;
  const loopsX = area.x + poolW + (isPool ? gap : 0);
  const areas = {
    queue: rect(area.x, area.y, slotsX - area.x - gap, area.h),
    slots: rect(slotsX, area.y, slotsW, area.h),
    loops: rect(loopsX, area.y, edge - loopsX, area.h),
  };
  return ioPlaces(run, areas, 'columnsFromRight', pipes, size);
}

/** Moves the later counters next to the first two, if they fit: fewer rows below. */
function inColumns(zone: Zone, text: SceneText, sizePx: number, digits: number): readonly [Zone, ...Zone[]] {
  const [first, beside] = [zone.counters.slice(0, 2), zone.counters.slice(2)];
  if (beside.length === 0 || beside.length > 2) return [zone];
  const [x = 0, w = 0] = [first.slice(0, beside.length), beside].map(
    (keys) => Math.max(...keys.map((key) => counterWidth(key, text, sizePx, digits))) + sizePx,
  );
  if (x + w - sizePx > zone.w) return [zone];
  return [
    { ...zone, counters: first },
    { x: zone.x + x, w: zone.w - x, counters: beside },
  ];
}

/** Queues on the left, each below its counter if there is room; the ring takes the rest. */
function serverPlace(
  area: Rect,
  trayW: number,
  run: RunLayout,
  text: SceneText,
  size: { dot: number; sizePx: number; lineHeight: number; digits: number; hasHeads: boolean },
): { node: NodePlace; counters: Counter[]; rows: ServerRows | undefined } {
  const { dot, sizePx, lineHeight, hasHeads } = size;
  const gap = sizePx * 0.8;
  const counters: Counter[] = [];
  const trays = (['serverQueue', 'replyQueue'] as const).map((key, i) => {
    const half = rect(area.x, area.y + (i * (area.h + gap)) / 2, trayW, (area.h - gap) / 2);
    const lines = hasHeads ? counterLines([key], trayW, text, sizePx, size.digits) : [];
    const place = { ...size, x: area.x, y: half.y + sizePx * 0.85 };
    if (hasHeads) counters.push(...placeCounters([key], lines, place, text));
    const head = hasHeads ? (lines[0]?.length ?? 1) * lineHeight + 2 : 0;
    return tray(rect(half.x, half.y + head, half.w, half.h - head), run.callers, dot, 'columnsFromRight');
  });
  const [inbox, outbox] = trays as [Tray, Tray];
  const room = rect(area.x + trayW + gap, area.y, area.w - trayW - gap, area.h);
  const rows = serverRows(room, run, text, sizePx);
  return { node: onlyNode(run, inbox, outbox, rows?.ring ?? ringIn(room, text, sizePx)), counters, rows };
}

/** A machine's threads without their own place, after its title, with names if they fit. */
function othersBeside(
  run: RunLayout,
  { x, w }: Zone,
  title: string,
  onServer: boolean,
  place: {
    readonly text: SceneText;
    readonly sizePx: number;
    readonly baseline: number;
    readonly nodes?: number;
    /** Whether bars may be narrower to make room for names. */
    readonly isNamed?: boolean;
  },
): { readonly boxes: SceneLayout['others']; readonly names: readonly Caption[] } {
  const { text, sizePx, baseline, nodes = 1, isNamed = false } = place;
  const lanes = otherLanes(run, onServer, nodes);
  const room = Math.max(MIN_BOX, w - text.measure(title, sizePx, true) - Math.round(sizePx));
  const besideNames = room - text.measure(otherWords(run, lanes, text), sizePx) - sizePx;
  const isPossible = isNamed && besideNames >= lanes.length * MIN_BOX;
  const boxesW = isPossible ? besideNames : room;
  const boxes = othersPlace(run, onServer, { right: x + w, baseline, room: boxesW, sizePx, nodes });
  return { boxes, names: otherNames(run, boxes, room, text, sizePx) };
}

/** Machines above, places below; on a low canvas only places. */
function captions(
  run: RunLayout,
  zone: ReturnType<typeof zones>,
  text: SceneText,
  {
    sizePx,
    pad,
    machineY,
    titleY,
    isLow,
  }: { sizePx: number; pad: number; machineY: number; titleY: number; isLow: boolean },
): Caption[] {
  const smallPx = Math.max(11, sizePx - 1);
  const caption = (content: string, tone: Caption['tone'], own: Zone, y: number): Caption => {
    const size = tone === 'title' ? sizePx : smallPx;
    const shortText = shorten(content, own.w, (line) => text.measure(line, size, tone === 'title'));
    return { text: shortText, x: own.x, y, sizePx: size, tone, align: 'left' };
  };
  const machines = machineTitles(run, text);
  const titles = zoneTitles(run, text);
  const client: Zone = { ...zone.callers, w: zone.io.x + zone.io.w - zone.callers.x };
  const wire: Zone = { ...zone.wire, x: zone.wire.x + pad, w: zone.wire.w - 2 * pad };
  const above = [
    caption(machines.client, 'soft', client, machineY),
    caption(machines.network, 'soft', wire, machineY),
    caption(machines.server, 'soft', zone.server, machineY),
  ];
  return [
    ...(isLow ? [] : above),
    caption(titles.callers, 'title', zone.callers, titleY),
    // A path out of the machine starts at its edge.
    caption(titles.io, 'title', { ...zone.io, w: zone.io.w - pad / 2 }, titleY),
    caption(titles.wire, 'title', wire, titleY),
    caption(titles.server, 'title', zone.server, titleY),
  ];
}
