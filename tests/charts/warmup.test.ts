import { describe, expect, it } from 'vitest';
import { toText } from '../../src/charts/svg-text.ts';
import { type WarmupData, warmupChart, warmupFrame } from '../../src/charts/warmup.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const box = { width: 800, height: 300, fontSize: 10 };
const palette = paletteOf('light');
const words = {
  yTitle: 'Throughput',
  xTitle: (unit: string) => `time (${unit})`,
  number: String,
  value: (value: number) => `${value}/s`,
  duration: (ns: number) => `${ns / 1e6} ms`,
  cut: (time: string) => `from ${time}`,
  tableCaption: 'caption',
  tableFrom: 'From',
  sentence: ({ cut, total }: Record<string, string>) => `${cut} of ${total}.`,
  line: ({ name, before, after }: Record<string, string>) => `${name}: ${before}, ${after}.`,
  empty: 'nothing',
};
const data = (cutNs: number): WarmupData => ({
  unit: '1/s',
  totalNs: 100e6,
  cutNs,
  lines: [
    { name: 'pool', style: 0, binNs: 25e6, values: [0, 50, 100, 100], before: 25, after: 100 },
    { name: 'shared', style: 1, binNs: 25e6, values: [undefined, 80, 80, 80], before: undefined, after: 80 },
  ],
});

describe('the beginnings of runs', () => {
  it('are drawn with what is left out shaded up to the cut', () => {
    const frame = warmupFrame(data(25e6), box, words);
    const text = toText(warmupChart.draw(data(25e6), box, palette, words));
    expect(frame.x(25e6) - frame.area.left).toBeCloseTo((frame.area.right - frame.area.left) / 4, 6);
    expect(text).toContain('from 25 ms');
    expect(text.match(/<path/g)).toHaveLength(2);
    const shaded = /<rect[^>]*width="([\d.]+)"/.exec(text)?.[1];
    expect(Number(shaded)).toBeCloseTo(frame.x(25e6) - frame.area.left, 0);
  });

  it('write beside the cut where there is room', () => {
    expect(toText(warmupChart.draw(data(10e6), box, palette, words))).toMatch(/start"[^>]*>from 10 ms/);
    expect(toText(warmupChart.draw(data(98e6), box, palette, words))).toMatch(/end"[^>]*>from 98 ms/);
  });

  it('say what is left out, and what that changes', () => {
    expect(warmupChart.describe(data(25e6), words)).toBe(
      '25 ms of 100 ms. pool: 25/s, 100/s. shared: –, 80/s.',
    );
    expect(warmupChart.describe({ ...data(0), lines: [] }, words)).toBe('nothing');
    expect(warmupChart.table(data(0), words).rows[1]).toEqual([25e6, 50, 80]);
  });
});
