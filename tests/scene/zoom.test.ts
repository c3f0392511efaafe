import { describe, expect, test } from 'vitest';
import { callsOf, unrecordedUntil } from '../../src/model/analysis/calls.ts';
import { threadStates } from '../../src/model/engine/generated/abi.ts';
import { paintBackdrop } from '../../src/stage/backdrop.ts';
import { callsPlot, paintCalls } from '../../src/stage/calls.ts';
import { paintDenseCalls } from '../../src/stage/calls-density.ts';
import { createDots } from '../../src/stage/dot-columns.ts';
import { contains, overlap, rect } from '../../src/stage/geometry.ts';
import { systemLayout } from '../../src/stage/layout-system.ts';
import { paintFrame } from '../../src/stage/paint.ts';
import { drawLog, measure } from '../support/draw-log.ts';
import { frameAt, LANGUAGES, recordPreset, sceneOf, sceneText } from '../support/scenes.ts';

type Numbers = readonly [number, number, number, number];

const sizes = [
  [360, 480],
  [699, 480],
  [700, 232],
  [1400, 300],
  [1900, 420],
] as const;
const presets = ['jedis-pool-8', 'lettuce-shared', 'one-caller-jedis', 'cluster-spring-mget'] as const;

describe.each(presets)('%s', (preset) => {
  test('as a whole: no word is cut, everything is on the canvas, every request is drawn', async () => {
    const recording = await recordPreset(preset, 2e6, {
      'workload.arrivals.thinkUs': { kind: 'constant', value: 0 },
    });
    const frame = frameAt(recording, 1.5e6);
    for (const language of LANGUAGES) {
      for (const [width, height] of sizes) {
        for (const fontPx of [13, 24]) {
          const layout = systemLayout(recording.layout, width, height, sceneText(language), fontPx);
          for (const { text, x, sizePx } of layout.captions) {
            expect.soft(text, `${width}x${height}`).not.toMatch(/…$/);
            expect.soft(x + measure(text, sizePx, true)).toBeLessThanOrEqual(width + 1);
          }
          for (const { lines, textX } of layout.counters)
            for (const line of lines)
              expect.soft(textX + measure(line, layout.sizePx), line).toBeLessThanOrEqual(width + 1);
          const scene = { ...sceneOf(recording.layout, { language, width, height }), layout };
          const own = { ...scene, dots: createDots(layout) };
          const log = drawLog();
          paintBackdrop(log.ctx, own);
          paintFrame(log.ctx, frame, own, { speed: 0, request: -1 });
          const canvas = { x: 0, y: 0, w: width + 1, h: height + 1 };
          const at = Array.from({ length: frame.requests.count }, (_, i) => [own.dots.x[i], own.dots.y[i]]);
          const outside = at.filter(([x = -1, y = -1]) => !contains(canvas, x, y));
          expect.soft(outside).toEqual([]);
        }
      }
    }
  });
});

test('the calls of a connection are drawn with their names, segments with their bytes, buffers with what is in them', async () => {
  const recording = await recordPreset('jedis-pool-8', 3e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const frame = frameAt(recording, 1.2e6);
  const view = {
    run: recording.layout,
    connection: 0,
    fromNs: 0,
    toNs: 1.2e6,
    chunks: recording.chunksBetween(0, 1.2e6),
  };
  for (const [width, height] of [
    [360, 300],
    [1300, 170],
  ] as const) {
    const log = drawLog();
    const scene = { width, height, sizePx: 12, palette, fills, text, accent: palette.accent.a };
    paintCalls(log.ctx, view, callsOf(view), frame, { ...scene, nameOf: (lane) => `lane ${lane}` });
    const words = log.calls('fillText').map(([content]) => String(content));
    expect(words).toEqual(expect.arrayContaining(['lane 200', 'Query buffer', 'Reply buffer']));
    if (width > 700) expect(words.some((word) => /^\d+ B$/.test(word))).toBe(true);
    for (const [content, x, y] of log.calls('fillText')) {
      expect.soft(y as number, String(content)).toBeLessThanOrEqual(height);
      expect.soft(x as number).toBeGreaterThanOrEqual(0);
    }
  }
});

test('where the show was entered in the middle, what is before is said not to be recorded', async () => {
  const recording = await recordPreset('jedis-pool-8', 12e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const scene = { width: 1300, height: 170, sizePx: 12, palette, fills, text, accent: palette.accent.a };
  const wordsOf = (fromNs: number, keptNs: number) => {
    const chunks = recording.chunksBetween(keptNs, 12e6);
    const view = { run: recording.layout, connection: 0, fromNs, toNs: 12e6, chunks };
    const log = drawLog();
    paintCalls(log.ctx, view, callsOf(view), frameAt(recording, 12e6), { ...scene, nameOf: String });
    return { words: log.calls('fillText').map(([some]) => String(some)), until: unrecordedUntil(view) };
  };
  const entered = wordsOf(2e6, 11e6);
  expect(entered.words).toContain('not recorded');
  expect(entered.until).toBeGreaterThan(2e6);
  for (const whole of [wordsOf(2e6, 0), wordsOf(-4e6, 0)]) {
    expect(whole.words).not.toContain('not recorded');
    expect(whole.until).toBeUndefined();
  }
});

test.each(sizes.slice(0, 4))(
  'where much happens, words stand beside what is drawn, on %d × %d',
  async (width, height) => {
    const recording = await recordPreset('lettuce-shared', 4e6);
    const { palette, fills, text } = sceneOf(recording.layout);
    // More kept than is seen: the line before which nothing is recorded stands in the middle of the picture.
    const chunks = recording.chunksBetween(3.5e6, 4e6);
    const view = { run: recording.layout, connection: 0, fromNs: 3e6, toNs: 4e6, chunks };
    const scene = { width, height, sizePx: 11, palette, fills, text, accent: palette.accent.a };
    const log = drawLog();
    paintCalls(log.ctx, view, callsOf(view), frameAt(recording, 4e6), { ...scene, nameOf: String });
    const bars = log.calls('rect').map(([x, y, w, h]) => rect(...([x, y, w, h] as Numbers)));
    const told = log.calls('fillText').flatMap(([words, x, y]) => {
      if (!/ out ·| back ·| server ·|not recorded/.test(String(words))) return [];
      const [w, isCentred] = [measure(String(words), 11), words === 'not recorded'];
      const middle = (y as number) - (isCentred ? 4 : 0);
      return [{ words, box: rect((x as number) - (isCentred ? w / 2 : 0), middle - 4, w, 8) }];
    });
    expect(told.map(({ words }) => words)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\d+ .*(out|server) · /),
        expect.stringMatching(/ back · /),
      ]),
    );
    for (const { words, box } of told)
      expect
        .soft(
          bars.filter((bar) => overlap(bar, box, 0)),
          String(words),
        )
        .toEqual([]);
  },
);

test('a thread that is idle is as low in the picture of many calls as in the legend', async () => {
  const recording = await recordPreset('lettuce-shared', 4e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const chunks = recording.chunksBetween(2e6, 4e6);
  const view = { run: recording.layout, connection: 0, fromNs: 2e6, toNs: 4e6, chunks };
  const { server } = callsOf(view);
  const row = rect(0, 0, 160, 32);
  const scene = { width: 300, height: 300, sizePx: 11, palette, fills, text, accent: '#000', nameOf: String };
  const log = drawLog();
  paintDenseCalls(log.ctx, server, view, row, scene);
  let [fill, idle] = ['', [] as number[]];
  for (const entry of log.entries) {
    if (entry.startsWith('fillStyle=')) fill = entry.slice('fillStyle='.length);
    if (fill === fills.idle && entry.startsWith('rect('))
      idle = [...idle, Number(entry.slice(5, -1).split(',')[3])];
  }
  expect(idle.length).toBeGreaterThan(40);
  expect(Math.max(...idle)).toBeCloseTo(32 * palette.states.idle.height, 1);
});

test('what is in a buffer stands beside its name or below it, never across the next one', async () => {
  const recording = await recordPreset('lettuce-shared', 12e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const view = {
    run: recording.layout,
    connection: 0,
    fromNs: 0,
    toNs: 2e6,
    chunks: recording.chunksBetween(0, 2e6),
  };
  const contents = callsOf(view);
  for (const [width, height, sizePx] of [
    [1100, 135, 12],
    [1100, 170, 12],
    [1100, 400, 12],
    [380, 300, 12],
    [1800, 300, 24],
  ] as const) {
    for (const timeNs of [0.6e6, 1.2e6, 1.9e6]) {
      const log = drawLog();
      const scene = { width, height, sizePx, palette, fills, text, accent: palette.accent.a };
      paintCalls(log.ctx, view, contents, frameAt(recording, timeNs), { ...scene, nameOf: () => '' });
      const drawn = log
        .calls('fillText')
        .map(([words, x, y]) => ({ words: String(words), x: Number(x), y: Number(y) }));
      const names = drawn.filter(({ words }) => / buffer$/.test(words));
      expect(names.length).toBe(4);
      for (const { words, y } of drawn.filter(({ words }) => /messages?\b|^\d+$|^empty$/.test(words)))
        for (const name of names)
          expect
            .soft(y === name.y || Math.abs(y - name.y) >= sizePx - 1, `${words}, ${name.words}`)
            .toBe(true);
      const rows = drawn.filter(({ words }) => /messages?\b|^\d+$|^empty$/.test(words)).map(({ y }) => y);
      expect(rows.length).toBe(4);
      for (const [i, y] of rows.slice(1).entries())
        expect.soft(y - (rows[i] ?? 0)).toBeGreaterThanOrEqual(sizePx - 1);
    }
  }
});

test('of several segments, those are labelled whose bytes keep a label’s width from all others', async () => {
  const recording = await recordPreset('lettuce-shared', 12e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const [fromNs, toNs] = [11.85e6, 12e6];
  const chunks = recording.chunksBetween(fromNs, toNs);
  const view = { run: recording.layout, connection: 0, fromNs, toNs, chunks };
  const log = drawLog();
  const scene = { width: 1400, height: 260, sizePx: 12, palette, fills, text, accent: palette.accent.a };
  paintCalls(log.ctx, view, callsOf(view), frameAt(recording, toNs), { ...scene, nameOf: String });
  const labels = log
    .calls('fillText')
    .filter(([words]) => /^\d+ B$/.test(String(words)))
    .map(([words, x, y]) => ({ x: Number(x), y: Number(y), w: text.measure(String(words), 11) }));
  expect(labels.length).toBeGreaterThan(5);
  labels.forEach((one, i) => {
    for (const other of labels.slice(i + 1)) {
      const isBeside = Math.abs(one.x - other.x) >= one.w + other.w;
      expect(isBeside || Math.abs(one.y - other.y) >= one.w).toBe(true);
    }
  });
});

test.each([
  [1000, 120, 12],
  // A projector's, and a projector's that is low.
  [1800, 165, 22],
  [1800, 110, 24],
  // Nothing is left between rows that low.
  [1300, 60, 12],
])(
  'the bytes of a segment that has just left are clear of both rows and of the edge, or absent: %d × %d',
  async (width, height, sizePx) => {
    const recording = await recordPreset('jedis-pool-8', 4e6);
    const { palette, fills, text } = sceneOf(recording.layout);
    const scene = { width, height, sizePx, palette, fills, text, accent: palette.accent.a };
    const { plot } = callsPlot(scene);
    const smallPx = sizePx > 20 ? sizePx : sizePx - 1;
    let seen = 0;
    for (let toNs = 1.5e6; toNs < 4e6; toNs += 20_000) {
      const fromNs = toNs - 1e6;
      const view = {
        run: recording.layout,
        connection: 0,
        fromNs,
        toNs,
        chunks: recording.chunksBetween(fromNs, toNs),
      };
      const log = drawLog();
      paintCalls(log.ctx, view, callsOf(view), frameAt(recording, toNs), { ...scene, nameOf: String });
      // The grounds of the rows are drawn first.
      const [above = [], below = []] = log.calls('fillRect').map((box) => box.map(Number));
      for (const [words, x, y] of log.calls('fillText')) {
        if (!/^\d+ B$/.test(String(words))) continue;
        seen++;
        const half = (text.measure(String(words), smallPx) + 6) / 2;
        expect.soft(Number(x) + half, `at ${toNs}`).toBeLessThanOrEqual(plot.x + plot.w + 0.01);
        expect
          .soft(Number(y) - smallPx * 0.7, `at ${toNs}`)
          .toBeGreaterThanOrEqual((above[1] ?? 0) + (above[3] ?? 0));
        expect.soft(Number(y) + smallPx * 0.7, `at ${toNs}`).toBeLessThanOrEqual(below[1] ?? 0);
      }
    }
    if (height > 110) expect(seen).toBeGreaterThan(20);
    if (height === 60) expect(seen).toBe(0);
  },
);

test('segments that would be one surface between low rows are bars, and lines where the rows are far apart', async () => {
  const recording = await recordPreset('lettuce-shared', 12e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const view = {
    run: recording.layout,
    connection: 0,
    fromNs: 11.9e6,
    toNs: 12e6,
    chunks: recording.chunksBetween(11.9e6, 12e6),
  };
  const lines = (height: number, sizePx: number) => {
    const log = drawLog();
    const scene = { width: 1800, height, sizePx, palette, fills, text, accent: palette.accent.b };
    paintCalls(log.ctx, view, callsOf(view), frameAt(recording, 12e6), { ...scene, nameOf: String });
    return log.calls('lineTo').length;
  };
  expect(lines(165, 22)).toBe(0);
  expect(lines(500, 12)).toBeGreaterThan(100);
});

test('how much is drawn is bounded by the width of the picture; more than fits is counted exactly', async () => {
  const recording = await recordPreset('lettuce-shared', 44e6);
  const { palette, fills, text } = sceneOf(recording.layout);
  const toNs = 44e6;
  const scene = { width: 1300, height: 260, sizePx: 12, palette, fills, text, accent: palette.accent.b };
  const drawn = [0.2e6, 1e6, 2e6, 10e6, 40e6].map((ns) => {
    const view = {
      run: recording.layout,
      connection: 0,
      fromNs: toNs - ns,
      toNs,
      chunks: recording.chunksBetween(toNs - ns, toNs),
    };
    const calls = callsOf(view);
    const log = drawLog();
    paintCalls(log.ctx, view, calls, frameAt(recording, toNs), { ...scene, nameOf: String });
    const marks = ['rect', 'fillRect', 'stroke', 'fillText', 'arc'].reduce(
      (sum, name) => sum + log.calls(name).length,
      0,
    );
    const words = log.calls('fillText').map(([some]) => String(some));
    return { calls, marks, words };
  });
  for (const { marks } of drawn) expect(marks).toBeLessThan(4 * scene.width);
  const last = drawn.at(-1);
  if (!last) throw new Error('nothing was drawn');
  const { calls, words } = last;
  expect(calls.segments.length).toBeGreaterThan(5_000);
  const number = (count: number) => count.toLocaleString('en');
  for (const [isBack, way] of [
    [false, 'to the server'],
    [true, 'back'],
  ] as const) {
    const gone = calls.segments.filter((segment) => segment.isBack === isBack);
    const bytes = gone.reduce((sum, segment) => sum + segment.bytes, 0);
    expect(words).toContain(`${number(gone.length)} segments ${way} · ${number(bytes)} B`);
  }
  const inKernel = calls.server.filter(
    ({ isOwn, state }) => isOwn && threadStates[state] === 'kernel',
  ).length;
  expect(words.some((some) => some.startsWith(`${number(inKernel)} system calls`))).toBe(true);
  expect(words.filter((some) => /^\d+ B$/.test(some))).toEqual([]);
});

test.each(LANGUAGES)(
  'as a whole, no dot lies on the numbers of callers, and one caller is said in words: %s',
  async (language) => {
    const many = await recordPreset('cluster-6', 6e5);
    const one = await recordPreset('one-caller-jedis', 4e5);
    const painted = (recording: typeof many, timeNs: number, width: number) => {
      const layout = systemLayout(recording.layout, width, 150, sceneText(language), 13);
      const dots = createDots(layout);
      const scene = { ...sceneOf(recording.layout, { language, width, height: 150 }), layout, dots };
      const log = drawLog();
      const frame = frameAt(recording, timeNs);
      paintFrame(log.ctx, frame, scene, { speed: 0, request: -1 });
      return { layout, dots, count: frame.requests.count, words: log.calls('fillText') };
    };
    for (const width of [825, 900]) {
      let leaving = 0;
      const over: string[] = [];
      for (let timeNs = 5e4; timeNs < 6e5; timeNs += 5e4) {
        const { layout, dots, count } = painted(many, timeNs, width);
        const { form, area } = layout.callers;
        if (form !== 'levels') continue;
        const edge = layout.clientBox.x + layout.clientBox.w;
        for (let i = 0; i < count; i++) {
          const x = dots.x[i] ?? 0;
          if (x < area.x + area.w / 2 || x > edge - layout.dot) continue;
          leaving++;
          if (x - layout.dot < area.x + area.w) over.push(`${x} at ${timeNs}`);
        }
      }
      expect.soft(over).toEqual([]);
      if (width === 825) expect(leaving).toBeGreaterThan(0);
      const waits = painted(one, 3e5, 1_125).words.map(([word]) => String(word));
      expect
        .soft(waits, String(width))
        .toContain(`P ${language === 'en' ? 'waiting for a reply' : '挂起等响应'}`);
    }
  },
);
