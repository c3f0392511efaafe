import { describe, expect, it } from 'vitest';
import { type RatesData, type RatesWords, rateRatios, ratioOf } from '../../src/charts/rate-ratios.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const words: RatesWords = {
  source: String,
  ratio: (value) => `${value}x`,
  xTitle: (reference) => `to ${reference}`,
  configuration: 'configuration',
  rateColumn: (source) => `${source} rate`,
  ratioColumn: (source) => `${source} ratio`,
  tableCaption: 'rates',
  sentence: (facts) => Object.values(facts).join(' '),
  empty: 'nothing',
};
const box = { width: 500, height: 200, fontSize: 10 };
const draw = (data: RatesData) => toText(rateRatios.draw(data, box, paletteOf('light'), words));

const data: RatesData = {
  rows: [
    { name: 'first', perSec: { article: 90, measured: 30, modelHere: 40 } },
    { name: 'second', perSec: { measured: 60, modelHere: 40 } },
    { name: 'third', perSec: { article: 45 } },
  ],
  reference: 0,
};

describe('rates of several sources', () => {
  it('are ratios to the same configuration of the same source', () => {
    const [first, second, third] = data.rows;
    if (!first || !second || !third) throw new Error('three rows');
    expect(ratioOf(data, first, 'measured')).toBe(1);
    expect(ratioOf(data, second, 'measured')).toBe(2);
    expect(ratioOf(data, third, 'article')).toBe(0.5);
    expect(ratioOf(data, second, 'article')).toBeUndefined();
    expect(ratioOf({ ...data, reference: 2 }, first, 'measured')).toBeUndefined();
  });

  it('are drawn from zero, in proportion; sources without a rate have no legend', () => {
    const text = draw(data);
    const circles = [...text.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    // Two measured rows and the legend.
    expect(circles).toHaveLength(3);
    const zero = Number(/<line x1="([\d.]+)"/.exec(text)?.[1]);
    const [one = 0, two = 0] = circles.map((x) => x - zero);
    expect(two / one).toBeCloseTo(2, 1);
    expect(text).not.toContain('modelThere');
    expect(text).not.toContain('NaN');
  });

  it('have a logarithmic axis when ratios are far apart', () => {
    const rows = [1, 10, 100].map((measured) => ({ name: `${measured}`, perSec: { measured } }));
    const text = draw({ rows, reference: 0 });
    const [x = 0, y = 0, z = 0] = [...text.matchAll(/<circle cx="([\d.]+)"/g)].map(([, at]) => Number(at));
    expect(z - y).toBeCloseTo(y - x, 1);
  });

  it('have an exact table and name the fastest', () => {
    expect(rateRatios.table(data, words).rows[1]).toEqual([
      'second',
      undefined,
      undefined,
      undefined,
      undefined,
      40,
      1,
      60,
      2,
    ]);
    expect(rateRatios.describe(data, words)).toBe('3 2 first second');
    expect(rateRatios.describe({ rows: [], reference: 0 }, words)).toBe('nothing');
  });
});
