import { describe, expect, it } from 'vitest';
import { type MeasuredData, type MeasuredWords, measuredRows } from '../../src/charts/measured-rows.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const percent = (share: number) => `${Math.round(share * 100)}%`;
const words: MeasuredWords = {
  number: String,
  percent,
  signed: percent,
  quantity: 'requests/s',
  measured: 'measured',
  model: 'model',
  tableCaption: 'rows',
  columns: { row: 'row', seen: 'seen', low: 'low', high: 'high', predicted: 'predicted', error: 'error' },
  sentence: (facts) => Object.values(facts).join(' '),
  empty: 'nothing',
};
const box = { width: 500, height: 160, fontSize: 10 };
const draw = (data: MeasuredData) => toText(measuredRows.draw(data, box, paletteOf('dark'), words));
const numbersOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, value]) => Number(value));

const data: MeasuredData = {
  rows: [
    { name: 'a', seen: 100, low: 80, high: 120, predicted: 110 },
    { name: 'b', seen: 50, predicted: 50 },
    { name: 'not asked yet', seen: 75 },
  ],
};

describe('measured rows', () => {
  it('are drawn from zero, in proportion, with the model where it has answered', () => {
    const text = draw(data);
    const circles = numbersOf(text, /<circle cx="([\d.]+)"/g).slice(0, 3);
    const zero = Number(/<line x1="([\d.]+)"/.exec(text)?.[1]);
    const [a = 0, b = 0, c = 0] = circles.map((x) => x - zero);
    expect(b / a).toBeCloseTo(0.5, 2);
    expect(c / a).toBeCloseTo(0.75, 2);
    // Two answers and the legend.
    expect(text.match(/<path d="M-4,-4h8v8h-8Z"/g)).toHaveLength(3);
    expect(text).toContain('>10%<');
  });

  it('are logarithmic when values are far apart: equal factors are equally far', () => {
    const text = draw({ rows: [1, 100, 10_000].map((seen) => ({ name: `${seen}`, seen })) });
    const [x = 0, y = 0, z = 0] = numbersOf(text, /<circle cx="([\d.]+)"/g);
    expect(z - y).toBeCloseTo(y - x, 1);
  });

  it('have an exact table and say how far the model is', () => {
    expect(measuredRows.table(data, words).rows).toEqual([
      ['a', 100, 80, 120, 110, 110 / 100 - 1],
      ['b', 50, undefined, undefined, 50, 0],
      ['not asked yet', 75, undefined, undefined, undefined, undefined],
    ]);
    expect(measuredRows.describe(data, words)).toBe('3 2 10% a 10%');
    expect(measuredRows.describe({ rows: [] }, words)).toBe('nothing');
    expect(draw({ rows: [] })).not.toContain('NaN');
  });

  it('cut names that are too long; the table has them whole', () => {
    const name = 'a very long name of a benchmark '.repeat(5);
    const text = draw({ rows: [{ name, seen: 1 }] });
    expect(text).toContain('…<');
    expect(text).not.toContain(name);
  });
});
