/** Where the names of medians stand on the histogram. */
import { expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { bucketsOf } from '../../src/charts/quantiles.ts';
import { responseHistogram } from '../../src/charts/response-histogram.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { box, data, histogramWords } from './response-times.ts';

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

it('has no median’s line run through the name of the other, wherever they are', () => {
  const at = (us: number) => bucketsOf({ fromUs: [us], toUs: [us * 1.01], counts: [100] });
  const [one, other] = data.sides;
  if (!one || !other) throw new Error('there are two sides');
  let close = 0;
  for (const from of [100, 300, 1000, 3000, 9000])
    for (const factor of [0.4, 0.8, 0.95, 1.05, 1.25, 2.5])
      for (const shown of [undefined, [9e4, 1e7]] as const) {
        const sides = [
          { ...one, buckets: at(from) },
          { ...other, buckets: at(from * factor) },
        ];
        const drawn = toText(
          responseHistogram.draw({ ...data, sides, ...(shown && { shown }) }, box, palette, histogramWords),
        );
        const lines = [...drawn.matchAll(/<line x1="([\d.]+)" x2="\1" y1="([\d.]+)"/g)].map(([, x, top]) => [
          Number(x),
          Number(top),
        ]);
        const names = [
          ...drawn.matchAll(
            /<text x="([\d.]+)" y="([\d.]+)" font-size="[\d.]+" font-weight="600" text-anchor="(end|start)"[^>]*>([^<]*)</g,
          ),
        ].map(([, x, y, anchor, text = '']) => {
          const width = textWidth(text, box.fontSize);
          const left = Number(x) - (anchor === 'end' ? width : 0);
          return { left, right: left + width, y: Number(y) };
        });
        expect(names.length).toBeGreaterThan(0);
        for (const { left, right, y } of names)
          for (const [x = 0, top = 0] of lines) {
            if (x > left && x < right) close++;
            expect(x > left && x < right && top < y - box.fontSize * 0.5, `${from} ${factor}`).toBe(false);
          }
      }
  expect(close).toBeGreaterThan(3);
});
