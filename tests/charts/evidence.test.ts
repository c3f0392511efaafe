/** The charts of what the model is held against. */
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { claimVerdicts, type VerdictsData, type VerdictsWords } from '../../src/charts/claim-verdicts.ts';
import {
  type PredictedData,
  type PredictedWords,
  predictedMeasured,
} from '../../src/charts/predicted-measured.ts';
import { type ResidualData, type ResidualWords, residualMap } from '../../src/charts/residual-map.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const box = { width: 600, height: 400, fontSize: 10 };
const palette = paletteOf('light');
const percent = (share: number) => `${Math.round(share * 100)}%`;
const facts = (all: object) => Object.values(all).join(' ');
const numbersOf = (text: string, attribute: string) =>
  [...text.matchAll(new RegExp(` ${attribute}="([\\d.-]+)"`, 'g'))].map(([, value]) => Number(value));

describe('predicted against measured', () => {
  const words: PredictedWords = {
    number: String,
    percent,
    signed: percent,
    x: 'measured',
    y: 'predicted',
    residual: 'deviation',
    fit: (fit, count) => `${fit} ${count}`,
    mark: ({ name }) => name,
    tableCaption: 'rows',
    columns: { row: 'row', seen: 'seen', low: 'low', high: 'high', predicted: 'predicted', error: 'error' },
    sentence: facts,
    empty: 'nothing',
  };
  const row = (name: string, seen: number, predicted: number, fit: 'close' | 'fair' | 'far') => ({
    name,
    seen,
    low: seen,
    high: seen,
    predicted,
    error: predicted / seen - 1,
    fit,
  });
  const data: PredictedData = {
    rows: [row('right', 1000, 1000, 'close'), row('off', 100, 130, 'fair'), row('wrong', 10, 20, 'far')],
    bands: [0.15, 0.4],
    medianError: 0.3,
  };
  const drawn = toText(predictedMeasured.draw(data, box, palette, words));

  it('puts a right prediction on the diagonal and on the line of no deviation', () => {
    // The only circles are the two marks of the row that is close, and the one of the legend.
    const [upper, lower] = numbersOf(drawn, 'cy');
    const diagonal = /<path fill="none"[^>]* d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"/.exec(drawn) ?? [];
    const [x1 = 0, y1 = 0, x2 = 1, y2 = 0] = diagonal.slice(1).map(Number);
    const [x] = numbersOf(drawn, 'cx');
    expect(upper).toBeCloseTo(y1 + ((y2 - y1) * ((x ?? 0) - x1)) / (x2 - x1), 0);
    const zero = /y="([\d.]+)"[^>]*>0%</.exec(drawn)?.[1];
    expect(lower).toBeCloseTo(Number(zero), 1);
  });

  it('tells the fits apart by shape and counts them', () => {
    expect(drawn).toContain('close 1');
    expect(drawn).toContain('far 1');
    // Two marks of the row and one of the legend.
    expect(drawn.match(/<circle/g)).toHaveLength(3);
    expect(drawn.match(/<path d="M-3,-3h6v6h-6Z"/g)).toHaveLength(3);
    expect(drawn.match(/<path d="M0,-5L/g)).toHaveLength(3);
  });

  it('has a table of everything and says which is the furthest', () => {
    expect(predictedMeasured.table(data, words).rows).toEqual(
      data.rows.map(({ name, seen, low, high, predicted, error }) => [
        name,
        seen,
        low,
        high,
        predicted,
        error,
      ]),
    );
    expect(predictedMeasured.describe(data, words)).toBe('3 30% 1 1 wrong 100%');
    expect(predictedMeasured.describe({ ...data, rows: [] }, words)).toBe('nothing');
    expect(toText(predictedMeasured.draw({ ...data, rows: [] }, box, palette, words))).not.toContain('NaN');
  });
});

describe('residuals of a published table', () => {
  const words: ResidualWords = {
    number: String,
    signed: percent,
    x: 'size',
    outside: 'outside',
    cell: (name, column) => `${name} ${column}`,
    tableCaption: 'cells',
    columns: { row: 'row', column: 'column', published: 'published', found: 'found', error: 'error' },
    sentence: facts,
    empty: 'nothing',
  };
  const data: ResidualData = {
    columns: ['1', '10'],
    rows: [
      { name: 'MSET', cells: [{ published: 10, found: 11, holds: true }, undefined] },
      { name: 'MGET', cells: [undefined, { published: 10, found: 4, holds: false }] },
    ],
  };

  it('marks what is outside in more than colour', () => {
    const drawn = toText(residualMap.draw(data, box, palette, words));
    expect(drawn).toContain('>10%<');
    expect(drawn).toContain('>✕ -60%<');
    expect(drawn.match(/stroke-width="2"/g)).toHaveLength(1);
    expect(numbersOf(drawn, 'fill-opacity')).toEqual([0.08, 0.45]);
  });

  it('has a table without the cells that were not published', () => {
    expect(residualMap.table(data, words).rows).toEqual([
      ['MSET', '1', 10, 11, 11 / 10 - 1],
      ['MGET', '10', 10, 4, 4 / 10 - 1],
    ]);
    expect(residualMap.describe(data, words)).toBe('2 1 MGET 10 -60%');
    expect(residualMap.describe({ columns: [], rows: [] }, words)).toBe('nothing');
  });
});

describe('claims by source', () => {
  const words: VerdictsWords = {
    number: String,
    outcome: (outcome) => outcome,
    tableCaption: 'values',
    column: (name) => name,
    sentence: facts,
    empty: 'nothing',
  };
  const data: VerdictsData = {
    topics: [
      { name: 'one', counts: { pass: 3, byConstruction: 0, known: 1, notModelled: 0, broken: 0 } },
      { name: 'two', counts: { pass: 0, byConstruction: 0, known: 0, notModelled: 2, broken: 0 } },
    ],
    rows: [],
  };

  it('draws whole claims in proportion and leaves out verdicts that nobody has', () => {
    const drawn = toText(claimVerdicts.draw(data, box, palette, words));
    const widths = [...drawn.matchAll(/<rect [^>]* width="([\d.]+)"[^>]*>\s*<title>\w+: \w+ (\d+)</g)];
    const perClaim = widths.map(([, width, count]) => Number(width) / Number(count));
    expect(widths).toHaveLength(3);
    for (const each of perClaim) expect(each).toBeCloseTo(perClaim[0] ?? 0, 1);
    expect(drawn).toContain('notModelled 2');
    expect(drawn).not.toContain('broken');
  });

  it('has names above bars and the key in rows on a phone, and cuts none of them', () => {
    const long = {
      ...data,
      topics: data.topics.map((one) => ({ ...one, name: 'System calls and switches' })),
    };
    const narrow = { width: 220, height: 150, fontSize: 12 };
    const drawn = toText(claimVerdicts.draw(long, narrow, palette, words));
    const texts = [...drawn.matchAll(/<text ([^>]*)>([^<]+)</g)].map(([, attributes = '', text = '']) => {
      const at = (name: string) => Number(new RegExp(` ?\\b${name}="([\\d.]+)"`).exec(attributes)?.[1]);
      return { text, x: at('x'), y: at('y'), end: at('x') + textWidth(text, narrow.fontSize) };
    });
    expect(Math.max(...texts.map(({ end }) => end))).toBeLessThanOrEqual(narrow.width);
    const bars = [...drawn.matchAll(/<rect [^>]*?y="([\d.]+)"[^>]*>\s*<title>/g)].map(([, y]) => Number(y));
    const names = texts.filter(({ text }) => text.startsWith('System')).map(({ y }) => y);
    expect(names[0]).toBeLessThan(bars[0] ?? 0);
    expect(names[1]).toBeGreaterThan(bars[1] ?? 0);
    const key = texts.filter(({ text }) => /^(pass|known|notModelled) /.test(text));
    expect(new Set(key.map(({ y }) => y)).size).toBe(2);
  });

  it('says how many could be decided', () => {
    expect(claimVerdicts.describe(data, words)).toBe('3 0 1 2 0 6 4');
    expect(claimVerdicts.describe({ topics: [], rows: [] }, words)).toBe('nothing');
  });
});
