import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { spread } from '../../src/charts/marks/end-labels.ts';
import { statePattern } from '../../src/charts/pattern.ts';
import { withKey } from '../../src/charts/pattern-key.ts';
import { GROUPS, groupOf, groupStyle, type PhaseName } from '../../src/charts/phase-groups.ts';
import { toText } from '../../src/charts/svg-text.ts';
import {
  type BreakdownData,
  breakdownKey,
  hasTimes,
  timeBreakdown,
} from '../../src/charts/time-breakdown.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { applyEdits } from '../../src/model/scenario/apply-edits.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { inProcessEngine } from '../support/in-process.ts';
import { breakdownWords as words } from './data.ts';

const box = { width: 480, height: 200, fontSize: 12 };
const palette = paletteOf('light');
const data: BreakdownData = {
  asShare: false,
  sides: [
    {
      id: 'a',
      phases: [
        { phase: 'waitConnection', meanNs: 15_900_000 },
        { phase: 'wireOut', meanNs: 500_000 },
        { phase: 'execute', meanNs: 740 },
        { phase: 'wireBack', meanNs: 500_000 },
      ],
    },
    {
      id: 'b',
      phases: [
        { phase: 'taskQueue', meanNs: 60_000 },
        { phase: 'wireOut', meanNs: 500_000 },
        { phase: 'wireBack', meanNs: 500_000 },
      ],
    },
  ],
};

const NOBODY = { failed: 0, shed: 0, waiting: 0 };

describe('where the time goes', () => {
  it.each([false, true])('is drawn as stacked bars (as shares: %s)', (asShare) => {
    expect(toText(timeBreakdown.draw({ ...data, asShare }, box, palette, words))).toMatchSnapshot();
  });

  it('has a table whose phases add up', () => {
    expect(timeBreakdown.table(data, words)).toMatchSnapshot();
  });

  it('says what takes most', () => {
    expect(timeBreakdown.describe(data, words)).toBe(
      'A: 16.9 ms, waitConnection 94.1%, wireOut 2.96%. B: 1.06 ms, wireOut 47.2%, wireBack 47.2%.',
    );
    expect(timeBreakdown.describe({ asShare: false, sides: [] }, words)).toBe('Counting.');
    const whole = {
      id: 'a',
      phases: [
        { phase: 'fanOut', meanNs: 5e6 },
        { phase: 'execute', meanNs: 0 },
      ],
    } as const;
    expect(timeBreakdown.describe({ asShare: false, sides: [whole] }, words)).toBe('A: 5 ms, fanOut 100%.');
  });

  it('has no times, not times of zero, where nothing was answered', () => {
    const none = {
      id: 'a',
      phases: [{ phase: 'wireOut', meanNs: 0 }],
      leftOut: { ...NOBODY, failed: 664 },
    } as const;
    const [, b] = data.sides;
    if (!b) throw new Error('there are two sides');
    const both = { asShare: false, sides: [none, b] };
    expect(timeBreakdown.describe(both, words)).toMatch(
      /^a: no request was answered\. B: 1\.06 ms, .* A leaves out 664 failed, 0 shed, 0 waiting\.$/i,
    );
    expect(timeBreakdown.table(both, words).rows.every(([, time]) => time === undefined)).toBe(true);
    expect(toText(timeBreakdown.draw(both, box, palette, words))).toContain('A: –');
    expect(hasTimes(both)).toBe(true);
    expect(hasTimes({ asShare: false, sides: [none] })).toBe(false);
  });

  it('does not call waiting for a caller, or pausing, waiting for a connection', () => {
    const shared = {
      id: 'b',
      phases: [
        { phase: 'waitCaller', meanNs: 25_900 },
        { phase: 'backoff', meanNs: 3_000 },
        { phase: 'wireOut', meanNs: 500_000 },
      ],
    } as const;
    const key = breakdownKey({ asShare: false, sides: [shared] }, words).map(({ label }) => label);
    expect(key).toEqual(['waitCaller', 'wire']);
  });

  it('does not call the parts of a split request a round trip', () => {
    const sides = [{ id: 'a', phases: [{ phase: 'fanOut', meanNs: 5e6 }] }] as const;
    expect(breakdownKey({ asShare: false, sides }, words).map(({ label }) => label)).toEqual(['fanOut']);
  });

  it('fills every kind differently, also where the reader has own colours', () => {
    for (const theme of ['light', 'dark', 'forced'] as const) {
      const colours = paletteOf(theme);
      const fills = GROUPS.map((group) => {
        const { colour, pattern } = groupStyle(group, colours);
        return toText(statePattern('fill', colour, colours, pattern));
      });
      expect(new Set(fills).size, theme).toBe(GROUPS.length);
    }
  });

  it('says how many are left out who were not answered, where that makes a difference', () => {
    const [a, b] = data.sides;
    if (!a || !b) throw new Error('there are two sides');
    const sides = [
      { ...a, leftOut: { ...NOBODY, waiting: 192 } },
      { ...b, leftOut: NOBODY },
    ];
    expect(timeBreakdown.describe({ ...data, sides }, words)).toMatch(
      /47\.2%\. A leaves out 0 failed, 0 shed, 192 waiting\.$/,
    );
  });

  it('has a key to its patterns in a file', () => {
    const key = breakdownKey(data, words);
    expect(key.map(({ label }) => label)).toEqual(['waitConnection', 'runnable', 'wire', 'kernel']);
    const text = toText(
      withKey(key, box, palette, (inner) => {
        expect(inner.height).toBeLessThan(box.height);
        return timeBreakdown.draw(data, inner, palette, words);
      }),
    );
    expect(text).toMatch(/^<svg viewBox="0 0 480 200" width="480" height="200">/);
    for (const { pattern, label } of key) {
      expect(text, label).toContain(`<pattern id="${pattern}"`);
      expect(text, label).toMatch(new RegExp(`<rect [^>]*fill="url\\(#${pattern}\\)" />`));
      expect(text, label).toContain(`>${label}</text>`);
    }
    // In as many lines as it takes, inside the box.
    const narrow = toText(
      withKey(key, { ...box, width: 130 }, palette, (inner) =>
        timeBreakdown.draw(data, inner, palette, words),
      ),
    );
    const heights = key.map(({ label }) =>
      Number(new RegExp(`y="([\\d.]+)"[^>]*>${label}</text>\\s*(?:<rect|</svg)`).exec(narrow)?.[1]),
    );
    expect(new Set(heights).size).toBeGreaterThan(1);
    expect(Math.max(...heights)).toBeLessThan(box.height);
  });

  it('knows every phase a real run reports, and they add up to its mean response time', async () => {
    const engine = inProcessEngine();
    const { scenario } = await engine.normalize(JSON.stringify(presetById('lettuce-shared')?.scenario));
    if (!scenario) throw new Error('the preset is not valid');
    await engine.open({ ...scenario, run: { warmupMs: 1, measuredMs: 5 } }, false);
    let summary: Summary | undefined;
    while (!summary) ({ summary } = await engine.finish(50));
    const phases = summary.phases.map(({ phase, time }) => ({ phase, meanNs: (time.meanUs ?? 0) * 1000 }));
    const { rows } = timeBreakdown.table({ asShare: false, sides: [{ id: 'b', phases }] }, words);
    expect(rows.at(-1)?.[1]).toBeCloseTo((summary.responseTime.meanUs ?? 0) * 1000, 3);
  });
});

it('only time on the wire is told as such: a burst that opens connections waits for Redis, too', async () => {
  const engine = inProcessEngine();
  const edits = { 'client.connections.kind': 'perRequest', 'run.warmupMs': 1, 'run.measuredMs': 20 };
  const asked = applyEdits(presetById('jedis-pool-8')?.scenario ?? {}, edits);
  const { scenario } = await engine.normalize(JSON.stringify(asked));
  if (!scenario) throw new Error('the scenario is not valid');
  await engine.open(scenario, false);
  let summary: Summary | undefined;
  while (!summary) ({ summary } = await engine.finish(50));
  const sumUs = (wanted: (phase: PhaseName) => boolean) =>
    summary.phases.reduce((sum, { phase, time }) => sum + (wanted(phase) ? (time.meanUs ?? 0) : 0), 0);
  const { rttUs } = scenario.network;
  const tripsToOpen = 1 + scenario.client.handshakeRoundTrips;
  expect(sumUs((phase) => phase === 'connect')).toBeGreaterThan(1.5 * tripsToOpen * rttUs);
  // Jitter is on top of the round trip.
  expect(sumUs((phase) => groupOf(phase) === 'wire')).toBeLessThan(1.1 * rttUs);
});

describe('the parts charts are made of', () => {
  it('labels keep their distance and stay inside', () => {
    expect(spread([10, 11, 90], 10, 0, 100)).toEqual([10, 20, 90]);
    expect(spread([99, 100], 10, 0, 100)).toEqual([90, 100]);
  });

  it('Chinese characters are as wide as they are high', () => {
    expect(textWidth('中文', 10)).toBe(20);
    expect(textWidth('ab', 10)).toBeLessThan(20);
  });

  it('text in a drawing is text, whatever it contains', () => {
    expect(
      toText({ tag: 'text', attributes: { strokeWidth: 2, fill: undefined }, children: ['<b> & "q"'] }),
    ).toBe('<text stroke-width="2">&lt;b&gt; &amp; &quot;q&quot;</text>');
  });
});
