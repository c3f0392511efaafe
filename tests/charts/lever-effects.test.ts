import { describe, expect, it } from 'vitest';
import {
  type LeverEffectsData,
  type LeverEffectsWords,
  leverEffects,
} from '../../src/charts/lever-effects.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const data: LeverEffectsData = {
  side: 'a',
  unit: '1/s',
  levers: [
    { name: 'double', from: 100, to: 200, half: 10 },
    { name: 'chance', from: 100, to: 103, half: 5 },
    { name: 'half', from: 100, to: 50, half: undefined },
  ],
};
const words: LeverEffectsWords = {
  quantity: 'throughput',
  ratio: (from, to) => `r${to / (from || 1)}`,
  factor: (factor) => `f${factor}`,
  side: (side) => side,
  change: 'change',
  column: (column) => column,
  isChance: (mayBeChance) => `chance ${mayBeChance}`,
  marked: (figure) => `${figure} ?`,
  tableCaption: (side) => `of ${side}`,
  sentence: ({ count, best, bestEffect, worst, worstEffect }) =>
    `${count}: ${best} ${bestEffect}, ${worst} ${worstEffect}`,
  empty: 'nothing yet',
};
const box = { width: 900, height: 200, fontSize: 10 };
const draw = (shown: LeverEffectsData, at = box) =>
  toText(leverEffects.draw(shown, at, paletteOf('light'), words));
const bars = (text: string) =>
  [...text.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" fill="(#\w+)"/g)].map(
    ([, x, width, fill]) => ({ x: Number(x), width: Number(width), fill }),
  );

describe('what changes are worth', () => {
  it('draws twice as much and half as much equally far from the middle, on either side of it', () => {
    const [up, , down] = bars(draw(data));
    expect(up?.width).toBeCloseTo(down?.width ?? 0, 0);
    expect((down?.x ?? 0) + (down?.width ?? 0)).toBeCloseTo(up?.x ?? 0, 0);
  });

  it('leaves no half of its axis empty when nearly all bars go one way', () => {
    const levers = [
      { name: 'up', from: 100, to: 118, half: 1 },
      { name: 'down', from: 100, to: 98, half: 1 },
    ];
    const [up, down] = bars(draw({ ...data, levers }));
    // Where they meet is the middle of the axis.
    expect(up?.x).toBeLessThan(box.width / 2);
    expect(up?.width).toBeGreaterThan(4 * (down?.width ?? 0));
    // A side to which none goes has no room for figures either.
    const [alone] = bars(draw({ ...data, levers: levers.slice(0, 1) }));
    expect(alone?.x).toBeLessThan((up?.x ?? 0) - box.fontSize);
    // And the other way round.
    const turned = levers.map(({ name, from, to, half }) => ({ name, from: to, to: from, half }));
    const [left] = bars(draw({ ...data, levers: turned }));
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeGreaterThan(box.width / 2);
  });

  it('tells nothing of chance where nothing is random', () => {
    const lever = { name: 'all the same', from: 171_718, to: 171_692, half: undefined, isExact: true };
    const { rows } = leverEffects.table({ ...data, levers: [lever] }, words);
    expect(rows).toEqual([['all the same', 171_718, 171_692, undefined, 'chance exact']]);
  });

  it('leaves hollow what may be chance, with a mark beside its figure', () => {
    const text = draw(data);
    const [double, chance, half] = bars(text);
    expect(double?.fill).toBe(paletteOf('light').accent.a);
    expect(chance?.fill).toBe(paletteOf('light').paper);
    expect(half?.fill).toBe(paletteOf('light').accent.a);
    expect(text).toContain('>r1.03 ?<');
    expect(text).toContain('>r2<');
    expect(text).toContain('>r0.5<');
  });

  it('stays inside its box when something becomes a million times faster, or stops', () => {
    const extreme: LeverEffectsData = {
      side: 'b',
      unit: 'ns',
      levers: [
        { name: 'x', from: 1, to: 1e6, half: 2 },
        { name: 'y', from: 1e6, to: 0, half: undefined },
        { name: 'z', from: 1, to: 0, half: 1 },
        { name: 'w', from: 0, to: 1, half: undefined },
      ],
    };
    for (const at of [box, { ...box, width: 320 }]) {
      const text = draw(extreme, at);
      expect(text).not.toMatch(/NaN|Infinity/);
      for (const { x, width } of bars(text)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(at.width);
      }
    }
  });

  it('names the best and the worst in a sentence, and has exact numbers in a table', () => {
    expect(leverEffects.describe(data, words)).toBe('3: double r2, half r0.5');
    expect(leverEffects.describe({ ...data, levers: [] }, words)).toBe('nothing yet');
    const { columns, rows } = leverEffects.table(data, words);
    expect(columns.map(({ unit }) => unit)).toEqual(['text', '1/s', '1/s', '1/s', 'text']);
    expect(rows[0]).toEqual(['double', 100, 200, 10, 'chance false']);
    expect(rows[1]).toEqual(['chance', 100, 103, 5, 'chance true']);
    expect(rows[2]).toEqual(['half', 100, 50, undefined, 'chance undefined']);
  });
});
