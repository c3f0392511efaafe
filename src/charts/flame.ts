/**
 * Core time per request as a flame graph: all of it at the bottom, above it the classes of threads, then user code, kernel and
 * switches, then what they were at. Both sides have the same scale, so a shorter flame is a cheaper request.
 */

import type { Palette } from '../lib/palette.ts';
import type { activities as ACTIVITIES, threadClasses as CLASSES } from '../model/engine/generated/abi.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { textAt } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import { prose } from './prose.ts';
import { type SvgNode, svg } from './svg.ts';

type ClassName = (typeof CLASSES)[number];
type ActivityName = (typeof ACTIVITIES)[number];
const STATES = ['user', 'kernel', 'switch'] as const;
type CoreState = (typeof STATES)[number];

export interface FlameTime {
  readonly class: ClassName;
  readonly state: CoreState;
  readonly activity: ActivityName;
  /** Core time per completed request, ns. */
  readonly ns: number;
}

export interface FlameSide {
  readonly id: SideName;
  readonly times: readonly FlameTime[];
}

export interface FlameData {
  readonly sides: readonly FlameSide[];
  /** The node that is pointed at, by its place in `flameNodes`; undefined = none. */
  readonly pointed: number | undefined;
}

export interface FlameWords {
  readonly root: (side: SideName, time: string) => string;
  readonly className: (name: ClassName) => string;
  readonly state: (state: CoreState) => string;
  readonly activity: (activity: ActivityName) => string;
  readonly duration: (ns: number) => string;
  readonly percent: (share: number) => string;
  readonly tableCaption: string;
  readonly tableWhat: string;
  readonly tableTime: string;
  readonly tableShare: string;
  readonly path: (names: readonly string[]) => string;
  /** `first`: the largest of a class of threads in a state. */
  readonly sentence: (
    facts: Record<'side' | 'total' | 'first' | 'firstShare' | 'kernelShare', string>,
  ) => string;
  readonly empty: string;
}

/** A node: the part of a side's time that has its path in common. */
export interface FlameNode {
  readonly side: SideName;
  /** 0 = all, 1 = class, 2 = state, 3 = activity. */
  readonly depth: number;
  readonly class?: ClassName;
  readonly state?: CoreState;
  readonly activity?: ActivityName;
  /** Where it begins, and how much it is, ns per request. */
  readonly fromNs: number;
  readonly ns: number;
  /** Place of the node below it in the list, −1 for the lowest. */
  readonly parent: number;
}

const sum = (times: readonly FlameTime[]): number => times.reduce((total, { ns }) => total + ns, 0);

/** All nodes, each after the one below it; the largest parts first. */
export function flameNodes({ sides }: Pick<FlameData, 'sides'>): FlameNode[] {
  const nodes: FlameNode[] = [];
  const keys = ['class', 'state', 'activity'] as const;
  const grow = (times: readonly FlameTime[], from: FlameNode, at: number) => {
    const key = keys[from.depth];
    if (key === undefined) return;
    // A core being switched is at nothing: there is no part above that.
    const parts = [...new Set(times.map((time) => time[key]))]
      .filter((value) => value !== 'none')
      .map((value) => ({ value, own: times.filter((time) => time[key] === value) }))
      .sort((one, other) => sum(other.own) - sum(one.own));
    let fromNs = from.fromNs;
    for (const { value, own } of parts) {
      const node = { ...from, depth: from.depth + 1, [key]: value, fromNs, ns: sum(own), parent: at };
      nodes.push(node);
      grow(own, node, nodes.length - 1);
      fromNs += node.ns;
    }
  };
  for (const { id, times } of sides) {
    const root: FlameNode = { side: id, depth: 0, fromNs: 0, ns: sum(times), parent: -1 };
    nodes.push(root);
    grow(times, root, nodes.length - 1);
  }
  return nodes;
}

const ROWS = 4;
const ROW_LINES = 1.9;

/** Height of the drawing in lines of its type. */
export const flameLines = (sides: number): number => sides * (ROWS * ROW_LINES + 1);

export const nodeName = (node: FlameNode, words: FlameWords): string => {
  if (node.activity) return words.activity(node.activity);
  if (node.state) return words.state(node.state);
  if (node.class) return words.className(node.class);
  return words.root(node.side, words.duration(node.ns));
};

/** The place of every node. */
export function flameRects(
  data: FlameData,
  nodes: readonly FlameNode[],
  box: Box,
): { x: number; y: number; w: number; h: number }[] {
  const h = box.fontSize * ROW_LINES;
  const most = Math.max(1, ...nodes.filter(({ depth }) => depth === 0).map(({ ns }) => ns));
  return nodes.map(({ side, depth, fromNs, ns }) => {
    const block = data.sides.findIndex(({ id }) => id === side) * (ROWS * h + box.fontSize);
    return {
      x: (fromNs / most) * (box.width - 1),
      y: block + (ROWS - 1 - depth) * h,
      w: (ns / most) * (box.width - 1),
      h,
    };
  });
}

function draw(data: FlameData, box: Box, palette: Palette, words: FlameWords): SvgNode {
  const { fontSize } = box;
  const nodes = flameNodes(data);
  const rects = flameRects(data, nodes, box);
  const children = nodes.flatMap((node, i) => {
    const { x, y, w, h } = rects[i] ?? { x: 0, y: 0, w: 0, h: 0 };
    if (w < 0.4) return [];
    const isPointed = i === data.pointed;
    const name = nodeName(node, words);
    const fits = textWidth(name, fontSize) + fontSize * 0.6 < w;
    const fill = node.depth === 0 ? palette.wash[node.side] : palette.panel;
    return [
      svg(
        'g',
        {},
        svg('title', {}, `${name}: ${words.duration(node.ns)}`),
        barAt(x, y, Math.max(0.5, w - 0.5), h - 1, {
          fill,
          stroke: isPointed ? palette.focus : palette.outline,
          strokeWidth: isPointed ? 2.5 : w > 3 ? 0.5 : 0,
        }),
        // The state's fill is a band, so that no text lies on a pattern.
        ...(node.state
          ? [
              barAt(x + 0.5, y + 0.5, Math.max(0.3, w - 1.5), Math.min(h - 1, fontSize * 0.45), {
                fill: `url(#flame-${node.state})`,
              }),
            ]
          : []),
        ...(fits
          ? [
              textAt(name, x + fontSize * 0.3, y + h * (node.state ? 0.8 : 0.65), {
                fontSize,
                fill: palette.ink,
                fontWeight: node.depth === 0 ? 600 : undefined,
              }),
            ]
          : []),
      ),
    ];
  });
  return drawing(
    box,
    svg('defs', {}, ...STATES.map((state) => statePattern(`flame-${state}`, state, palette))),
    ...children,
  );
}

/** Names from the class on. */
export function pathOf(nodes: readonly FlameNode[], at: number, words: FlameWords): string {
  const names: string[] = [];
  for (
    let i = at;
    nodes[i] !== undefined && (nodes[i] as FlameNode).depth > 0;
    i = (nodes[i] as FlameNode).parent
  )
    names.unshift(nodeName(nodes[i] as FlameNode, words));
  return words.path(names);
}

export const flame = {
  id: 'flame',
  draw,
  table: (data, words) => {
    const nodes = flameNodes(data);
    const totals = new Map(nodes.filter(({ depth }) => depth === 0).map(({ side, ns }) => [side, ns]));
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.tableWhat, unit: 'text' },
        { title: words.tableTime, unit: 'ns' },
        { title: words.tableShare, unit: 'share' },
      ],
      rows: nodes.map((node, i) => [
        node.depth === 0 ? nodeName(node, words) : `${node.side.toUpperCase()} · ${pathOf(nodes, i, words)}`,
        node.ns,
        node.ns / Math.max(1e-9, totals.get(node.side) ?? 0),
      ]),
    };
  },
  describe: (data, words) => {
    const nodes = flameNodes(data);
    const sentences = nodes.flatMap((root) => {
      if (root.depth > 0 || root.ns <= 0) return [];
      const own = nodes.filter(({ side }) => side === root.side);
      // Parts of one row: a switch has nothing above it, and would be the larger beside what the kernel is at, one by one.
      const parts = own.filter(({ depth }) => depth === 2).sort((one, other) => other.ns - one.ns);
      const [first] = parts;
      if (!first) return [];
      const kernel = parts.filter(({ state }) => state === 'kernel').reduce((total, { ns }) => total + ns, 0);
      return [
        words.sentence({
          side: root.side.toUpperCase(),
          total: words.duration(root.ns),
          first: pathOf(nodes, nodes.indexOf(first), words),
          firstShare: words.percent(first.ns / root.ns),
          kernelShare: words.percent(kernel / root.ns),
        }),
      ];
    });
    return sentences.length > 0 ? prose(sentences) : words.empty;
  },
} as const satisfies ChartSpec<FlameData, FlameWords>;
