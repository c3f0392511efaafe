/**
 * Positions of each cluster node's queues and ring, at the end of its wire lane; and notes when there are too
 * many nodes.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { type Rect, rect } from './geometry.ts';
import { nodeLanes } from './lanes.ts';
import { type Caption, type NodePlace, type Pipes, type Ring, type TypeSize, tray } from './places.ts';
import { type SceneText, wrap } from './text.ts';

/** Dot size of a part, relative to a whole request. */
export const PART_SIZE = 0.75;

/** Maximum number of nodes with their own place, and the room of one across the wire, CSS pixels. */
const MAX_NODES = 12;
const MIN_ROOM = { wide: 15, tall: 30 };

/** Number of nodes that fit into this room with their own place; 1 if all share the first place. */
export function shownNodes(run: RunLayout, room: number, isTall: boolean): number {
  const nodes = nodeLanes(run).length;
  const isEnough = room / nodes >= (isTall ? MIN_ROOM.tall : MIN_ROOM.wide);
  return nodes <= MAX_NODES && isEnough ? nodes : 1;
}

/** The node of a connection, among `nodes` visible ones: each has equally many connections. */
export const nodeOf = ({ connections }: RunLayout, nodes: number, connection: number): number =>
  nodes === 1 || connection < 0 ? 0 : Math.min(nodes - 1, Math.floor((connection * nodes) / connections));

/** Minimum line spacing, in font sizes. */
const MIN_STEP = 1.2;

/** The places of the nodes in `area`, each at its lane. */
export function nodePlaces(
  area: Rect,
  run: RunLayout,
  nodes: number,
  pipes: Pipes,
  size: TypeSize,
  text: SceneText,
): NodePlace[] {
  const lanes = nodeLanes(run);
  return Array.from({ length: nodes }, (_, node): NodePlace => {
    const row = pipes.laneOf[(node * run.connections) / nodes] ?? node;
    const from = row * pipes.step;
    const box = pipes.isTall
      ? rect(pipes.area.x + from + 4, area.y, pipes.step - 8, area.h)
      : rect(area.x, pipes.area.y + from + 4, area.w, pipes.step - 8);
    const max = Math.max(11, size.sizePx - 1);
    // Text next to a node is no taller than its row.
    const place = pipes.isTall
      ? column(box, run, size, max)
      : line(box, run, size, lineSize(Math.min(max, pipes.step / MIN_STEP), box.w));
    return { ...place, lane: lanes[node] ?? 0, name: text.count(node + 1) };
  });
}

/** Minimum width of a node's line with room for its activity, in font sizes. */
const LINE_WITH_WORDS = 22;

/** Font size of a line: `most`, or slightly less if then everything fits. */
const lineSize = (max: number, width: number): number =>
  Math.max(11, Math.min(max, Math.max(max * 0.85, width / (LINE_WITH_WORDS + 0.1))));

type Parts = Omit<NodePlace, 'lane' | 'name'>;

const smallRing = (x: number, y: number, diameter: number): Ring => {
  const band = Math.max(3, Math.min(9, diameter * 0.2));
  return { x, y, radius: Math.max(3, (diameter - band) / 2), band, labels: [], isList: false };
};

/** Number, queues, ring and text from left to right. */
function line(row: Rect, run: RunLayout, { sizePx, dot }: TypeSize, namePx: number): Parts {
  const numberW = sizePx * 1.3;
  const gap = sizePx * 0.7;
  // A ring may touch neighbouring rows; queues need a margin.
  const diameter = Math.min(row.h + 6, sizePx * 5, row.w * 0.3);
  const wordsW = row.w > namePx * LINE_WITH_WORDS ? namePx * 7 : namePx * 1.5;
  const trays = rect(row.x + numberW, row.y, row.w - numberW - diameter - wordsW - 2 * gap, row.h);
  const isStacked = row.h >= dot * 6;
  const [w, h] = isStacked ? [trays.w, (trays.h - 8) / 2] : [(trays.w - 10) / 2, trays.h];
  const second = isStacked ? rect(trays.x, trays.y + h + 8, w, h) : rect(trays.x + w + 10, trays.y, w, h);
  const x = trays.x + trays.w + gap + diameter / 2;
  const y = row.y + row.h / 2;
  return {
    inbox: tray(rect(trays.x, trays.y, w, h), run.callers, dot * PART_SIZE, 'columnsFromRight'),
    outbox: tray(second, run.callers, dot * PART_SIZE, 'columnsFromRight'),
    ring: smallRing(x, y, diameter),
    nameAt: { x: row.x + numberW * 0.4, y, sizePx: namePx },
    words: { x: x + diameter / 2 + gap * 0.7, y, w: wordsW, sizePx: namePx },
  };
}

/** Queue, ring, number and second queue from top to bottom; if too low, the number is next to the ring. */
function column(cell: Rect, run: RunLayout, { sizePx, dot }: TypeSize, namePx: number): Parts {
  const isLow = cell.h < sizePx * 4.5;
  const trayH = isLow ? cell.h * 0.3 : Math.max(10, cell.h * 0.22);
  const diameter = isLow
    ? cell.h - 2 * trayH
    : Math.min(cell.w, Math.max(10, cell.h - 2 * trayH - sizePx * 2.2));
  const x = cell.x + cell.w / 2;
  const y = isLow ? cell.y + cell.h / 2 : cell.y + trayH + 6 + diameter / 2;
  return {
    inbox: tray(rect(cell.x, cell.y, cell.w, trayH), run.callers, dot * PART_SIZE, 'rowsFromBottom'),
    outbox: tray(rect(cell.x, cell.y + cell.h - trayH, cell.w, trayH), run.callers, dot * PART_SIZE, 'rows'),
    ring: smallRing(x, y, diameter),
    nameAt: isLow
      ? { x: x - diameter / 2 - sizePx * 0.7, y, sizePx: namePx }
      : { x, y: y + diameter / 2 + sizePx * 0.75, sizePx: namePx },
    words: null,
  };
}

/** Explains which nodes a ring and the bars above represent, if nodes exceed places; empty otherwise. */
export function overflowNotes(
  run: RunLayout,
  visible: number,
  width: number,
  text: SceneText,
  sizePx: number,
): readonly string[] {
  const nodes = nodeLanes(run).length;
  if (nodes === visible) return [];
  return wrap(text.message('stage.place.crowd', { nodes }), width, 2, (line) => text.measure(line, sizePx));
}

/** Stacked lines of small text, with the first baseline at `y`. */
export const noteAt = (
  lines: readonly string[],
  x: number,
  y: number,
  lineHeight: number,
  sizePx: number,
): Caption[] =>
  lines.map((text, i) => {
    const place = { x, y: y + i * lineHeight, sizePx: Math.max(11, sizePx - 1) };
    return { text, ...place, tone: 'soft', align: 'left' };
  });
