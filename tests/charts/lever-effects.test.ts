import { describe, expect, it } from 'vitest';
import {
  type LeverEffectsData,
  type LeverEffectsWords,
  leverEffects,
} from '../../src/charts/lever-effects.ts';
import { toText } from '../../src/charts/svg.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const flat = { from: 100, to: 100, half: 5 };
const data: LeverEffectsData = {
  side: 'a',
  levers: [
    { name: 'double', throughput: { from: 100, to: 200, half: 10 }, response: { from: 8, to: 4, half: 1 } },
    { name: 'chance', throughput: flat, response: flat },
    {
      name: 'half',
      throughput: { from: 100, to: 50, half: undefined },
      response: { from: 4, to: 8, half: 0 },
    },
  ],
};
const words: LeverEffectsWords = {
  quantity: (quantity) => quantity,
  ratio: (from, to) => `r${to / (from || 1)}`,
  factor: (factor) => `f${factor}`,
  side: (side) => side,
  change: 'change',
  column: (quantity, column) => `${quantity} ${column}`,
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
    const [up, , , , down] = bars(draw(data));
    expect(up?.width).toBeCloseTo(down?.width ?? 0, 0);
    expect((down?.x ?? 0) + (down?.width ?? 0)).toBeCloseTo(up?.x ?? 0, 0);
  });

  it('leaves hollow what may be chance', () => {
    const [double, , chance] = bars(draw(data));
    expect(double?.fill).toBe(paletteOf('light').accent.a);
    expect(chance?.fill).toBe(paletteOf('light').paper);
  });

  it('stays inside its box when something becomes a million times faster, or stops', () => {
    const extreme: LeverEffectsData = {
      side: 'b',
      levers: [
        {
          name: 'x',
          throughput: { from: 1, to: 1e6, half: 2 },
          response: { from: 1e6, to: 0, half: undefined },
        },
        { name: 'y', throughput: { from: 1, to: 0, half: 1 }, response: { from: 0, to: 1, half: undefined } },
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
    expect(leverEffects.describe({ side: 'a', levers: [] }, words)).toBe('nothing yet');
    const { columns, rows } = leverEffects.table(data, words);
    expect(columns.map(({ unit }) => unit)).toEqual(['text', '1/s', '1/s', '1/s', 'ns', 'ns', 'ns']);
    expect(rows[0]).toEqual(['double', 100, 200, 10, 8, 4, 1]);
    expect(rows[2]?.[3]).toBeUndefined();
  });
});
