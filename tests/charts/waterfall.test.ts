import { describe, expect, it } from 'vitest';
import { isNarrowChart } from '../../src/charts/named-rows.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { type WaterfallData, type WaterfallWords, waterfall } from '../../src/charts/waterfall.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const data: WaterfallData = {
  side: 'b',
  unit: '1/s',
  start: 100,
  steps: [
    { name: 'big', from: 100, to: 300, half: 20 },
    { name: 'harm', from: 300, to: 250, half: 10 },
    { name: 'luck', from: 250, to: 252, half: 5 },
    { name: 'once', from: 252, to: 260, half: undefined },
  ],
  end: 260,
  alone: { mean: 190, half: 30 },
  joint: { mean: 160, half: 20 },
  interaction: { mean: -30, half: 25 },
  isWhole: true,
};
const words: WaterfallWords = {
  quantity: 'throughput',
  side: (side) => side,
  start: 'this run',
  end: (isWhole) => (isWhole ? 'all' : 'so far'),
  figure: (value) => `${value}/s`,
  difference: (value) => (value < 0 ? `${value}` : `+${value}`),
  withInterval: ({ mean, half }) => `${mean} ± ${half}`,
  isChance: (mayBeChance) => `chance ${mayBeChance}`,
  marked: (figure) => `${figure} ?`,
  columns: { step: 's', from: 'f', to: 't', difference: 'd', half: 'h', chance: 'c' },
  tableCaption: (side) => `of ${side}`,
  sentence: ({ side, start, end, count, largest, difference }) =>
    `${side} ${start} ${end} ${count} ${largest} ${difference}.`,
  together: ({ alone, joint, interaction, isChance }) => `${alone} ${joint} ${interaction} ${isChance}.`,
  empty: 'nothing yet',
};
const box = { width: 900, height: 200, fontSize: 10 };
const palette = paletteOf('light');
const draw = (shown: WaterfallData, at = box) => toText(waterfall.draw(shown, at, palette, words));
interface Bar {
  readonly x: number;
  readonly width: number;
  readonly end: number;
  readonly rest: string;
}
const bars = (text: string): Bar[] =>
  [...text.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"(.*?)\/?>/g)].map(
    ([, x, width, rest]) => ({
      ...{ x: Number(x), width: Number(width), end: Number(x) + Number(width) },
      rest: rest ?? '',
    }),
  );

describe('the waterfall', () => {
  it('tells nothing of chance where nothing is random', () => {
    const { rows } = waterfall.table({ ...data, isExact: true }, words);
    expect(rows.slice(1).map((row) => row.at(-1))).toEqual(
      data.steps.map(() => 'chance exact').concat('chance exact'),
    );
  });

  it('begins every step where the one before it ended, and ends where the last one does', () => {
    const [big, harm, luck, once, first, last] = bars(draw(data)) as [Bar, Bar, Bar, Bar, Bar, Bar];
    // Totals begin at zero.
    expect(first.x).toBe(last.x);
    const perUnit = first.width / 100;
    expect(big.x).toBeCloseTo(first.end, 1);
    expect(big.width).toBeCloseTo(200 * perUnit, 1);
    // What makes it worse goes back.
    expect(harm.end).toBeCloseTo(big.end, 1);
    expect(harm.width).toBeCloseTo(50 * perUnit, 1);
    expect(luck.x).toBeCloseTo(harm.x, 1);
    expect(once.x).toBeCloseTo(luck.end, 1);
    expect(once.end).toBeCloseTo(last.end, 1);
  });

  it('tells what may be chance by a hollow bar, a broken rim and a mark', () => {
    const text = draw(data);
    const [big, , luck, once] = bars(text);
    expect(big?.rest).toContain(`fill="${palette.accent.b}"`);
    expect(luck?.rest).toMatch(new RegExp(`fill="${palette.paper}".*stroke-dasharray`));
    expect(text).toContain('>+2 ?<');
    // Nothing is known about chance of a single pair.
    expect(once?.rest).not.toContain('dasharray');
    expect(text).toContain('>+8<');
  });

  it('has the interval of a step at its end', () => {
    const text = draw({ ...data, steps: data.steps.slice(0, 1), end: 300 });
    const [big] = bars(text) as [Bar];
    const perUnit = big.width / 200;
    const lines = [...text.matchAll(/<line x1="([\d.]+)" x2="([\d.]+)".*stroke-width="1.5"/g)].map(
      ([, x1, x2]) => [Number(x1), Number(x2)] as const,
    );
    expect(lines).toHaveLength(3);
    const [low, high] = lines[0] as readonly [number, number];
    expect((low + high) / 2).toBeCloseTo(big.end, 1);
    expect(high - low).toBeCloseTo(40 * perUnit, 1);
  });

  it('stays inside its box, also on a phone, with times that shrink to nothing', () => {
    const shrinking: WaterfallData = {
      ...data,
      unit: 'ns',
      start: 1e9,
      steps: [
        { name: 'a very long name of a change that is tried', from: 1e9, to: 1, half: 2e9 },
        { name: 'to nothing', from: 1, to: 0, half: 0 },
      ],
      end: 0,
    };
    const narrow = { ...box, width: 320, height: 260 };
    expect(isNarrowChart(narrow)).toBe(true);
    for (const at of [box, narrow])
      for (const shown of [shrinking, { ...shrinking, start: 0, steps: [], end: 0 }]) {
        const text = draw(shown, at);
        expect(text).not.toMatch(/NaN|Infinity/);
        for (const { x, end } of bars(text)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(at.width);
        }
      }
  });

  it('says what the steps lead to and what they do to each other, and names an unfinished one as such', () => {
    expect(waterfall.describe(data, words)).toBe('b 100/s 260/s 4 big +200. +190 +160 -30 ± 25 false.');
    const open = { ...data, interaction: { mean: -20, half: 25 } };
    expect(waterfall.describe(open, words)).toContain('-20 ± 25 true');
    expect(waterfall.describe({ ...data, steps: [] }, words)).toBe('nothing yet');
    expect(draw(data)).toContain('>all<');
    expect(draw({ ...data, isWhole: false })).toContain('>so far<');
  });

  it('has a table whose differences add up to that of its ends', () => {
    const { columns, rows } = waterfall.table(data, words);
    expect(columns.map(({ unit }) => unit)).toEqual(['text', '1/s', '1/s', '1/s', '1/s', 'text']);
    expect(rows[0]).toEqual(['this run', undefined, 100, undefined, undefined, undefined]);
    expect(rows[1]).toEqual(['big', 100, 300, 200, 20, 'chance false']);
    expect(rows[3]).toEqual(['luck', 250, 252, 2, 5, 'chance true']);
    expect(rows.at(-1)).toEqual(['all', 100, 260, 160, 20, 'chance false']);
    const steps = rows.slice(1, -1).map(([, , , difference]) => Number(difference));
    expect(steps.reduce((sum, difference) => sum + difference)).toBe(160);
  });
});
