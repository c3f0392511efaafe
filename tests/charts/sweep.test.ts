import { describe, expect, it } from 'vitest';
import { toText } from '../../src/charts/svg-text.ts';
import { between, labelled, placeOf, placesOn, type SweepAxis } from '../../src/charts/sweep-axis.ts';
import { cellAt, type SweepHeatData, sweepHeat } from '../../src/charts/sweep-heat.ts';
import { type SweepLine, type SweepLinesData, sweepFrame, sweepLines } from '../../src/charts/sweep-lines.ts';
import { sweepResiduals } from '../../src/charts/sweep-residuals.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const box = { width: 800, height: 300, fontSize: 10 };
const palette = paletteOf('light');
const axis = (values: SweepAxis['values'], spacing: SweepAxis['spacing']): SweepAxis => ({
  title: 'Connections',
  values,
  spacing,
  label: String,
});
const value = (mean: number, half?: number) => ({ mean, half, count: half === undefined ? 1 : 5 });
const line = (over: Partial<SweepLine> = {}): SweepLine => ({
  name: 'pool',
  style: 0,
  values: [value(100, 5), value(200, 10), value(150, 40)],
  gaps: [],
  prediction: [],
  bounds: [],
  crossings: [],
  ...over,
});
const data = (over: Partial<SweepLinesData> = {}): SweepLinesData => ({
  x: axis([1, 10, 100], 'log'),
  lines: [line()],
  unit: '1/s',
  isLogY: false,
  ...over,
});
const words = {
  yTitle: 'Throughput',
  value: (mean: number) => `${Math.round(mean)}/s`,
  ghost: (name: string) => `${name} predicted`,
  bands: (count: string) => `n = ${count}`,
  tableCaption: 'caption',
  column: (name: string, part: string) => `${name} ${part}`,
  sentence: (facts: Record<string, string>) => Object.values(facts).join(' '),
  empty: 'nothing',
};
const draw = (shown: SweepLinesData) => toText(sweepLines.draw(shown, box, palette, words));

describe('the axis of a sweep', () => {
  it('puts values as far apart as they are, their logarithms are, or evenly', () => {
    const at = (spacing: SweepAxis['spacing'], values: SweepAxis['values'] = [1, 10, 100]) =>
      placesOn(axis(values, spacing), 0, 99).map(Math.round);
    expect(at('linear')).toEqual([0, 9, 99]);
    expect(at('log')).toEqual([0, 50, 99]);
    expect(at('even', ['a', 'b', 'c'])).toEqual([0, 50, 99]);
    expect(at('linear', [7])).toEqual([50]);
  });

  it('labels what has room, the ends first', () => {
    const crowded = axis([1, 2, 3, 4, 5, 6, 100], 'linear');
    const places = placesOn(crowded, 0, 200);
    const kept = labelled(crowded, places, box);
    expect(kept[0]).toBe(0);
    expect(kept.at(-1)).toBe(6);
    expect(kept.length).toBeLessThan(7);
  });
});

describe('the lines of a sweep', () => {
  it('have a band as high as the interval and a name at their end', () => {
    const text = draw(data());
    const { toY, xs } = sweepFrame(data(), box, words);
    const [, points = ''] = /<path[^>]*opacity="0.18" d="M([^"]+)"/.exec(text) ?? [];
    const ys = points.split('L').map((point) => Number(point.split(',')[1]));
    expect(ys[2]).toBeCloseTo(toY(190), 1);
    expect(ys[3]).toBeCloseTo(toY(110), 1);
    expect(text).toContain('>pool</text>');
    expect(xs).toHaveLength(3);
  });

  it('break where a point is missing, and mark those that cannot be simulated', () => {
    const text = draw(data({ lines: [line({ values: [value(1), undefined, value(2)], gaps: [1] })] }));
    const lines = [...text.matchAll(/<path[^>]*stroke-width="2.25"[^>]* d="([^"]+)"/g)].map(
      ([, path = '']) => path.split('M').length - 1,
    );
    expect(lines).toEqual([2]);
    expect(text).toMatch(/<path d="M[^"]*L[^"]*M/);
  });

  it('keep a prediction as a broad pale line, and cut bounds at the top', () => {
    const text = draw(
      data({
        lines: [
          line({
            prediction: [50, 60, 70],
            bounds: [{ name: 'limit', values: [120, 220, 1e6] }],
            crossings: [{ after: 0, share: 0.5, value: 150 }],
          }),
        ],
      }),
    );
    expect(text).toMatch(/<path[^>]*stroke-width="6"/);
    expect(text).toMatch(/<path[^>]*stroke-dasharray="3 3"/);
    expect(text).toContain('>limit</text>');
    expect(text).toMatch(/<circle[^>]*r="4.5"/);
    const { toY, toValue } = sweepFrame(data(), box, words);
    expect(toValue(toY(123))).toBeCloseTo(123, 9);
  });

  it('show the place that is pointed at, with a ring around each value', () => {
    const text = draw(data({ pointed: 1 }));
    const { xs, toY } = sweepFrame(data(), box, words);
    expect(text).toContain(`<line x1="${Math.round((xs[1] ?? 0) * 100) / 100}"`);
    const [, cy] = /<circle[^>]*cy="([\d.]+)"[^>]*r="6"/.exec(text) ?? [];
    expect(Number(cy)).toBeCloseTo(toY(data().lines[0]?.values[1]?.mean ?? 0), 1);
    expect(draw(data({ pointed: 99 }))).toBe(draw(data()));
  });

  it('have a logarithmic axis on which a factor is a distance', () => {
    const { toY, toValue } = sweepFrame(data({ isLogY: true }), box, words);
    expect(toY(100) - toY(200)).toBeCloseTo(toY(80) - toY(160), 6);
    expect(toValue(toY(120))).toBeCloseTo(120, 9);
  });

  it('say where they are highest and lowest, and are a table', () => {
    expect(sweepLines.describe(data(), words)).toBe('pool 200/s 10 100/s 1');
    expect(sweepLines.describe(data({ lines: [line({ values: [undefined] })] }), words)).toBe('nothing');
    const table = sweepLines.table(data({ lines: [line({ prediction: [7] })] }), words);
    expect(table.columns.map(({ title }) => title)).toEqual([
      'Connections',
      'pool mean',
      'pool low',
      'pool high',
      'pool count',
      'pool predicted',
    ]);
    expect(table.rows[0]).toEqual(['1', 100, 95, 105, 5, 7]);
  });
});

describe('the fan of percentiles', () => {
  const lines = [
    line({ name: 'p50', values: [value(1), value(2), value(3)] }),
    line({ name: 'p99', style: 1, values: [value(4), undefined, value(9)] }),
  ];
  const filled = (isFan: boolean) =>
    /<path[^>]*opacity="0.24" d="([^"]+)"/.exec(draw(data({ lines, isFan })))?.[1]?.match(/M/g) ?? [];
  it('is filled where both percentiles are known', () => {
    expect(filled(true)).toHaveLength(2);
    expect(filled(false)).toHaveLength(0);
  });

  it('begins where all drawings of it begin', () => {
    const shared = { lines, isLogY: true, most: 90, least: 0.1 };
    expect(sweepFrame(data(shared), box, words).toY(1)).toBeLessThan(
      sweepFrame(data({ ...shared, least: 1 }), box, words).toY(1),
    );
  });
});

describe('the bands of a sweep', () => {
  it('are named with their replications; without any nothing is said of them', () => {
    const values = [
      { mean: 1, half: 0.1, count: 5 },
      { mean: 2, half: 0.1, count: 20 },
    ];
    expect(draw(data({ lines: [line({ values })] }))).toContain('Throughput · n = 5–20<');
    expect(draw(data({ lines: [line({ values: values.slice(1) })] }))).toContain('Throughput · n = 20<');
    const alone = values.map(({ mean }) => ({ mean, half: undefined, count: 1 }));
    expect(draw(data({ lines: [line({ values: alone })] }))).toContain('>Throughput<');
  });
});

describe('the map of a sweep', () => {
  const heat: SweepHeatData = {
    name: 'pool',
    x: axis([1, 2, 3], 'even'),
    y: axis(['near', 'far'], 'even'),
    cells: [value(10), value(50), value(100), value(9), value(40), value(98)],
    gaps: [],
    unit: '1/s',
    better: 'more',
    target: { label: 'p99', limit: 5, values: [9, 4, 3, 9, 6, 4] },
  };
  const heatWords = {
    value: words.value,
    column: 'Throughput',
    tableCaption: 'caption',
    sentence: ({ best, x, y, worst }: Record<string, string>) => `${best} ${x} ${y} ${worst}`,
    empty: 'nothing',
    signed: (share: number) => `${share > 0 ? '+' : ''}${Math.round(share * 100)} %`,
    measured: { name: 'Measured', seen: 'Value', residual: 'Off' },
  };
  const text = (shown: SweepHeatData) => toText(sweepHeat.draw(shown, box, palette, heatWords));

  it('writes the values and is the stronger the larger', () => {
    const opacities = [...text(heat).matchAll(/fill-opacity="([\d.]+)"/g)].map(([, opacity]) =>
      Number(opacity),
    );
    expect(opacities).toHaveLength(6);
    expect(opacities[2]).toBeGreaterThan(opacities[1] ?? 1);
    expect(opacities[1]).toBeGreaterThan(opacities[0] ?? 1);
    expect(text(heat)).toContain('>100/s</text>');
  });

  it('has contours around the best and the target when everything is known', () => {
    const contours = (shown: SweepHeatData) => [...text(shown).matchAll(/<path d="M[^"]*Z"/g)].length;
    expect(contours(heat)).toBe(2);
    expect(contours({ ...heat, target: undefined })).toBe(1);
    const { target: _, ...rest } = heat;
    expect(contours({ ...rest, target: undefined, cells: [undefined, ...heat.cells.slice(1)] })).toBe(0);
  });

  it('knows which cell is where, says the best, and is a table', () => {
    expect(cellAt(heat, box, { x: box.width - 20, y: 40 })).toBe(5);
    expect(cellAt(heat, box, { x: 1, y: 1 })).toBeUndefined();
    expect(sweepHeat.describe(heat, heatWords)).toBe('100/s 3 near 9/s');
    expect(sweepHeat.table(heat, heatWords).rows[5]).toEqual(['far', '3', 98, undefined]);
  });

  it('marks where something was measured with what the model is off there, and has it in the table', () => {
    const measured = [
      { name: 'one', style: 0, place: 1, row: 1, seen: 50, model: 40 },
      { name: 'closer', style: 0, place: 1, row: 1, seen: 42, model: 40 },
      { name: 'between', style: 0, place: 0.5, row: 0, seen: 20, model: 30 },
      { name: 'unknown', style: 0, place: 2, row: 0, seen: 20, model: undefined },
    ];
    const shown = text({ ...heat, measured });
    // A mark a spot, with the worst of those that share one; between two cells there is no room for a number.
    expect(shown.match(/<path d="M0,-[^>]*fill="#fff/gi)).toHaveLength(3);
    expect([...shown.matchAll(/>([+-]\d+ %)</g)].map(([, off]) => off)).toEqual(['-20 %']);
    const { columns, rows } = sweepHeat.table({ ...heat, measured }, heatWords);
    expect(columns.map(({ title }) => title).slice(-3)).toEqual(['Measured', 'Value', 'Off']);
    expect(rows).toHaveLength(8);
    expect(rows[4]).toEqual(['far', '2', 40, undefined, 'one', 50, 40 / 50 - 1]);
    expect(rows[7]).toEqual(['near', '1 … 2', 30, undefined, 'between', 20, 0.5]);
  });
});

describe('measurements over the lines', () => {
  const measured = [
    { name: 'near', style: 0, place: 1, seen: 190, low: 150, high: 250, model: 200 },
    { name: 'far', style: 0, place: 1.5, seen: 350, model: 175 },
    { name: 'unknown', style: 0, place: 2, seen: 100, model: undefined },
  ];
  const residualWords = {
    above: words,
    yTitle: 'off',
    percent: (share: number) => `${Math.round(share * 100)} %`,
    tableCaption: 'caption',
    columns: {
      name: 'Measured',
      system: 'System',
      seen: 'Value',
      low: 'Low',
      high: 'High',
      model: 'Model',
      residual: 'Off',
    },
    sentence: (facts: object) => Object.values(facts).join(' '),
    empty: 'nothing',
  };
  const strip = { above: data({ measured }), points: measured };

  it('have places between those of the axis, as they are spaced', () => {
    expect(placeOf(axis([1, 10, 100], 'log'), 10)).toBe(1);
    expect(placeOf(axis([1, 10, 100], 'log'), Math.sqrt(1000))).toBeCloseTo(1.5, 9);
    expect(placeOf(axis([100, 0], 'linear'), 25)).toBeCloseTo(0.75, 9);
    expect(placeOf(axis([1, 10], 'even'), 5)).toBeUndefined();
    expect(placeOf(axis([1, 10], 'log'), 11)).toBeUndefined();
    expect(between([10, 20, undefined], 0.25)).toBe(12.5);
    expect(between([10, 20, undefined], 1)).toBe(20);
    expect(between([10, 20, undefined], 1.5)).toBeUndefined();
  });

  it('are marks with ranges, and stretch the axis', () => {
    const text = draw(data({ measured }));
    expect(text.match(/<path d="M0,-[^>]*fill="#fff/gi)).toHaveLength(3);
    expect(sweepFrame(data({ measured }), box, words).toY(350)).toBeGreaterThan(0);
  });

  it('have a strip with what the model is off', () => {
    expect(sweepResiduals.describe(strip, residualWords)).toBe('2 1 5 % -50 % far');
    expect(sweepResiduals.describe({ ...strip, points: [] }, residualWords)).toBe('nothing');
    expect(sweepResiduals.table(strip, residualWords).rows.map((row) => row.at(-1))).toEqual([
      200 / 190 - 1,
      -0.5,
      undefined,
    ]);
    const text = toText(sweepResiduals.draw(strip, box, palette, residualWords));
    expect(text.match(/<circle/g)).toHaveLength(2);
  });
});
