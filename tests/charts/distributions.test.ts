import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/charts/chart.ts';
import { textWidth } from '../../src/charts/chart.ts';
import { corrected } from '../../src/charts/omission.ts';
import { type DistributionData, NINES, percentiles, timesAt } from '../../src/charts/percentiles.ts';
import { bucketsOf, quantileOf, shareWithin } from '../../src/charts/quantiles.ts';
import { binsOf } from '../../src/charts/response-bins.ts';
import { responseHistogram, sharesAt } from '../../src/charts/response-histogram.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { maxSupportedShare } from '../../src/lib/percentile-sample-size.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { summaryOf } from '../support/in-process.ts';
import { box, buckets, data, duration, histogramWords, percentileWords } from './response-times.ts';

const palette = paletteOf('light');

describe('the correction for coordinated omission', () => {
  /** What HdrHistogram does with each value: `recordValueWithExpectedInterval`. */
  const naive = (values: readonly number[], interval: number) =>
    values
      .flatMap((value) => {
        const all = [value];
        for (let missing = value - interval; missing >= interval; missing -= interval) all.push(missing);
        return all;
      })
      .sort((one, other) => one - other);
  const values = [
    ...Array.from({ length: 1000 }, (_, i) => 900_000 + i * 100),
    8_000_000,
    64_000_000,
    350_000_000,
  ];
  const own = bucketsOf({
    fromUs: values.map((ns) => ns / 1000),
    toUs: values.map((ns) => ns / 1000 + 0.001),
    counts: values.map(() => 1),
  });

  it.each([1e5, 1.1e6, 7e6, 2e8])('adds as many requests as HdrHistogram, interval %d ns', (interval) => {
    const reference = naive(values, interval);
    const found = corrected(own, interval);
    expect(found.at(-1)?.upTo).toBe(reference.length);
    for (const q of [0.1, 0.5, 0.9, 0.99, 0.999]) {
      const exact = reference[Math.max(1, Math.ceil(q * reference.length)) - 1] ?? 0;
      expect(Math.abs((quantileOf(found, q) ?? 0) / exact - 1)).toBeLessThan(1 / 64);
    }
  });

  it('leaves alone what was never slow, and answers at once however long the wait', () => {
    expect(corrected(own, 1e9).map(({ count }) => count)).toEqual(own.map(({ count }) => count));
    const hour = bucketsOf({ fromUs: [1, 3.6e9], toUs: [2, 3.7e9], counts: [1e6, 1] });
    expect(corrected(hour, 1000).at(-1)?.upTo).toBeGreaterThan(3.6e9);
  });

  it('is drawn beside what was measured, told and listed', () => {
    const [a] = data.sides;
    if (!a) throw new Error('no side');
    const onTime = { ...data, sides: [{ ...a, onTime: corrected(a.buckets, 1e6) }] };
    const words = {
      ...percentileWords,
      onTime: (side: string) => `${side} on time`,
      onTimeSentence: (facts: Record<string, string>) => `on time ${facts.onTime} not ${facts.p99}`,
    };
    const text = toText(percentiles.draw(onTime, box, palette, words));
    expect(text).toContain('A on time');
    expect(text).toContain('9 3 2 3');
    expect(percentiles.describe(onTime, words)).toContain('on time ');
    const { columns, rows } = percentiles.table(onTime, words);
    expect(columns.map(({ title }) => title)).toContain('A on time');
    const { length } = columns;
    expect(rows.every((row) => row.length === length)).toBe(true);
  });
});

describe('a histogram of the engine', async () => {
  const summary = await summaryOf(presetById('jedis-pool-8')?.scenario as Partial<Scenario>, {
    warmupMs: 5,
    measuredMs: 60,
  });
  const found = bucketsOf(summary.responseHistogram);

  it('holds every answer that was counted', () => {
    expect(found.at(-1)?.upTo).toBe(summary.responseTime.count);
    expect(summary.responseTime.count).toBeGreaterThan(300);
    expect(found.every(({ fromNs, toNs }) => fromNs < toNs)).toBe(true);
  });

  it('has the percentiles of the summary', () => {
    const { p50Us, p90Us, p99Us } = summary.responseTime;
    for (const [share, us] of [
      [0.5, p50Us],
      [0.9, p90Us],
      [0.99, p99Us],
    ] as const)
      expect((quantileOf(found, share) ?? 0) / 1000, `${share}`).toBeCloseTo(us ?? 0, 6);
  });
});

describe('percentiles', () => {
  it('are read by nearest rank, and no value is made up', () => {
    expect(quantileOf(buckets, 0.5)).toBe(1_003_999.5);
    expect(quantileOf(buckets, 0.999)).toBe(8_031_999.5);
    expect(quantileOf([], 0.5)).toBeUndefined();
  });

  it('are trusted as far as ten answers lie beyond', () => {
    expect(maxSupportedShare(1000)).toBeCloseTo(0.99, 9);
    expect(maxSupportedShare(3)).toBe(0);
  });

  it('have a table with the answers beyond each', () => {
    const { rows } = percentiles.table(data, percentileWords);
    expect(rows.map((row) => row[0])).toEqual(['50%', '90%', '99%', '99.9%', '99.99%']);
    expect(rows.map((row) => row[2])).toEqual([505, 101, 10, 1, 0]);
    expect(rows).toHaveLength(NINES.length);
  });

  it('are told as rough where too few answers lie beyond, in words and in the table', () => {
    expect(timesAt(data, 0.99).map(({ isRough }) => isRough)).toEqual([false, true]);
    expect(timesAt(data, 0.9999).map(({ isRough }) => isRough)).toEqual([true, true]);
    const columns: readonly Column[] = percentiles.table(data, percentileWords).columns;
    for (const [i, { isCounted }] of columns.entries())
      if (isCounted) expect(columns[i + 1]?.title).toMatch(/beyond$/);
    expect(columns.filter(({ isCounted }) => isCounted)).toHaveLength(2);
  });

  it('are dotted where too few answers lie beyond', () => {
    const text = toText(percentiles.draw(data, box, palette, percentileWords));
    expect(text.match(/stroke-dasharray="1.5 3"/g)).toHaveLength(2);
    // The sides differ by dash as well as by colour.
    const many = bucketsOf({ fromUs: [500], toUs: [504], counts: [5000] });
    expect(
      toText(percentiles.draw({ sides: [{ id: 'b', buckets: many }] }, box, palette, percentileWords)),
    ).toContain('stroke-dasharray="7 3"');
  });

  it('have a linear axis from zero on request, on which twice as long is twice as high', () => {
    // The slowest answer of A is eight times as slow as its median; its line has a trusted part and a dotted one.
    const factor = (isLinear: boolean) => {
      const text = toText(percentiles.draw({ ...data, isLinear }, box, palette, percentileWords));
      const [sure = '', dotted = ''] = [...text.matchAll(/<path[^>]* d="M([^"]+)"/g)].map(
        ([, points]) => points,
      );
      const bottom = Math.max(...[...text.matchAll(/<line[^>]* y1="([\d.]+)"/g)].map(([, y]) => Number(y)));
      const heightOf = (point = '') => bottom - Number(point.split(',')[1]);
      return heightOf(dotted.split('L').at(-1)) / heightOf(sure.split('L')[0]);
    };
    expect(factor(true)).toBeCloseTo(8_031_999.5 / 1_003_999.5, 0);
    expect(factor(false)).not.toBeCloseTo(8, 0);
  });

  it('have no counts below the axis that run into one another, however narrow the drawing', () => {
    const buckets = bucketsOf({ fromUs: [900, 1000], toUs: [901, 1001], counts: [481_000, 986] });
    const long = { sides: [{ id: 'a' as const, buckets }] };
    const ends = (width: number) => {
      const text = toText(percentiles.draw(long, { ...box, width }, palette, percentileWords));
      const shown = text.matchAll(
        /<text x="([\d.]+)" y="([\d.]+)"[^>]*middle[^>]*fill="([^"]+)"[^>]*>([\d,]+)</g,
      );
      return [...shown]
        .filter(([, , , fill]) => fill === palette.accent.a)
        .map(([, x, , , label = '']) => {
          const half = textWidth(label, box.fontSize) / 2;
          return [Number(x) - half, Number(x) + half] as const;
        });
    };
    expect(ends(1200).length).toBeGreaterThan(ends(260).length);
    for (const width of [260, 320, 390, 1200]) {
      const places = ends(width);
      expect(places.length).toBeGreaterThan(1);
      for (const [i, [from]] of places.slice(1).entries()) expect(from).toBeGreaterThan(places[i]?.[1] ?? 0);
    }
  });

  it('say what they show', () => {
    expect(percentiles.describe(data, percentileWords)).toBe(
      'A 1 ms 1 ms 8.03 ms ? 1,010 99%. B 502 µs 502 µs ? 502 µs ? 20 50%.',
    );
    expect(percentiles.describe({ sides: [] }, percentileWords)).toBe('nothing');
    expect(toText(percentiles.draw({ sides: [] }, box, palette, percentileWords))).toContain('<svg');
  });
});

describe('the distribution of response times', () => {
  it('counts every answer once, in intervals of equal width on the axis', () => {
    const { edges, sides } = binsOf(data);
    for (const { shares } of sides) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    const widths = edges.slice(1).map((edge, index) => Math.log2(edge / (edges[index] ?? 1)));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1e-9);
  });

  it('has a table of the intervals that hold anything', () => {
    const { rows } = responseHistogram.table(data, histogramWords);
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => row[2])).toEqual([0, 1000 / 1010, 10 / 1010]);
  });

  it('has intervals of equal times on a linear axis, and says what took longer than most', () => {
    // One answer in two hundred took a hundred times as long.
    const tail = {
      id: 'a',
      buckets: bucketsOf({ fromUs: [1000, 100_000], toUs: [1008, 100_800], counts: [199, 1] }),
    } as const;
    const linear = { sides: [tail], isLinear: true };
    const { edges, shown, sides } = binsOf(linear);
    const widths = edges.slice(1, shown + 1).map((edge, bin) => edge - (edges[bin] ?? 0));
    for (const width of widths) expect(width).toBeCloseTo(widths[0] ?? 0, 3);
    expect(edges[shown]).toBeLessThan(1.2e6);
    expect(sides[0]?.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(sides[0]?.shares[shown]).toBeCloseTo(1 / 200, 9);
    expect(toText(responseHistogram.draw(linear, box, palette, histogramWords))).toContain('A 0.5% beyond');
    expect(responseHistogram.table(linear, histogramWords).rows.at(-1)?.[2]).toBeCloseTo(1 / 200, 9);
    // Without a tail nothing is left out.
    const even = binsOf({
      sides: [{ id: 'a', buckets: bucketsOf({ fromUs: [1000], toUs: [1008], counts: [50] }) }],
      isLinear: true,
    });
    expect(even.sides[0]?.shares).toHaveLength(even.shown);
  });

  it('names as the most frequent time one that occurs, however wide its interval is', () => {
    // Two narrow buckets in one interval of the drawing, and one far away, which makes the intervals wide.
    const side = {
      id: 'a',
      buckets: bucketsOf({
        fromUs: [26_200, 26_400, 900_000],
        toUs: [26_400, 26_600, 907_000],
        counts: [9, 9, 1],
      }),
    } as const;
    for (const isLinear of [false, true]) {
      const facts = { ...histogramWords, sentence: ({ mode }: { mode: string }) => mode };
      const mode = Number.parseFloat(responseHistogram.describe({ sides: [side], isLinear }, facts));
      expect(mode).toBeGreaterThanOrEqual(26.2);
    }
  });

  it('is drawn and told', () => {
    expect(toText(responseHistogram.draw(data, box, palette, histogramWords))).toMatchSnapshot();
    expect(responseHistogram.describe(data, histogramWords)).toMatch(
      /^A 1 ms 8.06 ms .* 99%\. B 500 µs 504 µs/,
    );
    expect(toText(responseHistogram.draw({ sides: [] }, box, palette, histogramWords))).toContain('<svg');
  });
});

describe('the target for response times', () => {
  const aimed: DistributionData = { ...data, targetNs: 2_000_000 };

  it('says which share of the answers keeps it, and never all when one does not', () => {
    expect(shareWithin(buckets, 2_000_000)).toBeCloseTo(1000 / 1010, 12);
    expect([shareWithin(buckets, 1000), shareWithin(buckets, 1e12), shareWithin([], 1)]).toEqual([0, 1, 0]);
    const said = 'A 99% 2 ms. B 100% 2 ms.';
    expect(percentiles.describe(aimed, percentileWords)).toContain(said);
    expect(responseHistogram.describe(aimed, histogramWords)).toContain(said);
    expect(percentiles.table(aimed, percentileWords).caption).toBe(`percentiles ${said}`);
    expect(responseHistogram.table(aimed, histogramWords).caption).toBe(`histogram ${said}`);
  });

  it('is a line on both charts, inside them however far it is from what was measured', () => {
    for (const targetNs of [1, 2_000_000, 1e12]) {
      const drawings = [
        percentiles.draw({ ...data, targetNs }, box, palette, percentileWords),
        responseHistogram.draw({ ...data, targetNs }, box, palette, histogramWords),
      ].map((node) => toText(node));
      for (const text of drawings) {
        expect(text).toContain(`target ${duration(targetNs)}`);
        const [, x1, x2, y1, y2] =
          /<line x1="([\d.-]+)" x2="([\d.-]+)" y1="([\d.-]+)" y2="([\d.-]+)"[^>]*stroke-dasharray="2 3"/.exec(
            text,
          ) ?? [];
        for (const x of [x1, x2]) expect(Number(x) >= 0 && Number(x) <= box.width, `x=${x}`).toBe(true);
        for (const y of [y1, y2]) expect(Number(y) >= 0 && Number(y) <= box.height, `y=${y}`).toBe(true);
      }
    }
    expect(toText(percentiles.draw(data, box, palette, percentileWords))).not.toContain(
      'stroke-dasharray="2 3"',
    );
  });

  it('is kept by as many answers as the summary says', async () => {
    const summary = await summaryOf(presetById('jedis-pool-8')?.scenario as Partial<Scenario>, {
      warmupMs: 5,
      measuredMs: 60,
    });
    const found = bucketsOf(summary.responseHistogram);
    const { p50Us, p99Us } = summary.responseTime;
    expect(shareWithin(found, (p50Us ?? 0) * 1000)).toBeGreaterThanOrEqual(0.5);
    expect(shareWithin(found, (p99Us ?? 0) * 1000)).toBeGreaterThanOrEqual(0.99);
    expect(shareWithin(found, (p50Us ?? 0) * 1000 - 1)).toBeLessThan(0.5);
  });
});

describe('a part of an axis of values', () => {
  it('has the percentiles that are in it, finer ones where there are few, and what took longer below each', () => {
    const ticks = (shown: readonly [number, number]) =>
      [
        ...toText(percentiles.draw({ ...data, shown }, box, palette, percentileWords)).matchAll(
          />([\d.]+)%</g,
        ),
      ].map(([, share]) => share);
    expect(ticks([0.5, 0.9999])).toEqual(['50', '90', '99', '99.9', '99.99']);
    expect(ticks([0.9, 0.99])).toEqual(['90', '95', '98', '99']);
    expect(ticks([0.991, 0.994])).toEqual(['99.1', '99.2', '99.3', '99.4']);
  });

  it('writes the medians above all bars', () => {
    const drawn = toText(responseHistogram.draw(data, box, palette, histogramWords));
    const bars = [...drawn.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
    const medians = [...drawn.matchAll(/ y="([\d.]+)"[^>]*font-weight="600"/g)].map(([, y]) => Number(y));
    expect(medians.length).toBe(data.sides.length);
    expect(Math.max(...medians)).toBeLessThan(Math.min(...bars));
  });

  it('reads the response times at a percentile, and marks them', () => {
    expect(timesAt(data, 0.5).map(({ ns }) => ns)).toEqual([1003999.5, 501999.5]);
    expect(timesAt(data, 0.995)[0]?.ns).toBeGreaterThan(8e6);
    const drawn = toText(percentiles.draw({ ...data, pointed: 0.995 }, box, palette, percentileWords));
    expect(drawn.match(/<circle/g)).toHaveLength(2);
    expect(toText(percentiles.draw(data, box, palette, percentileWords))).not.toContain('<circle');
  });

  it('goes from a place to its value and back, for both kinds of axes', () => {
    const axis = percentiles.axis(data, box, percentileWords);
    expect(axis.fromAxis(axis.toAxis(0.995))).toBeCloseTo(0.995, 12);
    for (const isLinear of [false, true]) {
      const times = responseHistogram.axis({ ...data, isLinear, shown: [9e5, 2e6] }, box, histogramWords);
      expect(times.fromAxis(times.toAxis(1.5e6))).toBeCloseTo(1.5e6, 3);
      // All of the axis stays what it is while a part of it is shown.
      expect(times.fullRange).toEqual(
        responseHistogram.axis({ ...data, isLinear }, box, histogramWords).fullRange,
      );
    }
  });

  it.each([false, true])('counts finer, and only what is in it (linear: %s)', (isLinear) => {
    const whole = binsOf({ ...data, isLinear });
    const part = binsOf({ ...data, isLinear, shown: [990_000, 1_020_000] });
    const width = ({ edges }: { edges: readonly number[] }) =>
      isLinear ? (edges[1] ?? 0) - (edges[0] ?? 0) : (edges[1] ?? 0) / (edges[0] ?? 0);
    expect(width(part)).toBeLessThan(width(whole));
    const [a, b] = part.sides.map(({ shares }) => shares.reduce((sum, share) => sum + share, 0));
    expect(a).toBeCloseTo(1000 / 1010, 9);
    expect(b).toBe(0);
  });

  it('reads the share of an interval, and of all up to it', () => {
    const { fromNs, toNs, sides } = sharesAt(data, 1_004_000);
    expect(fromNs).toBeLessThanOrEqual(1_004_000);
    expect(toNs).toBeGreaterThan(1_004_000);
    expect(sides[0]).toMatchObject({ id: 'a', share: 1000 / 1010, within: 1000 / 1010 });
    expect(sides[1]).toMatchObject({ id: 'b', share: 0, within: 1 });
  });

  it('marks a request where its response time lies, while that is shown', () => {
    const lit = { request: 7, fromNs: 0, toNs: 1_004_000 };
    const on = (side: 'a' | 'b', shown?: readonly [number, number]) =>
      responseHistogram.highlight({ ...data, shown }, box, palette, histogramWords, side, lit);
    expect(
      on('a')
        .map((node) => toText(node))
        .join(),
    ).toContain('#7');
    expect(on('a', [9e5, 2e6])).not.toEqual([]);
    expect(on('a', [2e6, 9e6])).toEqual([]);
    const curve = (toNs: number) =>
      percentiles
        .highlight(data, box, palette, percentileWords, 'a', { ...lit, toNs })
        .map((node) => toText(node))
        .join();
    expect(curve(1_004_000)).toContain('<circle');
    // Faster than half of the others: it is not on this chart.
    expect(curve(1000)).toBe('');
  });
});

it('no caption and no percentile is shorter or longer than any answer', () => {
  // As if every answer had taken 752 µs: a bucket of 748 to 756 stands for no other time.
  const histogram = { fromUs: [748], toUs: [756], counts: [5000] };
  const buckets = bucketsOf(histogram, { minUs: 752, maxUs: 752 });
  expect(quantileOf(buckets, 0.5)).toBe(752_000);
  expect(buckets[0]).toMatchObject({ fromNs: 752_000, toNs: 752_001 });
  expect(bucketsOf(histogram)[0]).toMatchObject({ fromNs: 748_000, toNs: 756_000 });
});

it('say of a side without answers that it has none', () => {
  const sides = [...data.sides, { id: 'b' as const, buckets: [] }].slice(-2);
  expect(percentiles.describe({ sides }, percentileWords)).toContain('no request was answered.');
  expect(responseHistogram.describe({ sides }, histogramWords)).toContain('no request was answered.');
  const none = [{ id: 'b' as const, buckets: [] }];
  for (const told of [
    percentiles.describe({ sides: none }, percentileWords),
    responseHistogram.describe({ sides: none }, histogramWords),
  ])
    expect(told).toBe('B: no request was answered.');
  expect(responseHistogram.describe({ sides: [] }, histogramWords)).toBe(histogramWords.empty);
});
