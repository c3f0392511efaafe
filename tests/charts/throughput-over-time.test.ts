import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { toText } from '../../src/charts/svg.ts';
import { frameOf, type ThroughputData, throughputOverTime } from '../../src/charts/throughput-over-time.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { throughputWords as words } from './data.ts';

const box = { width: 480, height: 200, fontSize: 12 };
const palette = paletteOf('light');
const data: ThroughputData = {
  fromNs: 0,
  binNs: 500_000,
  pointed: 2,
  sides: [
    { id: 'a', perSec: [0, 0, 16_000, 8000, undefined, 6000, undefined], mean: 7856, halfWidth: 75.8 },
    {
      id: 'b',
      perSec: [0, 0, 166_000, 212_000, undefined, undefined, undefined],
      mean: 181_500,
      halfWidth: 97.6,
    },
  ],
};
const nothing: ThroughputData = {
  ...data,
  pointed: undefined,
  sides: data.sides.map(({ id }) => ({ id, perSec: [undefined], mean: undefined, halfWidth: undefined })),
};

describe('throughput over time', () => {
  it('is drawn as played, with means, bands, labels and crosshair', () => {
    expect(toText(throughputOverTime.draw(data, box, palette, words))).toMatchSnapshot();
  });

  it('can be drawn before anything is known', () => {
    expect(toText(throughputOverTime.draw(nothing, box, palette, words))).not.toContain('NaN');
  });

  it.each([
    ['slow', { ...nothing, binNs: 5e9 }],
    ['fast', { ...data, sides: data.sides.map((side) => ({ ...side, mean: 1_234_567.8 })) }],
  ])('leaves room for every value on its axis: %s', (_, shown) => {
    const text = toText(throughputOverTime.draw(shown, box, palette, words));
    const labels = [...text.matchAll(/<text[^>]* x="([^"]*)"[^>]*text-anchor="end"[^>]*>([^<]*)</g)];
    expect(labels.length).toBeGreaterThan(2);
    for (const [, x, label] of labels) {
      expect(Number(x) - textWidth(label ?? '', box.fontSize), label).toBeGreaterThanOrEqual(0);
    }
  });

  it('draws the counted run pale, where it has not been played either, and says and tables it', () => {
    const counted = { binNs: 1_000_000, perSec: [5000, 260_000, 7000, 8000] };
    const sides = nothing.sides.map((side) => ({
      ...side,
      perSec: [undefined, undefined, undefined],
      counted,
    }));
    const shown = { ...nothing, sides };
    const text = toText(throughputOverTime.draw(shown, box, palette, words));
    const paths = [...text.matchAll(/<path d="([^"]+)"[^>]*opacity="0.45"/g)];
    expect(paths).toHaveLength(2);
    // As far as the axis goes, which shows all of it.
    expect(paths[0]?.[1]?.match(/H/g)).toHaveLength(2);
    const { y, area } = frameOf(shown, box, words);
    expect(y(260_000)).toBeGreaterThanOrEqual(area.top);
    expect(throughputOverTime.describe(shown, words)).toContain('Pale: counted in steps of');
    const table = throughputOverTime.table(shown, words);
    expect(table.columns.map(({ title }) => title).slice(-2)).toEqual(['A, counted', 'B, counted']);
    expect(table.rows.map((row) => row.at(-1))).toEqual([5000, 5000, 260_000]);
  });

  it('says when nothing has been completed yet, instead of a range', () => {
    const sides = data.sides.map((side) => ({ ...side, perSec: [0], mean: undefined, halfWidth: undefined }));
    const extents: string[] = [];
    const last: typeof words.last = (facts) => {
      extents.push(...facts.map(({ extent }) => extent));
      return '';
    };
    throughputOverTime.describe({ ...data, sides }, { ...words, last });
    throughputOverTime.describe(data, { ...words, last });
    expect(extents).toEqual(['nothing', 'nothing', 'range', 'range']);
  });

  it('breaks its lines where nothing has been played', () => {
    const text = toText(throughputOverTime.draw(data, box, palette, words));
    const paths = [...text.matchAll(/ d="([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(paths.map((path) => path.match(/M/g)?.length)).toEqual([2, 1]);
  });

  it('keeps its inside inside, and the lines inside that', () => {
    const { area, x, y } = frameOf(data, box, words);
    expect(area.left).toBeGreaterThan(0);
    expect(area.right).toBeLessThan(box.width);
    expect(x(0)).toBe(area.left);
    expect(y(212_000)).toBeGreaterThanOrEqual(area.top);
    expect(y(0)).toBe(area.bottom);
  });

  it('has a table of what was played', () => {
    expect(throughputOverTime.table(data, words)).toMatchSnapshot();
  });

  it('says in two sentences what one sees', () => {
    expect(throughputOverTime.describe(data, words)).toBe(
      'A 6,000 at 3 ms (0 to 16,000); B 212,000 at 2 ms (0 to 212,000). A 7,856 ±75.8; B 181,500 ±97.6.',
    );
    expect(throughputOverTime.describe(nothing, words)).toBe('Nothing has been played yet.');
  });
});
