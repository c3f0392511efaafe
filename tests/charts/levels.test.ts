import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import {
  type LevelData,
  type LevelWords,
  levelAt,
  levelFrame,
  levelOverTime,
} from '../../src/charts/level-over-time.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { formatDuration, formatNumber } from '../../src/lib/format.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { inProcessEngine } from '../support/in-process.ts';

const words: LevelWords = {
  xTitle: (unit) => `time (${unit})`,
  yTitle: 'requests',
  number: (value) => formatNumber(value, 'en'),
  instant: (ns) => formatDuration(ns, 'en').replace('\u00a0', ' '),
  tableCaption: 'levels',
  tableFrom: 'from',
  sentence: (facts) => `${Object.values(facts).join(' ')}.`,
  reading: ({ time, values }) => `${time}: ${values}`,
  empty: 'nothing',
};
const side = { id: 'a', fromNs: 1e6, binNs: 1e6, means: [1, 4, 2, 0] } as const;
const data: LevelData = { shown: [1e6, 5e6], pointedNs: undefined, selected: undefined, sides: [side] };
const box = { width: 400, height: 200, fontSize: 10 };
const draw = (shown: LevelData) => toText(levelOverTime.draw(shown, box, paletteOf('light'), words));

describe('a level over time', () => {
  it('says of what it is, where there are several of its kind', () => {
    const plain = levelOverTime.describe(data, words);
    const subject = 'Requests at this place: Decoding.';
    expect(levelOverTime.describe(data, { ...words, subject })).toBe(`${subject} ${plain}`);
  });

  it('is a line of steps', () => {
    const path = / d="(M[^"]*)"/.exec(draw(data))?.[1] ?? '';
    // A step has two points.
    expect(path.match(/[ML]/g)).toHaveLength(2 * 4);
  });

  it('shows the part that was zoomed into, and stays inside the plot', () => {
    const zoomed = { ...data, shown: [2e6, 3.5e6] as const };
    const { area } = levelFrame(zoomed, box, words);
    const path = / d="(M[^"]*)"/.exec(draw(zoomed))?.[1] ?? '';
    expect(path.match(/[ML]/g)).toHaveLength(2 * 2);
    const xs = [...path.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
    expect(Math.min(...xs)).toBeCloseTo(area.left, 1);
    expect(Math.max(...xs)).toBeCloseTo(area.right, 1);
    expect(levelOverTime.table(zoomed, words).rows).toEqual([
      [2e6, 4],
      [3e6, 2],
    ]);
    // All of 4, and half of 2.
    expect(levelOverTime.describe(zoomed, words)).toBe('A 3.33 4 false 2 ms.');
  });

  it('has rates as rates', () => {
    expect(levelOverTime.table({ ...data, unit: '1/s' }, words).columns[1]?.unit).toBe('1/s');
    expect(levelOverTime.table(data, words).columns[1]?.unit).toBe('number');
  });

  it('tables every side by its own steps', () => {
    const other = { id: 'b', fromNs: 1.5e6, binNs: 2e6, means: [10, 20] } as const;
    expect(levelOverTime.table({ ...data, sides: [side, other] }, words).rows.slice(0, 4)).toEqual([
      [1e6, 1, undefined],
      [1.5e6, 1, 10],
      [2e6, 4, 10],
      [3e6, 2, 10],
    ]);
  });

  it('says so where a side stays at one level', () => {
    const level = { ...data, sides: [{ ...side, means: [200, 200.0001, 200, 199.9999] }] };
    expect(levelOverTime.describe(level, words)).toBe('A 200 200 true 2 ms.');
    expect(levelOverTime.describe(data, words)).toContain('false');
  });

  it('lights the instant that is pointed at, and only inside the part that is shown', () => {
    expect(levelAt(side, 2.5e6)).toBe(4);
    expect(levelAt(side, 0.5e6)).toBeUndefined();
    expect(draw({ ...data, pointedNs: 2.5e6 })).toContain('<circle');
    expect(draw({ ...data, pointedNs: 9e6 })).not.toContain('<circle');
    expect(draw({ ...data, selected: [2e6, 3e6] })).toContain(paletteOf('light').focus);
  });

  it('marks where what is run was changed, with the sides it holds for', () => {
    const changes = [
      { ns: 2e6, sides: 'A B' },
      { ns: 9e6, sides: 'B' },
    ];
    expect(draw({ ...data, changes })).toContain('▾A B');
    expect(draw({ ...data, changes }), 'the second is not in the part that is shown').not.toContain('▾B');
  });

  it('names a change beside its mark where there is room, and always in its description', () => {
    const change = (ns: number, label: string) => ({ ns, sides: 'B', label, text: `At ${ns} B: ${label}.` });
    const inside = change(1.5e6, 'RTT 12 ms');
    expect(draw({ ...data, changes: [inside] })).toContain('▾B RTT 12 ms');
    const long = change(1.6e6, 'x'.repeat(500));
    const crowded = draw({ ...data, changes: [inside, long] });
    expect(crowded).toContain('▾B RTT 12 ms');
    expect(crowded).not.toContain('xxx');
    expect(levelOverTime.describe({ ...data, changes: [inside, long] }, words)).toContain(
      `At 1500000 B: RTT 12 ms. At 1600000 B: ${'x'.repeat(500)}.`,
    );
    expect(levelOverTime.describe({ ...data, changes: [change(9e9, 'later')] }, words)).not.toContain(
      'later',
    );
  });

  it('has on request a logarithmic axis, on whose beginning empty queues lie', () => {
    const queue = { ...side, means: [0, 1, 10, 100] };
    const heights = (isLogarithmic: boolean) => {
      const { y, area } = levelFrame({ ...data, sides: [queue], isLogarithmic }, box, words);
      return { bottom: area.bottom, at: [0, 1, 10, 100].map(y) };
    };
    const { bottom, at } = heights(true);
    expect(at[0]).toBeCloseTo(bottom, 9);
    expect((at[1] ?? 0) - (at[2] ?? 0)).toBeCloseTo((at[2] ?? 0) - (at[3] ?? 0), 9);
    const linear = heights(false).at;
    expect((linear[2] ?? 0) - (linear[3] ?? 0)).toBeCloseTo(10 * ((linear[1] ?? 0) - (linear[2] ?? 0)), 9);
    // Nobody ever in the queue: still an axis.
    const empty = { ...data, sides: [{ ...side, means: [0, 0, 0, 0] }], isLogarithmic: true };
    expect(draw(empty)).not.toContain('NaN');
  });

  it('has labelled lines for what cannot be exceeded, unless they are out of sight', () => {
    const limits = [
      { id: 'a', value: 5, label: 'near' },
      { id: 'a', value: 5.1, label: 'as near' },
      { id: 'a', value: 500, label: 'far' },
    ] as const;
    const withLimits = { ...words, limits: (labels: readonly string[]) => labels.join(' + ') };
    const text = draw({ ...data, limits });
    expect(text).toContain('>near<');
    expect(text).not.toContain('>far<');
    const heights = [...text.matchAll(/y="([\d.]+)"[^>]*>(?:as )?near</g)].map(([, y]) => Number(y));
    expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeGreaterThanOrEqual(box.fontSize);
    // Above the plot, where no line runs through a name.
    expect(Math.max(...heights)).toBeLessThan(levelFrame({ ...data, limits }, box, words).area.top);
    expect(levelFrame({ ...data, limits }, box, words).y(5.1)).toBeGreaterThan(0);
    expect(levelOverTime.describe({ ...data, limits }, withLimits)).toContain('near + as near + far');
    expect(draw(data)).not.toContain('stroke-dasharray="1 3"');
  });

  it('has the names of limits and of the time whole where it is narrow', () => {
    const label = 'A: 1/D of the main thread of Redis = 45,394/s';
    const xTitle = () => 'Percentile (below it: number of slower requests)';
    const startsAndEnds = (text: string, width: number) => {
      const narrow = { ...box, width };
      const shown = { ...data, limits: [{ id: 'a', value: 5, label }] } as const;
      const drawn = toText(levelOverTime.draw(shown, narrow, paletteOf('light'), { ...words, xTitle }));
      const element = drawn.split('\n').find((line) => line.includes(`>${text}<`)) ?? '';
      const x = Number(/ x="([\d.]+)"/.exec(element)?.[1]);
      const long = textWidth(text, box.fontSize);
      return element.includes('text-anchor="end"') ? [x - long, x] : [x, x + long];
    };
    for (const text of [label, xTitle()])
      for (const width of [300, 320, 400]) {
        const [start = -1, end = width + 1] = startsAndEnds(text, width);
        expect(start, `${text} at ${width}`).toBeGreaterThanOrEqual(0);
        expect(end, `${text} at ${width}`).toBeLessThanOrEqual(width);
      }
  });

  it('is drawn and told before there is anything', () => {
    expect(draw({ ...data, sides: [] })).toContain('<svg');
    expect(levelOverTime.describe({ ...data, sides: [] }, words)).toBe('nothing');
  });
});

describe('levels that the engine counts', async () => {
  const engine = inProcessEngine();
  const open = async () => {
    const preset = presetById('jedis-pool-8')?.scenario as Partial<Scenario>;
    const run = { warmupMs: 2, measuredMs: 20 };
    const { scenario } = await engine.normalize(JSON.stringify({ ...preset, run }));
    if (!scenario) throw new Error('the preset is not valid');
    await engine.open(scenario, false);
  };
  const count = async (budgetMs: number) => {
    await open();
    for (;;) {
      const found = await engine.levels(25, budgetMs);
      if (found) return found;
    }
  };

  it('have the means of the whole run as their means', async () => {
    const found = await count(1000);
    const { summary } = await engine.finish(1000);
    const mean = (values: readonly number[] = []) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(found.inProgress).toHaveLength(25);
    expect(found).toMatchObject({ fromNs: 2e6, binNs: 20e6 / 25 });
    expect(mean(found.inProgress)).toBeCloseTo(summary?.little.meanInProgress ?? 0, 6);
    // The average of the chart is the throughput of the headline.
    expect(found.perSec).toHaveLength(25);
    expect(mean(found.perSec)).toBeCloseTo(summary?.throughput.perSec ?? 0, 6);
    for (const { phase, mean: whole } of summary?.queues ?? [])
      expect(whole === 0 ? 0 : mean(found.queues[phase]), phase).toBeCloseTo(whole, 6);
    // Eight of two hundred have a connection.
    expect(mean(found.queues.waitConnection)).toBeGreaterThan(180);
  });

  it('are the same whatever the slices', async () => {
    expect(await count(0)).toEqual(await count(1000));
  });
});
