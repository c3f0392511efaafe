import { describe, expect, it } from 'vitest';
import {
  type StationsData,
  type StationsWords,
  stationsChart,
  stationsLines,
} from '../../src/charts/stations.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import type { Station } from '../../src/model/explain/stations.ts';

const station = (id: Station['id'], part: Partial<Station> = {}): Station => ({
  ...{ id, count: 1, use: 'busy', utilisation: 0.25, demandUs: 10, waiting: 0, isBottleneck: false },
  ...part,
});
const data: StationsData = [
  {
    side: 'a',
    stations: [
      station('callers', { use: 'inUse', utilisation: 1, count: 200 }),
      station('pool', { use: 'inUse', utilisation: 0.99, count: 8, waiting: 192, isBottleneck: true }),
      station('wireOut', { use: 'delay', utilisation: undefined }),
      station('serverMain'),
    ],
  },
  { side: 'b', stations: [station('callers'), station('eventLoop'), station('serverMain')] },
];
const words: StationsWords = {
  side: (side) => side.toUpperCase(),
  name: ({ id, count }) => `${id}×${count}`,
  use: ({ use, utilisation }) => `${use} ${utilisation ?? '-'}`,
  demand: ({ demandUs }) => `${demandUs} each`,
  waiting: ({ waiting }) => (waiting > 0 ? `${waiting} wait` : ''),
  bottleneck: 'BOTTLENECK',
  columns: {
    side: 'side',
    station: 'station',
    count: 'count',
    utilisation: 'U',
    demand: 'D',
    waiting: 'Q',
  },
  tableCaption: 'stations',
  sentence: ({ side, stations }) => `${side}: ${stations.join() || 'none'}.`,
  empty: 'nothing yet',
};
const wide = { width: 1200, height: 400, fontSize: 12 };
const narrow = { width: 340, height: 900, fontSize: 12 };
const palette = paletteOf('light');
const draw = (box: typeof wide) => toText(stationsChart.draw(data, box, palette, words));
/** Frames of the vessels: drawn on paper. */
const frames = (text: string) =>
  [
    ...text.matchAll(
      /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#ffffff"([^>]*)>/g,
    ),
  ].map(([, x, y, width, height, rest]) => ({
    ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    rest: rest ?? '',
  }));

describe('the stations of a request', () => {
  it('run downwards one side below the other, also where one alone would fit into a row', () => {
    const all = frames(draw({ ...wide, width: 500 }));
    expect(all).toHaveLength(7);
    const tops = all.map(({ y }) => y);
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    expect((tops[4] ?? 0) - (tops[3] ?? 0)).toBeGreaterThan((tops[1] ?? 0) - (tops[0] ?? 0));
  });

  it('are in columns that both sides share, so that a missing one leaves a gap', () => {
    const all = frames(draw(wide));
    expect(all).toHaveLength(7);
    const [a, b] = [all.slice(0, 4), all.slice(4)];
    expect(b[0]?.x).toBe(a[0]?.x);
    expect(b[2]?.x).toBe(a[3]?.x);
    // The event loop of B is beyond the pool of A, in a column of its own.
    expect(b[1]?.x).toBeGreaterThan(a[1]?.x ?? 0);
    expect(b[1]?.x).toBeLessThan(a[2]?.x ?? 0);
    // A is above B.
    expect(a[0]?.y).toBeLessThan(b[0]?.y ?? 0);
  });

  it('are filled by their utilisation from below', () => {
    const text = draw(wide);
    const filled = [
      ...text.matchAll(/<rect [^>]*height="([\d.]+)" fill="(url\([^"]+\)|#\w+)" pointer-events/g),
    ].map(([, height, fill]) => ({ height: Number(height), fill }));
    const [callers, pool, redis] = filled;
    const [frame] = frames(text);
    expect(callers?.height).toBeCloseTo(frame?.height ?? 0, 1);
    expect(pool?.height).toBeCloseTo(0.99 * (frame?.height ?? 0), 1);
    // The delay has no fill, so the third is Redis.
    expect(redis?.height).toBeCloseTo(0.25 * (frame?.height ?? 0), 1);
    expect(redis?.fill).toBe(palette.rim.a);
  });

  it('show the bottleneck by its frame, its fill and a label, not by colour alone', () => {
    for (const box of [wide, narrow]) {
      const text = draw(box);
      expect(frames(text).filter(({ rest }) => rest.includes('stroke-width="3"'))).toHaveLength(1);
      expect(text).toContain('url(#station-a-full)');
      expect(text.match(/BOTTLENECK/g)?.length).toBeGreaterThanOrEqual(1);
    }
  });

  it('have a dashed frame for a delay, which has no utilisation', () => {
    expect(frames(draw(wide)).filter(({ rest }) => rest.includes('stroke-dasharray'))).toHaveLength(1);
  });

  it('show a demand in full wherever they are in a row, and cut none by a rounding error', () => {
    const long = { ...words, demand: () => '26.5 ms per request' };
    const widths = Array.from({ length: 50 }, (_, index) => 590 + 2 * index);
    const cut = widths.filter((width) =>
      toText(stationsChart.draw(data, { ...wide, width }, palette, long)).includes('per reque…'),
    );
    expect(cut).toEqual([]);
  });

  it('run downwards within a narrow drawing', () => {
    const all = frames(draw(narrow));
    expect(all.every(({ x, width }) => x + width <= narrow.width)).toBe(true);
    expect(all.map(({ y }) => y)).toEqual(all.map(({ y }) => y).sort((first, second) => first - second));
    expect(stationsLines(data, narrow)).toBeGreaterThan(stationsLines(data, wide));
  });

  it('are a table and a sentence as well', () => {
    const { columns, rows } = stationsChart.table(data, words);
    expect(columns).toHaveLength(6);
    expect(rows).toHaveLength(7);
    expect(rows[1]).toEqual(['pool×8 · BOTTLENECK', 'A', 8, 0.99, 10_000, 192]);
    expect(stationsChart.describe(data, words)).toBe('A: pool×8. B: none.');
    expect(stationsChart.describe([], words)).toBe('nothing yet');
    expect(toText(stationsChart.draw([], wide, palette, words))).toContain('<svg');
  });
});
