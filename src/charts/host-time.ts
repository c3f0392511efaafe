/**
 * Core time of each machine: user code, system calls, context switches and idle; each bar is its total time.
 */

import { cumsum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette, VisibleState } from '../lib/palette.ts';
import type { HostRole, HostUse } from '../model/scenario/generated/summary.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, type ChartWords, tableOf, textWidth } from './chart.ts';
import { bottomAxis, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { centredText } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import { prose } from './prose.ts';
import { type SvgNode, svg } from './svg.ts';

export const CORE_STATES = ['user', 'kernel', 'switch', 'idle'] as const satisfies readonly VisibleState[];

export type CoreState = (typeof CORE_STATES)[number];

/** Role of the machine; `both` if client and server share one. */
export type MachineOf = HostRole | 'both';

/** Shares of one machine's core time; they sum to 1. */
export interface HostTime extends Readonly<Record<CoreState, number>> {
  readonly side: SideName;
  readonly host: MachineOf;
  readonly cores: number;
}

export interface HostTimeWords
  extends ChartWords<Record<'host' | 'busy' | 'user' | 'kernel' | 'switch', string>> {
  readonly host: (facts: { side: string; host: MachineOf; cores: number }) => string;
  readonly state: (state: CoreState) => string;
  readonly percent: (share: number) => string;
  readonly tableHost: string;
}

export type HostTimeData = readonly HostTime[];

/** The machines of one side. A single machine is both client and server. */
export const machinesOf = (side: SideName, hosts: readonly HostUse[]): HostTimeData =>
  hosts.map((use) => ({ ...use, side, host: hosts.length === 1 ? 'both' : use.host }));

const nameOf = ({ side, host, cores }: HostTime, words: HostTimeWords): string =>
  words.host({ side: side.toUpperCase(), host, cores });

/** Height of the drawing in lines of text. */
export const hostTimeLines = (data: HostTimeData): number => data.length * 2.6 + 3.2;

function draw(data: HostTimeData, box: Box, palette: Palette, words: HostTimeWords): SvgNode {
  const { width, height, fontSize } = box;
  const widest = Math.max(0, ...data.map((host) => textWidth(nameOf(host, words), fontSize)));
  const left = Math.min(widest * 1.08 + fontSize, width * 0.5);
  const x = scaleLinear([0, 1], [left, width - fontSize * 1.5]);
  const bottom = height - fontSize * 2;
  const row = (bottom - fontSize * 0.5) / Math.max(1, data.length);
  const thick = row * 0.66;
  const bars = data.flatMap((host, index) => {
    const top = fontSize * 0.5 + index * row;
    const ends = cumsum(CORE_STATES, (state) => host[state]);
    const parts = CORE_STATES.flatMap((state, part) => {
      if (host[state] <= 0) return [];
      const [from, to] = [x(ends[part - 1] ?? 0), x(ends[part] ?? 0)];
      // Idle time has no fill.
      const isIdle = state === 'idle';
      const style = {
        fill: isIdle ? palette.paper : `url(#core-${state})`,
        stroke: isIdle ? palette.inkSoft : palette.outline,
        strokeWidth: 0.75,
      };
      const title = `${words.state(state)}: ${words.percent(host[state])}`;
      return [barAt(from, top, Math.max(0.5, to - from), thick, style, title)];
    });
    const style = { textAnchor: 'end', fontSize, fill: palette.accent[host.side], fontWeight: 600 };
    return [centredText(nameOf(host, words), left - fontSize * 0.6, top + thick / 2, style), ...parts];
  });
  return drawing(
    box,
    svg('defs', {}, ...CORE_STATES.map((state) => statePattern(`core-${state}`, state, palette))),
    ...bars,
    ...bottomAxis([left, x(1)], bottom, { ticks: ticksOn(x, x.ticks(5), words.percent) }, box, palette),
  );
}

function describe(data: HostTimeData, words: HostTimeWords): string {
  if (data.length === 0) return words.empty;
  return prose(
    data.map((host) =>
      words.sentence({
        host: nameOf(host, words),
        busy: words.percent(1 - host.idle),
        user: words.percent(host.user),
        kernel: words.percent(host.kernel),
        switch: words.percent(host.switch),
      }),
    ),
  );
}

export const hostTime = {
  id: 'host-time',
  draw,
  describe,
  table: (data, words) =>
    tableOf(words.tableCaption, data, [
      { title: words.tableHost, unit: 'text', cell: (host) => nameOf(host, words) },
      ...CORE_STATES.map((state) => ({
        title: words.state(state),
        unit: 'share' as const,
        cell: (host: HostTime) => host[state],
      })),
    ]),
} as const satisfies ChartSpec<HostTimeData, HostTimeWords>;
