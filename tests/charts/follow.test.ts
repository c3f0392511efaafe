/** The drawings of one request and of core time: what they say must be what they were given. */
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/charts/chart.ts';
import { type FlameData, type FlameWords, flame } from '../../src/charts/flame.ts';
import { flameNodes, flameRects } from '../../src/charts/flame-nodes.ts';
import { withKey } from '../../src/charts/pattern-key.ts';
import { type SpaceTimeData, type SpaceTimeWords, spaceTime } from '../../src/charts/space-time.ts';
import { toText } from '../../src/charts/svg-text.ts';
import {
  areaOf,
  type SwimLaneData,
  type SwimLaneWords,
  swimLane,
  swimLaneKey,
} from '../../src/charts/swim-lane.ts';
import {
  type ThreadStatesData,
  type ThreadStatesWords,
  threadStates,
  threadStatesKey,
} from '../../src/charts/thread-states.ts';
import { formatDuration, formatNumber } from '../../src/lib/format.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const palette = paletteOf('light');
const box = { width: 600, height: 220, fontSize: 12 };
const number = (value: number) => formatNumber(value, 'en');
const duration = (ns: number) => formatDuration(ns, 'en').replace('\u00a0', ' ');
const percent = (share: number) => `${number(share * 100)}%`;
const axis = { xTitle: (unit: string) => `time (${unit})`, number };
const stretch = { fromNs: 900, toNs: 3100, zeroNs: 1000 };
const way = {
  id: 7,
  legs: [
    { phase: 'waitConnection', fromNs: 1000, toNs: 1500 },
    { phase: 'wireOut', fromNs: 1500, toNs: 2000 },
    { phase: 'execute', fromNs: 2000, toNs: 2100 },
    { phase: 'wireBack', fromNs: 2100, toNs: 2600 },
  ],
} as const;

describe('space and time', () => {
  const words: SpaceTimeWords = {
    ...axis,
    place: (place) => place,
    phase: (phase) => phase,
    duration,
    tableCaption: 'ways',
    tablePhase: 'phase',
    tableFrom: 'from',
    tablePlace: 'place',
    tableTime: 'time',
    parts: ({ request, total, count, most }) => `${request}: ${total}, ${count} parts, ${most} at once.`,
    part: ({ number: place, phase }) => `${place} ${phase}`,
    sentence: ({ request, out, back, total }) => `${request}: ${total}, ${out} out, ${back} back.`,
    neighbours: ({ count, most, connection, omitted }) =>
      `${count} on ${connection}, ${most} at once, ${omitted} not drawn.`,
  };
  const data: SpaceTimeData = {
    ...stretch,
    side: 'a',
    followed: way,
    connection: 3,
    neighbours: [
      { id: 8, legs: way.legs.map((leg) => ({ ...leg, fromNs: leg.fromNs + 200, toNs: leg.toNs + 200 })) },
    ],
    omitted: 4,
    most: 2,
    parts: [],
  };

  it('slants what travels, dashes what waits, and draws neighbours first', () => {
    const text = toText(spaceTime.draw(data, box, palette, words));
    expect(text.indexOf('#8')).toBeLessThan(text.indexOf('#7'));
    const paths = [...text.matchAll(/<path d="([^"]*)"[^>]*?(stroke-dasharray="[^"]*")?/g)].map(
      ([, d]) => d ?? '',
    );
    expect(paths.length).toBe(4);
    // The way out goes down to another place, the wait stays where it is.
    expect(paths[2]).toMatch(/M[\d.]+ ([\d.]+)L[\d.]+ (?!\1)/);
    expect(paths[3]).toMatch(/^M[\d.]+ ([\d.]+)L[\d.]+ \1$/);
    expect(text).toContain('wireOut 500 ns');
  });

  it('names a change of the system on the axis of time, and says it', () => {
    const changes = [{ ns: data.fromNs + 1, sides: 'B', label: 'RTT 4 ms', text: 'B changes: RTT.' }];
    const text = toText(spaceTime.draw({ ...data, changes }, box, palette, words));
    expect(text).toContain('▾B RTT 4 ms');
    expect(spaceTime.describe({ ...data, changes }, words)).toMatch(/ B changes: RTT\.$/);
    const late = [{ ...changes[0], ns: data.toNs - 1, sides: 'B' }];
    const crowded = toText(spaceTime.draw({ ...data, changes: late }, box, palette, words));
    // The mark stands at the end of the axis, where the title otherwise is.
    expect(crowded).toMatch(/text-anchor="end"[^>]*>▾B RTT 4 ms/);
    expect(crowded).toMatch(/text-anchor="start"[^>]*>time \(µs\)/);
  });

  it('on a narrow drawing, what the way back takes stands below what the way out takes', () => {
    const heights = (width: number) => {
      const text = toText(spaceTime.draw(data, { ...box, width }, palette, words));
      return ['wireOut', 'wireBack'].map((phase) =>
        Number(new RegExp(`<text[^>]* y="([\\d.]+)"[^>]*>${phase} 500 ns`).exec(text)?.[1]),
      );
    };
    const drawn = [600, 650, 700, 1200, 1400].map(heights).filter((both) => both.every(Number.isFinite));
    const apart = drawn.map(([out = 0, back = 0]) => back - out);
    expect(apart.filter((distance) => distance !== 0 && distance < box.fontSize)).toEqual([]);
    expect(apart[0]).toBeGreaterThan(0);
    expect(apart.at(-1)).toBe(0);
  });

  it('leaves its lines clear of what is written beside them, and the title of its axis whole', () => {
    let apart = 0;
    for (const width of [520, 600, 650, 700, 1200]) {
      const text = toText(spaceTime.draw(data, { ...box, width }, palette, words));
      const attributes = (pattern: string) => {
        const tag = new RegExp(`<text[^>]*>${pattern}`).exec(text)?.[0] ?? '';
        return [Number(/ x="([\d.]+)/.exec(tag)?.[1]), Number(/ y="([\d.]+)/.exec(tag)?.[1])] as const;
      };
      expect(attributes('time \\(')[1] + box.fontSize * 0.24).toBeLessThanOrEqual(box.height);
      // Both diagonals as the path has them, long and slanted.
      const lines = [...text.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((line) =>
        line.slice(1).map(Number),
      );
      for (const [phase, side] of [
        ['wireOut', 1],
        ['wireBack', -1],
      ] as const) {
        const label = `${phase} 500 ns`;
        const [x, y] = attributes(label);
        if (!Number.isFinite(x)) continue;
        const from = side > 0 ? x : x - textWidth(label, box.fontSize);
        const to = from + textWidth(label, box.fontSize);
        for (const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] of lines.slice(-4)) {
          if (y0 === y1) continue;
          for (const at of [y - box.fontSize * 0.7, y]) {
            const crossing = x0 + ((at - y0) / (y1 - y0)) * (x1 - x0);
            expect.soft(crossing < from || crossing > to, `${phase} at ${width}`).toBe(true);
            apart++;
          }
        }
      }
    }
    expect(apart).toBeGreaterThan(10);
  });

  it('says the same in words and in figures', () => {
    expect(spaceTime.describe(data, words)).toBe(
      '#7: 1.6 µs, 500 ns out, 500 ns back. 5 on 3, 2 at once, 4 not drawn.',
    );
    expect(spaceTime.table(data, words).rows[1]).toEqual(['wireOut', 500, 'clientSocket', 500]);
  });

  it('shows the parts of a batch on the nodes as thinner lines of its colour, in the table below its own', () => {
    const whole = { id: 7, legs: [{ phase: 'fanOut', fromNs: 1000, toNs: 2600 }] } as const;
    const batch = { ...data, followed: whole, neighbours: [], connection: 0, parts: [way, way] };
    const text = toText(spaceTime.draw(batch, box, palette, words));
    const widths = [...text.matchAll(/<path [^>]*stroke="([^"]*)"[^>]*stroke-width="([^"]*)"/g)];
    expect(new Set(widths.map(([, stroke]) => stroke))).toEqual(new Set([palette.accent.a]));
    expect(widths.map(([, , width]) => Number(width))).toEqual([1.4, 1.4, 1.4, 1.4, 3, 3]);
    expect(spaceTime.describe(batch, words)).toBe('#7: 1.6 µs, 2 parts, 2 at once.');
    const { rows } = spaceTime.table(batch, words);
    expect(rows).toHaveLength(1 + 2 * way.legs.length);
    expect(rows[2]).toEqual(['1 wireOut', 500, 'clientSocket', 500]);
    expect(rows[6]).toEqual(['2 wireOut', 500, 'clientSocket', 500]);
  });
});

describe('lanes', () => {
  const words: SwimLaneWords = {
    ...axis,
    duration,
    percent,
    tableCaption: 'lanes',
    tableLane: 'lane',
    tableWhat: 'what',
    tableFrom: 'from',
    tableTime: 'time',
    sentence: ({ lanes, own, share }) => `${lanes}: ${own}, ${share}.`,
    joiner: ', ',
  };
  const data: SwimLaneData = {
    ...stretch,
    side: 'b',
    lanes: [
      {
        name: 'request',
        isLabelled: true,
        spans: [{ fromNs: 1000, toNs: 2600, state: 'wire', isOwn: true, name: 'wire' }],
      },
      {
        name: 'Redis',
        isLabelled: false,
        spans: [
          { fromNs: 1900, toNs: 2000, state: 'kernel', isOwn: true, name: 'read()' },
          { fromNs: 2200, toNs: 2500, state: 'user', isOwn: false, name: 'execute' },
          { fromNs: 2500, toNs: 9000, state: 'idle', isOwn: false, name: 'idle' },
        ],
      },
    ],
  };

  it('set off what was done for the request', () => {
    const text = toText(swimLane.draw(data, box, palette, words));
    expect(text).toContain('<title>read(): 100 ns</title>');
    expect(text.match(/opacity="0.32"/g)?.length).toBe(2);
    expect(swimLane.table(data, words).rows).toEqual([
      ['request', 'wire', 0, 1600],
      ['Redis', 'read()', 900, 100],
    ]);
    expect(swimLane.describe(data, words)).toBe('Redis: 100 ns, 25%.');
  });

  it('have a key to the patterns that are drawn', () => {
    const key = swimLaneKey(data, palette, (state) => `all ${state}`);
    expect(key.map(({ label }) => label)).toEqual(['all user', 'all kernel', 'all idle', 'all wire']);
    const text = toText(withKey(key, box, palette, (inner) => swimLane.draw(data, inner, palette, words)));
    for (const { pattern } of key) expect(text).toContain(`<pattern id="${pattern}"`);
  });

  it('have room for their names, of which the bold one is wider, and squeeze a name rather than cut it', () => {
    const named = (name: string) => ({ ...data, lanes: data.lanes.map((lane) => ({ ...lane, name })) });
    const short = named('request #87');
    // Bold digits and letters are up to two thirds of an em wide; half an em stays beside the lane.
    expect(areaOf(box, short).left).toBeGreaterThan(12 * ('request #87'.length * 0.65 + 0.5));
    expect(toText(swimLane.draw(short, box, palette, words))).not.toContain('textLength');
    const narrow = { ...box, width: 240 };
    const { left } = areaOf(narrow, named('wire back, connection 12'));
    expect(left).toBe(96);
    const text = toText(swimLane.draw(named('wire back, connection 12'), narrow, palette, words));
    expect(text).toContain(`textLength="${left - 12}" lengthAdjust="spacingAndGlyphs"`);
  });
});

describe('threads over time', () => {
  const words: ThreadStatesWords = {
    ...axis,
    state: (state) => state,
    className: (name, count) => `${count} ${name}`,
    percent,
    tableCaption: 'threads',
    tableThread: 'thread',
    sentence: ({ threads, first, firstShare, second, secondShare }) =>
      `${threads}: ${first} ${firstShare}, ${second} ${secondShare}`,
    whole: (classes) => `${classes.join('; ')}.`,
    empty: 'nothing',
  };
  const data: ThreadStatesData = {
    fromNs: 0,
    toNs: 1000,
    zeroNs: 0,
    rows: [
      {
        name: 'T1',
        class: 'caller',
        threads: 1,
        times: [
          { state: 'user', ns: 250 },
          { state: 'waitReply', ns: 750 },
        ],
        areas: () => [
          { state: 'user', fromNs: 0, toNs: 250, low: 0, high: 1 },
          { state: 'waitReply', fromNs: 250, toNs: 1000, low: 0, high: 0.25 },
        ],
      },
      {
        name: 'others',
        class: 'caller',
        threads: 3,
        times: [{ state: 'waitReply', ns: 3000 }],
        areas: () => [],
      },
    ],
  };

  it('are told by class, with every thread counted, and tabled exactly', () => {
    expect(threadStates.describe(data, words)).toBe('4 caller: waitReply 93.8%, user 6.25%.');
    expect(threadStates.table(data, words).rows).toEqual([
      ['T1', 250, 750],
      ['others', 0, 3000],
    ]);
    expect(toText(threadStates.draw(data, box, palette, words))).toContain('url(#thread-waitReply)');
  });

  it('have a key to the patterns and heights that are drawn', () => {
    const key = threadStatesKey(data, palette, (state) => `all ${state}`);
    expect(key).toEqual([
      { pattern: 'thread-user', label: 'all user', height: 1 },
      { pattern: 'thread-waitReply', label: 'all waitReply', height: palette.states.waitReply.height },
    ]);
    const text = toText(
      withKey(key, box, palette, (inner) => threadStates.draw(data, inner, palette, words)),
    );
    for (const { pattern, height = 1 } of key)
      expect(text).toMatch(new RegExp(`height="${box.fontSize * height}" fill="url\\(#${pattern}\\)"`));
  });
});

describe('the flame', () => {
  const words: FlameWords = {
    root: (side, time) => `${side} ${time}`,
    className: (name) => name,
    state: (name) => name,
    activity: (name) => name,
    duration,
    percent,
    tableCaption: 'cpu',
    tableWhat: 'what',
    tableTime: 'time',
    tableShare: 'share',
    path: (names) => names.join(' > '),
    sentence: ({ side, total, first, firstShare, kernelShare }) =>
      `${side} ${total}: ${first} ${firstShare}, kernel ${kernelShare}.`,
    empty: 'nothing',
  };
  const data: FlameData = {
    pointed: undefined,
    sides: [
      {
        id: 'a',
        times: [
          { class: 'caller', state: 'user', activity: 'encode', ns: 100 },
          { class: 'caller', state: 'kernel', activity: 'write', ns: 500 },
          { class: 'serverMain', state: 'kernel', activity: 'read', ns: 200 },
          { class: 'serverMain', state: 'user', activity: 'execute', ns: 200 },
        ],
      },
      { id: 'b', times: [{ class: 'eventLoop', state: 'switch', activity: 'none', ns: 500 }] },
    ],
  };

  it('has parts that add up to what is below them', () => {
    const nodes = flameNodes(data.sides);
    nodes.forEach(({ ns, depth }, at) => {
      const parts = nodes.filter(({ parent }) => parent === at);
      if (depth < 2) expect(parts.reduce((total, part) => total + part.ns, 0)).toBe(ns);
      else if (parts.length > 0) expect(parts.reduce((total, part) => total + part.ns, 0)).toBe(ns);
    });
    const rects = flameRects(data.sides, nodes, box);
    const of = (side: string) =>
      rects[nodes.findIndex((node) => node.side === side && node.depth === 0)]?.w ?? 0;
    expect(of('b') / of('a')).toBeCloseTo(0.5, 9);
  });

  it('compares parts of one row: a switch, which has nothing above it, is not the largest beside a kernel that is at two things', () => {
    const times = [
      { class: 'caller', state: 'switch', activity: 'none', ns: 200 },
      { class: 'caller', state: 'kernel', activity: 'write', ns: 190 },
      { class: 'caller', state: 'kernel', activity: 'read', ns: 170 },
      { class: 'serverMain', state: 'kernel', activity: 'write', ns: 190 },
      { class: 'serverMain', state: 'user', activity: 'execute', ns: 250 },
    ] as const;
    const said = flame.describe({ sides: [{ id: 'a', times }], pointed: undefined }, words);
    expect(said).toBe('A 1 µs: caller > kernel 36%, kernel 55%.');
  });

  it('says what takes most', () => {
    expect(flame.describe(data, words)).toBe(
      'A 1 µs: caller > kernel 50%, kernel 70%. B 500 ns: eventLoop > switch 100%, kernel 0%.',
    );
    expect(flame.table(data, words).rows[3]).toEqual(['A · caller > kernel > write', 500, 0.5]);
    expect(flame.describe({ sides: [], pointed: undefined }, words)).toBe('nothing');
    expect(toText(flame.draw(data, box, palette, words))).toContain('<title>write: 500 ns</title>');
  });
});
