/** The nodes of a flame graph: core time per request by thread class, state and activity. */

import { sum } from 'd3-array';
import type { activities as ACTIVITIES, threadClasses as CLASSES } from '../model/engine/generated/abi.ts';
import type { SideName } from '../model/scenario/problem.ts';
import type { Box } from './chart.ts';

export type ClassName = (typeof CLASSES)[number];
export type ActivityName = (typeof ACTIVITIES)[number];
export const STATES = ['user', 'kernel', 'switch'] as const;
export type CoreState = (typeof STATES)[number];

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

/** A node: the time of a side that shares one path. */
export interface FlameNode {
  readonly side: SideName;
  /** 0 = all, 1 = class, 2 = state, 3 = activity. */
  readonly depth: number;
  readonly class?: ClassName;
  readonly state?: CoreState;
  readonly activity?: ActivityName;
  /** Start and length, ns per request. */
  readonly fromNs: number;
  readonly ns: number;
  /** Index of the parent node; −1 for the root. */
  readonly parent: number;
}

const timeOf = (times: readonly FlameTime[]): number => sum(times, ({ ns }) => ns);

/** All nodes, parents before children, larger parts first. */
export function flameNodes(sides: readonly FlameSide[]): FlameNode[] {
  const nodes: FlameNode[] = [];
  const keys = ['class', 'state', 'activity'] as const;
  const grow = (times: readonly FlameTime[], from: FlameNode, at: number) => {
    const key = keys[from.depth];
    if (key === undefined) return;
    // A core in a context switch has no activity, hence no node above.
    const parts = [...new Set(times.map((time) => time[key]))]
      .filter((value) => value !== 'none')
      .map((value) => ({ value, own: times.filter((time) => time[key] === value) }))
      .sort((a, b) => timeOf(b.own) - timeOf(a.own));
    let fromNs = from.fromNs;
    for (const { value, own: partTimes } of parts) {
      const node = {
        ...from,
        depth: from.depth + 1,
        [key]: value,
        fromNs,
        ns: timeOf(partTimes),
        parent: at,
      };
      nodes.push(node);
      grow(partTimes, node, nodes.length - 1);
      fromNs += node.ns;
    }
  };
  for (const { id, times } of sides) {
    const root: FlameNode = { side: id, depth: 0, fromNs: 0, ns: timeOf(times), parent: -1 };
    nodes.push(root);
    grow(times, root, nodes.length - 1);
  }
  return nodes;
}

const ROWS = 4;
const ROW_LINES = 1.9;

/** Height of the drawing in lines of text. */
export const flameLines = (sides: number): number => sides * (ROWS * ROW_LINES + 1);

/** The rectangle of every node. */
export function flameRects(
  sides: readonly FlameSide[],
  nodes: readonly FlameNode[],
  box: Box,
): { x: number; y: number; w: number; h: number }[] {
  const h = box.fontSize * ROW_LINES;
  const max = Math.max(1, ...nodes.filter(({ depth }) => depth === 0).map(({ ns }) => ns));
  return nodes.map(({ side, depth, fromNs, ns }) => {
    const block = sides.findIndex(({ id }) => id === side) * (ROWS * h + box.fontSize);
    return {
      x: (fromNs / max) * (box.width - 1),
      y: block + (ROWS - 1 - depth) * h,
      w: (ns / max) * (box.width - 1),
      h,
    };
  });
}
