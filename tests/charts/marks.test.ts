/** The geometry of the marks that charts are composed of. */
import { scaleLinear } from 'd3-scale';
import { describe, expect, it } from 'vitest';
import { fittedText, tableOf, textWidth } from '../../src/charts/chart.ts';
import { axes, bottomAxis, columnGrid, ticksOn } from '../../src/charts/marks/axes.ts';
import { contour } from '../../src/charts/marks/contour.ts';
import { crosshair } from '../../src/charts/marks/crosshair.ts';
import { dot, SHAPES } from '../../src/charts/marks/dot.ts';
import { endLabels, spread } from '../../src/charts/marks/end-labels.ts';
import { areaOf } from '../../src/charts/marks/frame.ts';
import { LEGEND_LINE, legend } from '../../src/charts/marks/legend.ts';
import { line, lineOver, stepPoints } from '../../src/charts/marks/line.ts';
import { whisker } from '../../src/charts/marks/whisker.ts';
import type { SvgNode } from '../../src/charts/svg.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { durationTicks } from '../../src/charts/time-ticks.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const palette = paletteOf('light');
const box = { width: 400, height: 200, fontSize: 10 };
const area = { left: 40, right: 360, top: 20, bottom: 160 };

const texts = (nodes: readonly SvgNode[]) => nodes.filter(({ tag }) => tag === 'text');

describe('the plot', () => {
  it('leaves room for labels, but never more than 40 % of the width', () => {
    expect(areaOf(box, ['1000'], 3).left).toBeCloseTo(textWidth('1000', 10) + 12);
    expect(areaOf(box, ['a name that is as long as the drawing is wide, and longer'], 3).left).toBe(160);
    expect(areaOf(box, [], 3, 99).right).toBe(240);
    expect(areaOf(box, [], 3)).toMatchObject({ top: 22, bottom: 170 });
  });
});

describe('axes', () => {
  const x = scaleLinear([0, 100], [0, 400]);
  const ticks = ticksOn(x, [0, 50, 100], String);

  it('have a tick at each value and its label below it, inside the drawing', () => {
    const [first, middle, last] = texts(bottomAxis([0, 400], 150, { ticks }, box, palette));
    expect(first?.attributes).toMatchObject({ x: 0, textAnchor: 'start' });
    expect(middle?.attributes).toMatchObject({ x: 200, textAnchor: 'middle' });
    expect(last?.attributes).toMatchObject({ x: 400, textAnchor: 'end' });
  });

  it('have a title that ends with the axis, or with the drawing where it is too long for that', () => {
    const end = (title: string) =>
      texts(bottomAxis([40, 200], 150, { ticks: [], title }, box, palette))[0]?.attributes.x;
    expect(end('RTT')).toBe(200);
    expect(end('a title that is longer than its axis, by far')).toBeCloseTo(
      textWidth('a title that is longer than its axis, by far', 10),
    );
    expect(texts(bottomAxis([40, 200], 150, { ticks: [] }, box, palette))).toEqual([]);
  });

  it('of rows have lines from the first to the last, the one at zero darker', () => {
    const lines = columnGrid(ticks, area, box, palette).filter(({ tag }) => tag === 'line');
    expect(lines.map(({ attributes: { x1, y1, y2 } }) => [x1, y1, y2])).toEqual([
      [0, 20, 160],
      [200, 20, 160],
      [400, 20, 160],
    ]);
    expect(lines.map(({ attributes }) => attributes.stroke)).toEqual([
      palette.inkSoft,
      palette.line,
      palette.line,
    ]);
  });

  it('of a plot have a line of the grid at each value', () => {
    const y = { ticks: ticksOn(scaleLinear([0, 2], [160, 20]), [0, 1, 2], String), title: 'share' };
    const text = toText(axes(area, box, palette, { ticks }, y));
    expect(text).toContain('y1="90" y2="90"');
    expect(text).toContain('>share</text>');
  });

  it('of time are in the unit of a length, counted from a moment', () => {
    const scale = scaleLinear([5e6, 7e6], [0, 400]);
    const ofTime = durationTicks(scale, 2e6, 10, String, 5e6);
    expect(ofTime.unit).toBe('ms');
    expect(ofTime.ticks[0]).toEqual({ at: 0, label: '0' });
    expect(ofTime.ticks.at(-1)).toEqual({ at: 400, label: '2' });
  });
});

describe('names at the ends of lines', () => {
  it('are moved apart, between two bounds, in the order of their values', () => {
    expect(spread([10, 10], 4, 0, 100)).toEqual([10, 14]);
    expect(spread([99, 100], 4, 0, 100)).toEqual([96, 100]);
    expect(spread([50, 10], 4, 0, 100)).toEqual([50, 10]);
  });

  it('are beside their lines', () => {
    const ends = ['a', 'b'].map((text) => ({ text, x: 300, y: 90, fill: 'red' }));
    const [a, b] = endLabels(ends, area, 10).map(({ attributes: { x, y } }) => [x, y]);
    expect(a).toEqual([305, 90]);
    expect(b).toEqual([305, 101.5]);
  });
});

describe('a legend', () => {
  const entry = (label: string) => ({
    label,
    symbol: (x: number, y: number) => [dot('circle', x, y, 3, {})],
  });

  it('is one row at the bottom where the width suffices', () => {
    const { rows, nodes } = legend([entry('one'), entry('two')], box, 'red');
    expect(rows).toBe(1);
    const [one, two] = texts(nodes).map(({ attributes }) => attributes);
    expect(one).toMatchObject({ x: 15, y: 193 });
    expect(Number(two?.x)).toBeCloseTo(15 + textWidth('one', 10) + 10 + 15);
    expect(two?.y).toBe(193);
  });

  it('has more rows where it does not', () => {
    const { rows, nodes } = legend(
      ['first entry', 'second entry', 'third entry'].map(entry),
      { ...box, width: 120 },
      'red',
    );
    expect(rows).toBe(3);
    expect(texts(nodes).map(({ attributes: { y } }) => y)).toEqual(
      [2, 1, 0].map((above) => 193 - above * LEGEND_LINE * 10),
    );
  });
});

describe('points and lines', () => {
  it('has a shape for each of several systems, at its place', () => {
    const paths = SHAPES.map((shape) => toText(dot(shape, 12, 34, 4, { fill: 'red' })));
    expect(new Set(paths).size).toBe(SHAPES.length);
    expect(paths[0]).toBe('<circle cx="12" cy="34" r="4" fill="red" />');
    expect(paths[1]).toBe('<path d="M-4,-4h8v8h-8Z" transform="translate(12 34)" fill="red" />');
    expect(toText(dot('cross', 12, 34, 4, {}))).toContain('translate(12 34)');
  });

  it('breaks a line where nothing is known', () => {
    const { attributes } = line([[0, 1], [2, 3], undefined, [4, 5], [6, 7]], {});
    expect(attributes.d).toBe('M0,1L2,3M4,5L6,7');
    expect(
      stepPoints([
        { from: 0, to: 2, y: undefined },
        { from: 2, to: 4, y: 1 },
      ]),
    ).toEqual([undefined, [2, 1], [4, 1]]);
  });

  it('ends a line at the top of the plot where it would go above it', () => {
    const places = { area, xs: [100, 200, 300], toY: (value: number) => 160 - value };
    expect(lineOver([40, undefined, 1000], places, {}).attributes.d).toBe('M100,120ZM300,20Z');
  });

  it('marks an interval from end to end', () => {
    const [whole, ...stops] = whisker(10, 30, 50, 12, palette);
    expect(whole?.attributes).toMatchObject({ x1: 10, x2: 30, y1: 50, y2: 50 });
    expect(stops.map(({ attributes: { x1, y1, y2 } }) => [x1, y1, y2])).toEqual([
      [10, 46, 54],
      [30, 46, 54],
    ]);
  });

  it('marks the place that is pointed at and the values there, inside the plot only', () => {
    const points = [
      { side: 'a', y: 50 },
      { side: 'b', y: undefined },
    ] as const;
    expect(crosshair(100, points, area, palette).map(({ tag }) => tag)).toEqual(['line', 'circle']);
    expect(crosshair(undefined, points, area, palette)).toEqual([]);
    expect(crosshair(361, points, area, palette)).toEqual([]);
  });
});

describe('a contour', () => {
  const grid = { columns: 3, rows: 3, x: (column: number) => 10 * column, y: (row: number) => 30 - 10 * row };
  const peak = [0, 0, 0, 0, 1, 0, 0, 0, 0];

  it('goes around what is above a level, between the middles of the cells', () => {
    const [shape] = contour(peak, 0.5, grid, { stroke: 'red' });
    const corners = `${shape?.attributes.d}`
      .match(/[\d.]+ [\d.]+/g)
      ?.map((point) => point.split(' ').map(Number));
    const [xs, ys] = [0, 1].map((axis) => corners?.map((corner) => corner[axis] ?? 0) ?? []);
    expect([Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]).toEqual([10, 20]);
    expect([Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]).toEqual([10, 20]);
  });

  it('is nothing where a value is not known, where none is above, or on a single row', () => {
    expect(contour([...peak.slice(0, 8), undefined], 0.5, grid, {})).toEqual([]);
    expect(contour(peak, 2, grid, {})).toEqual([]);
    expect(contour([0, 1, 0], 0.5, { ...grid, rows: 1 }, {})).toEqual([]);
  });
});

describe('texts and tables', () => {
  it('cuts a text that is too long', () => {
    expect(fittedText('short', 100, 10)).toBe('short');
    const cut = fittedText('a rather long name', 60, 10);
    expect(cut).toMatch(/^a rather…$/);
    expect(textWidth(cut, 10)).toBeLessThanOrEqual(60);
  });

  it('makes a table column by column', () => {
    const table = tableOf(
      'caption',
      [1, 2],
      [
        { title: 'value', unit: 'number', cell: (value) => value },
        { title: 'index', unit: 'text', isCurve: true, cell: (_, index) => `${index}` },
      ],
    );
    expect(table).toEqual({
      caption: 'caption',
      columns: [
        { title: 'value', unit: 'number' },
        { title: 'index', unit: 'text', isCurve: true },
      ],
      rows: [
        [1, '0'],
        [2, '1'],
      ],
    });
  });
});
