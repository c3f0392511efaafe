import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { toText } from '../../src/charts/svg-text.ts';
import {
  frameOf,
  pointedMarks,
  type ThroughputData,
  throughputOverTime,
} from '../../src/charts/throughput-over-time.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { throughputWords as words } from './data.ts';

const box = { width: 480, height: 200, fontSize: 12 };
const palette = paletteOf('light');
const data: ThroughputData = {
  fromNs: 0,
  toNs: 3_500_000,
  pointedNs: 1_250_000,
  sides: [
    {
      id: 'a',
      binNs: 500_000,
      perSec: [0, 0, 16_000, 8000, undefined, 6000, undefined],
      mean: 7856,
      halfWidth: 75.8,
    },
    {
      id: 'b',
      binNs: 500_000,
      perSec: [0, 0, 166_000, 212_000, undefined, undefined, undefined],
      mean: 181_500,
      halfWidth: 97.6,
    },
  ],
};
const nothing: ThroughputData = {
  ...data,
  pointedNs: undefined,
  sides: data.sides.map(({ id, binNs }) => ({
    id,
    binNs,
    perSec: [undefined],
    mean: undefined,
    halfWidth: undefined,
  })),
};
/** Both runs are counted and have been played to an instant. */
const playedTo = (playedNs: number): ThroughputData => ({
  ...nothing,
  toNs: 3_000_000,
  sides: nothing.sides.map((side) => ({
    ...side,
    binNs: 1_000_000,
    perSec: [0, 260_000, 7000, 8000],
    isCounted: true,
    playedNs,
  })),
});
const factsOf = (shown: ThroughputData) => {
  const facts: Parameters<typeof words.last>[0][number][] = [];
  throughputOverTime.describe(shown, {
    ...words,
    last: (sides) => {
      facts.push(...sides);
      return '';
    },
  });
  return facts;
};

describe('throughput over time', () => {
  it('keeps room for the whole label of a run that has no mean yet', () => {
    const side = { id: 'b', binNs: 500_000, mean: undefined, halfWidth: undefined } as const;
    const running = { ...nothing, sides: [{ ...side, perSec: [0, 123_456_789] }] };
    const { area } = frameOf(running, box, words);
    const label = `${words.side('b')} ${words.number(123_456_789)}`;
    expect(area.right + textWidth(label, box.fontSize)).toBeLessThanOrEqual(box.width);
  });

  it('is drawn as played, with means, bands and labels', () => {
    expect(toText(throughputOverTime.draw(data, box, palette, words))).toMatchSnapshot();
  });

  it('lights the instant that is pointed at, with the value of the step in which it lies', () => {
    const { x, y } = frameOf(data, box, words);
    const marks = pointedMarks({ ...data, pointedNs: 1_400_000 }, box, palette, words);
    const circles = marks.slice(1).map(({ attributes: { cx, cy } }) => [Number(cx), Number(cy)]);
    expect(circles).toHaveLength(2);
    expect(circles[0]?.[0]).toBeCloseTo(x(1_400_000), 1);
    expect(circles[0]?.[1]).toBeCloseTo(y(16_000), 1);
    expect(circles[1]?.[1]).toBeCloseTo(y(166_000), 1);
    expect(pointedMarks({ ...data, pointedNs: 3_600_000 }, box, palette, words)).toEqual([]);
  });

  it('can be drawn before anything is known', () => {
    expect(toText(throughputOverTime.draw(nothing, box, palette, words))).not.toContain('NaN');
  });

  it.each([
    ['slow', { ...nothing, sides: nothing.sides.map((side) => ({ ...side, binNs: 5e9 })) }],
    ['fast', { ...data, sides: data.sides.map((side) => ({ ...side, mean: 1_234_567.8 })) }],
  ])('leaves room for every value on its axis: %s', (_, shown) => {
    const text = toText(throughputOverTime.draw(shown, box, palette, words));
    const labels = [...text.matchAll(/<text[^>]* x="([^"]*)"[^>]*text-anchor="end"[^>]*>([^<]*)</g)];
    expect(labels.length).toBeGreaterThan(2);
    for (const [, x, label] of labels) {
      expect(Number(x) - textWidth(label ?? '', box.fontSize), label).toBeGreaterThanOrEqual(0);
    }
  });

  it('draws the counted run in full strength up to the present and pale beyond, in the same steps, and says and tables it', () => {
    const shown = playedTo(1_250_000);
    const text = toText(throughputOverTime.draw(shown, box, palette, words));
    const { x, y, area } = frameOf(shown, box, words);
    const [pale, played] = ['opacity="0.45"', 'stroke-width="2.5"'].map((mark) =>
      [...text.matchAll(new RegExp(`<path[^>]*${mark}[^>]* d="([^"]+)"`, 'g'))].map(([, path = '']) =>
        [...path.matchAll(/[ML]([\d.]+),([\d.]+)L([\d.]+),\2(?=[LM]|$)/g)].map((match) =>
          match.slice(1).map(Number),
        ),
      ),
    );
    expect(pale).toHaveLength(2);
    // As far as the axis goes, which shows all of it.
    expect(pale?.[0]).toHaveLength(3);
    expect(y(260_000)).toBeGreaterThanOrEqual(area.top);
    expect(played?.[0]).toHaveLength(2);
    expect(played?.[0]?.[0]).toEqual(pale?.[0]?.[0]);
    expect(played?.[0]?.[1]?.slice(0, 2)).toEqual(pale?.[0]?.[1]?.slice(0, 2));
    expect(played?.[0]?.[1]?.[2]).toBeCloseTo(x(1_250_000), 1);
    expect(throughputOverTime.describe(shown, words)).toBe(
      'A 260,000 at 1.25 ms (0 to 260,000); B 260,000 at 1.25 ms (0 to 260,000). Counted in steps of 1 ms.',
    );
    expect(throughputOverTime.table(shown, words).rows).toEqual([
      [0, 0, 0],
      [1e6, 260_000, 260_000],
      [2e6, 7000, 7000],
    ]);
  });

  it('says that nothing has been completed only where nothing has since the beginning', () => {
    const extents = (shown: ThroughputData) => factsOf(shown).map(({ extent }) => extent);
    expect(extents(playedTo(900_000))).toEqual(['nothing', 'nothing']);
    expect(extents(playedTo(1_250_000))).toEqual(['range', 'range']);
    // Of a part, no instant is told that is not in it.
    expect(factsOf({ ...playedTo(2_900_000), toNs: 500_000 }).map(({ time }) => time)).toEqual([
      '500 µs',
      '500 µs',
    ]);
    expect(extents(data)).toEqual(['range', 'range']);
    // The first step that is known is none of the first ones, or is not shown.
    const sides = data.sides.map((side) => ({ ...side, perSec: [undefined, 0, 0] }));
    expect(extents({ ...data, sides })).toEqual(['single', 'single']);
    const later = data.sides.map((side) => ({ ...side, perSec: [4000, 0, 0] }));
    expect(extents({ ...data, fromNs: 500_000, sides: later })).toEqual(['single', 'single']);
  });

  it('has a row for the steps of either side, where the runs are not equally long', () => {
    const [a, b] = data.sides;
    if (!a || !b) throw new Error('there are two sides');
    const sides = [a, { ...b, binNs: 1_250_000, perSec: [1000, 2000] }];
    const { caption, rows } = throughputOverTime.table({ ...data, sides }, words);
    expect(caption).toBe('in steps of 500 µs / 1.25 ms');
    expect(rows.slice(1, 5)).toEqual([
      [5e5, 0, 1000],
      [1e6, 16_000, 1000],
      [1.25e6, 16_000, 2000],
      [1.5e6, 8000, 2000],
    ]);
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
