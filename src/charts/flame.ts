/**
 * Core time per request as a flame graph: the total at the bottom, then thread classes, states (user, kernel,
 * switch) and activities. Both sides share one scale, so a shorter flame is a cheaper request.
 */

import { sum } from 'd3-array';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, tableOf, textWidth } from './chart.ts';
import {
  type ActivityName,
  type ClassName,
  type CoreState,
  type FlameNode,
  type FlameSide,
  flameNodes,
  flameRects,
  STATES,
} from './flame-nodes.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { textAt } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import { prose } from './prose.ts';
import { type SvgNode, svg } from './svg.ts';

export interface FlameData {
  readonly sides: readonly FlameSide[];
  /** Index in `flameNodes` of the node under the pointer; undefined = none. */
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
  /** `first`: the largest thread class in a state. */
  readonly sentence: (
    facts: Record<'side' | 'total' | 'first' | 'firstShare' | 'kernelShare', string>,
  ) => string;
  readonly empty: string;
}

export const nodeName = (node: FlameNode, words: FlameWords): string => {
  if (node.activity) return words.activity(node.activity);
  if (node.state) return words.state(node.state);
  if (node.class) return words.className(node.class);
  return words.root(node.side, words.duration(node.ns));
};

function draw(data: FlameData, box: Box, palette: Palette, words: FlameWords): SvgNode {
  const { fontSize } = box;
  const nodes = flameNodes(data.sides);
  const rects = flameRects(data.sides, nodes, box);
  const drawn = nodes.flatMap((node, index) => {
    const { x, y, w, h } = rects[index] ?? { x: 0, y: 0, w: 0, h: 0 };
    if (w < 0.4) return [];
    const { depth, side, state, ns } = node;
    const name = nodeName(node, words);
    const fits = textWidth(name, fontSize) + fontSize * 0.6 < w;
    const rim = index === data.pointed ? { stroke: palette.focus, strokeWidth: 2.5 } : undefined;
    const fill = depth === 0 ? palette.wash[side] : palette.panel;
    const style = { fill, stroke: palette.outline, strokeWidth: w > 3 ? 0.5 : 0, ...rim };
    const text = { fontSize, fill: palette.ink, fontWeight: depth === 0 ? 600 : undefined };
    // The state's pattern is a band below the text, so that the text stays readable.
    const band = { fill: `url(#flame-${state})` };
    return svg(
      'g',
      {},
      svg('title', {}, `${name}: ${words.duration(ns)}`),
      barAt(x, y, Math.max(0.5, w - 0.5), h - 1, style),
      ...(state
        ? [barAt(x + 0.5, y + 0.5, Math.max(0.3, w - 1.5), Math.min(h - 1, fontSize * 0.45), band)]
        : []),
      ...(fits ? [textAt(name, x + fontSize * 0.3, y + h * (state ? 0.8 : 0.65), text)] : []),
    );
  });
  const patterns = STATES.map((state) => statePattern(`flame-${state}`, state, palette));
  return drawing(box, svg('defs', {}, ...patterns), ...drawn);
}

/** The names on a node's path, from the class on. */
export function pathOf(nodes: readonly FlameNode[], at: number, words: FlameWords): string {
  const names: string[] = [];
  for (let node = nodes[at]; node && node.depth > 0; node = nodes[node.parent])
    names.unshift(nodeName(node, words));
  return words.path(names);
}

function describe(data: FlameData, words: FlameWords): string {
  const nodes = flameNodes(data.sides);
  const sentences = nodes.flatMap((root) => {
    if (root.depth > 0 || root.ns <= 0) return [];
    // Nodes of one row. A switch has no node above it, so it is not compared with single activities.
    const parts = nodes
      .filter(({ side, depth }) => side === root.side && depth === 2)
      .sort((a, b) => b.ns - a.ns);
    const [first] = parts;
    if (!first) return [];
    const kernel = sum(parts, ({ state, ns }) => (state === 'kernel' ? ns : 0));
    return words.sentence({
      side: root.side.toUpperCase(),
      total: words.duration(root.ns),
      first: pathOf(nodes, nodes.indexOf(first), words),
      firstShare: words.percent(first.ns / root.ns),
      kernelShare: words.percent(kernel / root.ns),
    });
  });
  return sentences.length > 0 ? prose(sentences) : words.empty;
}

export const flame = {
  id: 'flame',
  draw,
  describe,
  table: ({ sides }, words) => {
    const nodes = flameNodes(sides);
    const totals = new Map(nodes.filter(({ depth }) => depth === 0).map(({ side, ns }) => [side, ns]));
    const nameOf = (node: FlameNode, index: number) =>
      node.depth === 0
        ? nodeName(node, words)
        : `${node.side.toUpperCase()} · ${pathOf(nodes, index, words)}`;
    return tableOf(words.tableCaption, nodes, [
      { title: words.tableWhat, unit: 'text', cell: nameOf },
      { title: words.tableTime, unit: 'ns', cell: ({ ns }) => ns },
      {
        ...{ title: words.tableShare, unit: 'share' },
        cell: ({ ns, side }) => ns / Math.max(1e-9, totals.get(side) ?? 0),
      },
    ]);
  },
} as const satisfies ChartSpec<FlameData, FlameWords>;
