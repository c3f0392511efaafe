/** Words on a low canvas in an audience's size: all there, none across another, none outside. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from '../../src/model/playback/frame.ts';
import type { Recording } from '../../src/model/playback/recording.ts';
import { paintBackdrop } from '../../src/stage/backdrop.ts';
import { createDots } from '../../src/stage/dot-columns.ts';
import { systemLayout } from '../../src/stage/layout-system.ts';
import { paintFrame } from '../../src/stage/paint.ts';
import { RING_PARTS } from '../../src/stage/places.ts';
import { layoutOf } from '../support/chunks.ts';
import { type DrawnWords, drawLog, wordsOf } from '../support/draw-log.ts';
import { frameAt, LANGUAGES, recordPreset, sceneOf, translator } from '../support/scenes.ts';

/** Widths and heights that the stage has: a laptop, a projector, with and without a banner above; size of the text around. */
const CANVASES = [
  [1080, 168, 13],
  [1080, 220, 13],
  [1420, 192, 13],
  [1880, 192, 24],
  [1880, 240, 24],
  [1880, 300, 24],
] as const;

const SYSTEMS: Readonly<Record<string, Record<string, unknown>>> = {
  'jedis-pool-8': {},
  'lettuce-shared': {},
  'one-caller-jedis': {},
  'go-redis': { 'workload.arrivals.callers': 12 },
  'pool-in-bursts': {},
  'node-redis-50k': {},
  'jedis-pool-50': { 'workload.arrivals.callers': 20_000 },
  'topology-any-node': {},
  'cluster-6': {},
  'jedis-pool-250': { 'client.connections': { kind: 'perRequest' } },
};

/** What is wrong with drawn words: outside the canvas, or across another. */
function overlapsOf(drawn: readonly DrawnWords[], width: number, height: number, language: string): string[] {
  return drawn.flatMap((one, i) => {
    const isInside = one.x >= 0 && one.x + one.w <= width + 1 && one.y + one.h <= height;
    const others = drawn
      .slice(i + 1)
      .filter(
        (other) =>
          one.x + one.w > other.x &&
          other.x + other.w > one.x &&
          one.y + one.h > other.y &&
          other.y + other.h > one.y,
      );
    return [
      ...(isInside ? [] : [`${language}: "${one.words}" is outside`]),
      ...others.map(({ words }) => `${language}: "${one.words}" across "${words}"`),
    ];
  });
}

describe.each(Object.entries(SYSTEMS))('%s', (preset, changes) => {
  let recording: Recording;
  let frame: Frame;
  beforeAll(async () => {
    recording = await recordPreset(preset, 3e6, changes);
    frame = frameAt(recording, 2.5e6);
  });

  test.each(CANVASES)('on %i × %i pixels beside text of %i', (width, height, fontPx) => {
    for (const language of LANGUAGES) {
      const t = translator(language);
      for (const arrange of [undefined, systemLayout]) {
        const parts = sceneOf(recording.layout, { language, width, height, fontPx });
        const layout = arrange?.(recording.layout, width, height, parts.text, fontPx) ?? parts.layout;
        const scene = { ...parts, layout, dots: createDots(layout) };
        const log = drawLog();
        paintBackdrop(log.ctx, scene);
        paintFrame(log.ctx, frame, scene, { speed: 0, request: -1 });
        const drawn = wordsOf(log);
        // Nodes say beside their rings what they are at.
        for (const part of layout.nodes.length > 1 ? [] : RING_PARTS)
          expect.soft(drawn.map(({ words }) => words)).toContain(t(`stage.ring.${part}`));
        expect.soft(overlapsOf(drawn, width, height, language)).toEqual([]);
      }
    }
  });
});

test('threads without a place of their own are named, below the counts where a title leaves no room', async () => {
  const { layout: run } = await recordPreset('cluster-spring-mget', 1e6);
  const named = (language: (typeof LANGUAGES)[number], width: number, height: number) =>
    sceneOf(run, { language, width, height }).layout.captions.map(({ text }) => text);
  for (const [width, height] of [
    [785, 165],
    [785, 220],
    [1240, 168],
    [1880, 240],
    [360, 520],
  ] as const) {
    expect.soft(named('en', width, height)).toContain('workers');
    expect.soft(named('zh-CN', width, height)).toContain('工作线程');
  }
});

test('many of them stand below the counts, too, so that each is seen, and narrower where their names then have room', async () => {
  const { layout: run } = await recordPreset('go-redis', 1e6);
  const othersAt = (width: number) => {
    const { captions, counters, others } = sceneOf(run, { width, height: 200 }).layout;
    expect(others.length).toBeGreaterThan(8);
    for (const { box } of others) {
      expect(box.w).toBeGreaterThanOrEqual(4);
      expect(box.y).toBeGreaterThan(Math.max(...counters.map(({ y }) => y)));
    }
    return { first: others[0]?.box, name: captions.find(({ text }) => text === 'Go threads · sysmon') };
  };
  expect(othersAt(785).name).toBeUndefined();
  const { first, name } = othersAt(1200);
  expect(name?.x).toBeLessThan(first?.x ?? 0);
});

test('beside a title they keep a distance from it, an audience’s size included', async () => {
  const near: string[] = [];
  for (const preset of ['go-pool-8', 'go-redis', 'rueidis', 'cluster-spring-mget', 'pool-in-bursts']) {
    const { layout: run } = await recordPreset(preset, 1e6);
    for (const language of LANGUAGES)
      for (const [width, height, fontPx] of [
        [1868, 328, 25],
        [1868, 240, 25],
        [1410, 220, 15],
        [1000, 200, 15],
        [785, 165, 15],
        [360, 520, 15],
      ] as const) {
        const { text, layout } = sceneOf(run, { language, width, height, fontPx });
        for (const { box } of layout.others)
          for (const { text: words, x, y, sizePx, tone, align } of layout.captions) {
            if (align !== 'left' || y < box.y || y > box.y + box.h + 1 || x > box.x) continue;
            const gap = box.x - x - text.measure(words, sizePx, tone === 'title');
            if (gap < sizePx * 0.5) near.push(`${preset} ${language} ${width}×${height}: ${words} ${gap}`);
          }
      }
  }
  expect([...new Set(near)]).toEqual([]);
});

test('on a phone two counts side by side keep a distance', async () => {
  const near: string[] = [];
  for (const preset of ['slow-neighbour', 'jedis-pool-8', 'pool-in-bursts', 'node-redis', 'rueidis']) {
    const { layout: run } = await recordPreset(preset, 1e6);
    for (const language of LANGUAGES)
      for (let width = 300; width < 700; width += 10) {
        const { text, layout } = sceneOf(run, { language, width, height: 437, fontPx: 13 });
        const { counters, sizePx } = layout;
        for (const one of counters)
          for (const other of counters) {
            if (other.y !== one.y || other.numberX <= one.numberX) continue;
            const most = text.count(10 ** String(run.callers).length - 1);
            const end = one.textX + Math.max(...one.lines.map((line) => text.measure(line, sizePx)));
            const gap = other.numberX - text.measure(most, sizePx, true) - end;
            if (gap < sizePx * 0.5) near.push(`${preset} ${language} ${width}: ${one.lines} ${gap}`);
          }
      }
  }
  expect(near).toEqual([]);
});

test('a title keeps off the edge of its machine, where connections begin', async () => {
  const { layout: run } = await recordPreset('topology-any-node', 1e6);
  for (const language of LANGUAGES)
    for (const [width, height, fontPx] of [
      [1868, 328, 25],
      [1868, 310, 25],
      [1410, 220, 15],
      [785, 165, 15],
    ] as const) {
      const { text, layout } = sceneOf(run, { language, width, height, fontPx });
      const edge = layout.clientBox.x + layout.clientBox.w;
      for (const { text: words, x, sizePx, tone } of layout.captions)
        if (tone === 'title' && x < edge)
          expect.soft(edge - x - text.measure(words, sizePx, true), words).toBeGreaterThan(sizePx * 0.4);
    }
});

test('what a ring and bars are is said where a cluster has more nodes than places', async () => {
  const { layout: run } = await recordPreset('topology-any-node', 1e6, { 'server.nodes': 16 });
  for (const [width, height] of [
    [785, 165],
    [1240, 168],
    [1880, 240],
    [360, 520],
  ] as const) {
    const said = (language: (typeof LANGUAGES)[number]) =>
      sceneOf(run, { language, width, height })
        .layout.captions.map(({ text }) => text)
        .join(' ');
    expect.soft(said('en')).toContain('Ring: node 1 · bars above: all 16');
    expect.soft(said('zh-CN').replaceAll(' ', '')).toContain('圆环：节点1·上方小条：全部16个');
  }
  const { layout: five } = await recordPreset('cluster-spring-mget', 1e6);
  expect(
    sceneOf(five)
      .layout.captions.map(({ text }) => text)
      .join(),
  ).not.toContain('Ring');
});

test('of a text for which there is no room at all, no empty line is kept', () => {
  const { text } = sceneOf(layoutOf());
  expect(text.lines('read()', 12, 11)).toEqual([]);
  expect(text.lines('read()', 1, 11)).toEqual([]);
  // Nor is a Chinese word written downwards.
  expect(text.lines('空闲', 15, 11)).toEqual([]);
  expect(text.lines('下一个客户端', 40, 11)).toEqual(['下一个', '客户端']);
  expect(text.lines('read()', 80, 11)).toEqual(['read()']);
});

/** The canvas of a phone of 360 × 640, on which the whole way to Redis is in sight. */
test.each(['jedis-pool-8', 'lettuce-shared', 'cluster-3'])(
  'on the lowest phone no word of %s stands across another',
  async (preset) => {
    const recording = await recordPreset(preset, 3e6);
    const [width, height] = [330, 277];
    for (const language of LANGUAGES) {
      const scene = sceneOf(recording.layout, { language, width, height, fontPx: 12.2 });
      const log = drawLog();
      paintBackdrop(log.ctx, scene);
      paintFrame(log.ctx, frameAt(recording, 2.5e6), scene, { speed: 0, request: -1 });
      expect.soft(overlapsOf(wordsOf(log), width, height, language)).toEqual([]);
    }
  },
);
