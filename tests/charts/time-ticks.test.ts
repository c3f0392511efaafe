import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { type LevelWords, levelOverTime } from '../../src/charts/level-over-time.ts';
import type { SvgNode } from '../../src/charts/svg.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { throughputOverTime } from '../../src/charts/throughput-over-time.ts';
import { timeAxis, timeScale } from '../../src/charts/time-axis.ts';
import { formatDuration, formatNumber } from '../../src/lib/format.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { throughputWords } from './data.ts';

const box = { width: 480, height: 200, fontSize: 12 };
const palette = paletteOf('light');
const number = (value: number, step?: number) => formatNumber(value, 'en', step);
const levelWords: LevelWords = {
  xTitle: (unit) => unit,
  yTitle: '',
  number,
  instant: (ns) => formatDuration(ns, 'en'),
  tableCaption: '',
  tableFrom: '',
  sentence: () => '',
  reading: () => '',
  empty: '',
};

/** A chart whose time axis shows a stretch of a run, from and to in ns. */
const charts: Record<string, (fromNs: number, toNs: number) => SvgNode> = {
  'a level': (fromNs, toNs) =>
    levelOverTime.draw(
      { shown: [fromNs, toNs], pointedNs: undefined, selected: undefined, sides: [] },
      box,
      palette,
      levelWords,
    ),
  throughput: (fromNs, toNs) =>
    throughputOverTime.draw(
      {
        fromNs,
        toNs,
        pointedNs: undefined,
        sides: [{ id: 'a', binNs: (toNs - fromNs) / 40, perSec: [], mean: undefined, halfWidth: undefined }],
      },
      box,
      palette,
      { ...throughputWords, number },
    ),
  'lanes and diagrams': (fromNs, toNs) => {
    const stretch = { fromNs, toNs, zeroNs: 0 };
    const nodes = timeAxis(stretch, timeScale(stretch, 40, 440), 150, box, palette, {
      xTitle: (unit) => unit,
      number,
    });
    return { tag: 'g', attributes: {}, children: nodes };
  },
};

/** Labels in the middle below their ticks, from left to right. */
const ticksOf = (chart: SvgNode): { x: number; label: string }[] =>
  [...toText(chart).matchAll(/<text[^>]* x="([^"]*)"[^>]*text-anchor="middle"[^>]*>([^<]*)</g)].map(
    ([, x, label]) => ({ x: Number(x), label: label ?? '' }),
  );

describe.each(Object.entries(charts))('the time axis of %s', (_, draw) => {
  it('names every tick differently, however late and short the stretch, and has room for it', () => {
    const late = fc.double({ min: 0, max: 10e9, noNaN: true });
    const short = fc.double({ min: 3, max: 9.5, noNaN: true }).map((power) => 10 ** power);
    fc.assert(
      fc.property(late, short, (fromNs, lengthNs) => {
        const ticks = ticksOf(draw(fromNs, fromNs + lengthNs));
        expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
        ticks.forEach(({ x, label }, index) => {
          const next = ticks[index + 1];
          if (!next) return;
          const room = next.x - x - (textWidth(label, 12) + textWidth(next.label, 12)) / 2;
          expect(room, `${label} and ${next.label}`).toBeGreaterThan(0);
        });
      }),
      { numRuns: 300 },
    );
  });
});

it('a tick has the decimals of its step', () => {
  expect(number(1.28, 0.005)).toBe('1.280');
  expect(number(0, 0.5)).toBe('0.0');
  expect(number(1200, 200)).toBe('1,200');
  expect(number(0.003, 0.003 - 0.002)).toBe('0.003');
});
