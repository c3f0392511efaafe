/** What the cores of each machine did: user code, system calls, context switches, nothing; each bar is the whole of its time. */

import { scaleLinear } from 'd3-scale';
import type { Palette, VisibleState } from '../lib/palette.ts';
import type { HostRole, HostUse } from '../model/scenario/generated/summary.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';

export const CORE_STATES = ['user', 'kernel', 'switch', 'idle'] as const satisfies readonly VisibleState[];

export type CoreState = (typeof CORE_STATES)[number];

/** Whose machine it is; `both` where client and server share the only one. */
export type MachineOf = HostRole | 'both';

/** Shares of one machine's core time; they add up to 1. */
export interface HostTime extends Readonly<Record<CoreState, number>> {
  readonly side: SideName;
  readonly host: MachineOf;
  readonly cores: number;
}

export interface HostTimeWords {
  readonly host: (facts: { side: string; host: MachineOf; cores: number }) => string;
  readonly state: (state: CoreState) => string;
  readonly percent: (share: number) => string;
  readonly tableCaption: string;
  readonly tableHost: string;
  readonly sentence: (facts: {
    host: string;
    busy: string;
    user: string;
    kernel: string;
    switch: string;
  }) => string;
  readonly empty: string;
}

export type HostTimeData = readonly HostTime[];

/** The machines of one side. The only one is the client's and the server's: its time is that of both. */
export const machinesOf = (side: SideName, hosts: readonly HostUse[]): HostTimeData =>
  hosts.map((use) => ({ ...use, side, host: hosts.length === 1 ? 'both' : use.host }));

const nameOf = ({ side, host, cores }: HostTime, words: HostTimeWords): string =>
  words.host({ side: side.toUpperCase(), host, cores });

/** Height that the drawing wants, in lines of its type. */
export const hostTimeLines = (data: HostTimeData): number => data.length * 2.6 + 3.2;

function draw(data: HostTimeData, box: Box, palette: Palette, words: HostTimeWords): SvgNode {
  const { width, height, fontSize } = box;
  const left = Math.min(
    Math.max(0, ...data.map((host) => textWidth(nameOf(host, words), fontSize))) * 1.08 + fontSize,
    width * 0.5,
  );
  const x = scaleLinear([0, 1], [left, width - fontSize * 1.5]);
  const bottom = height - fontSize * 2;
  const row = (bottom - fontSize * 0.5) / Math.max(1, data.length);
  const thick = row * 0.66;
  const bars = data.flatMap((host, index) => {
    const top = fontSize * 0.5 + index * row;
    let from = 0;
    const parts = CORE_STATES.flatMap((state) => {
      const [x0, x1] = [x(from), x(from + host[state])];
      from += host[state];
      if (host[state] <= 0) return [];
      const title = `${words.state(state)}: ${words.percent(host[state])}`;
      return [
        svg(
          'rect',
          {
            x: px(x0),
            y: px(top),
            width: px(Math.max(0.5, x1 - x0)),
            height: px(thick),
            // Doing nothing leaves the paper as it is.
            fill: state === 'idle' ? palette.paper : `url(#core-${state})`,
            stroke: state === 'idle' ? palette.inkSoft : palette.outline,
            strokeWidth: 0.75,
          },
          svg('title', {}, title),
        ),
      ];
    });
    const name = {
      x: px(left - fontSize * 0.6),
      y: px(top + thick / 2),
      dy: '0.32em',
      textAnchor: 'end',
      fontSize,
    };
    return [
      svg('text', { ...name, fill: palette.accent[host.side], fontWeight: 600 }, nameOf(host, words)),
      ...parts,
    ];
  });
  const ticks = x.ticks(5).flatMap((tick) => [
    ruleX(x(tick), bottom, bottom + 4, { stroke: palette.inkSoft }),
    textAt(words.percent(tick), x(tick), bottom + fontSize * 1.35, {
      textAnchor: 'middle',
      fontSize,
      fill: palette.inkSoft,
    }),
  ]);
  return drawing(
    box,
    svg('defs', {}, ...CORE_STATES.map((state) => statePattern(`core-${state}`, state, palette))),
    ...bars,
    ruleY(bottom, left, x(1), { stroke: palette.inkSoft }),
    ...ticks,
  );
}

function describe(data: HostTimeData, words: HostTimeWords): string {
  const sentences = data.map((host) =>
    words.sentence({
      host: nameOf(host, words),
      busy: words.percent(1 - host.idle),
      user: words.percent(host.user),
      kernel: words.percent(host.kernel),
      switch: words.percent(host.switch),
    }),
  );
  return sentences.length > 0 ? prose(sentences) : words.empty;
}

export const hostTime = {
  id: 'host-time',
  draw,
  describe,
  table: (data, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.tableHost, unit: 'text' },
      ...CORE_STATES.map((state) => ({ title: words.state(state), unit: 'share' as const })),
    ],
    rows: data.map((host) => [nameOf(host, words), ...CORE_STATES.map((state) => host[state])]),
  }),
} as const satisfies ChartSpec<HostTimeData, HostTimeWords>;
