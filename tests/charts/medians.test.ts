/** Where the names of medians stand on the histogram. */
import { expect, it } from 'vitest';
import { bucketsOf } from '../../src/charts/quantiles.ts';
import { responseHistogram } from '../../src/charts/response-histogram.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { histogramWords } from './response-times.ts';

const palette = paletteOf('light');

it('writes no median across the line of the other one', () => {
  const side = (id: 'a' | 'b', ns: number) => ({
    id,
    // As many on both ends of the axis: the median is in between.
    buckets: bucketsOf({
      fromUs: [10, ns / 1e3, 1e5],
      toUs: [11, ns / 1e3 + 1, 1.01e5],
      counts: [1, 10, 1],
    }),
  });
  for (const [first, second] of [
    [9e5, 1e6],
    [1e6, 9e5],
  ] as const) {
    const drawn = toText(
      responseHistogram.draw(
        { sides: [side('a', first), side('b', second)] },
        { width: 700, height: 260, fontSize: 12 },
        palette,
        histogramWords,
      ),
    );
    const names = [...drawn.matchAll(/<text [^>]*text-anchor="(\w+)"[^>]*>([AB]) median/g)].map(
      ([, anchor, name]) => [name, anchor],
    );
    expect(Object.fromEntries(names)).toEqual(
      first < second ? { A: 'end', B: 'start' } : { A: 'start', B: 'end' },
    );
  }
});
