import { describe, expect, test } from 'vitest';
import type { RunLayout } from '../../src/model/workers/protocol.ts';
import { describePicked } from '../../src/stage/describe.ts';
import { capacity, cellX, cellY, fillGrid, fitGrid, type Rect, rect } from '../../src/stage/geometry.ts';
import { nodeOf } from '../../src/stage/node-places.ts';
import { cellAt, pick } from '../../src/stage/pick.ts';
import type { SceneLayout } from '../../src/stage/places.ts';
import { slotRect } from '../../src/stage/queues.ts';
import { wrap } from '../../src/stage/text.ts';
import { layoutOf } from '../support/chunks.ts';
import { measure } from '../support/draw-log.ts';
import { LANGUAGES, recordPreset, sceneOf, type TestLanguage, translator } from '../support/scenes.ts';
import { deep } from '../support/tier.ts';

function clusterLanes(callers: number, loops: number, nodes: number): RunLayout['lanes'] {
  return [
    { class: 'caller', count: callers },
    ...(loops > 0 ? [{ class: 'eventLoop', count: loops } as const] : []),
    { class: 'serverMain', count: nodes },
  ];
}

/** As the engine numbers them: a writer and a reader in turn. */
function pairLanes(callers: number, connections: number): RunLayout['lanes'] {
  const pair = [
    { class: 'writer', count: 1 },
    { class: 'reader', count: 1 },
  ] as const;
  return [
    { class: 'caller', count: callers },
    { class: 'serverMain', count: 1 },
    { class: 'carrier', count: 9 },
    ...Array.from({ length: connections }, () => pair).flat(),
  ];
}

const runs = {
  'pool of 8': layoutOf({ callers: 200, connections: 8, clientCores: 8 }),
  'pool of 200': layoutOf({ callers: 200, connections: 200 }),
  'pool of 5000 for 50000': layoutOf({ callers: 50_000, connections: 5_000, clientCores: 256 }),
  'one shared connection': layoutOf({ callers: 200, connections: 1, loops: 8, pooled: false }),
  'one shared connection, with commands that block': layoutOf({
    callers: 200,
    connections: 1,
    loops: 8,
    pooled: false,
    blocks: true,
  }),
  'eight shared connections': layoutOf({ callers: 200, connections: 8, loops: 8, pooled: false }),
  'many loops': layoutOf({ callers: 3_000, connections: 300, loops: 64, pooled: false }),
  'four pairs of writer and reader': layoutOf({
    callers: 200,
    connections: 4,
    pooled: false,
    lanes: pairLanes(200, 4),
  }),
  'thirty pairs of writer and reader': layoutOf({
    callers: 200,
    connections: 30,
    pooled: false,
    lanes: pairLanes(200, 30),
  }),
  'pool on event loops': layoutOf({ callers: 50, connections: 6, loops: 4 }),
  'one caller': layoutOf({ callers: 1, connections: 1, serverCores: 0 }),
  'sixteen callers': layoutOf({ callers: 16, connections: 3 }),
  'five nodes, pools': layoutOf({ callers: 4, connections: 40, lanes: clusterLanes(4, 0, 5) }),
  'five nodes, one connection each': layoutOf({
    callers: 200,
    connections: 5,
    loops: 8,
    pooled: false,
    lanes: clusterLanes(200, 8, 5),
  }),
  'twelve nodes': layoutOf({ callers: 50, connections: 24, lanes: clusterLanes(50, 0, 12) }),
  'a hundred nodes': layoutOf({ callers: 50, connections: 100, lanes: clusterLanes(50, 0, 100) }),
};
const sizes = [
  [360, 480],
  [390, 560],
  [699, 480],
  [700, 232],
  [760, 260],
  [1000, 280],
  [1400, 320],
  [1400, 232],
  [1900, 420],
] as const;

const cases = Object.keys(runs).flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

/** The layouts of a run at every size of canvas and of text. */
const layoutsOf = (name: string, language: TestLanguage): SceneLayout[] =>
  sizes.flatMap(([width, height]) =>
    [13, 24].map(
      (fontPx) => sceneOf(runs[name as keyof typeof runs], { width, height, language, fontPx }).layout,
    ),
  );

const inside = (layout: SceneLayout, x: number, y: number) =>
  x >= -1 && y >= -1 && x <= layout.width + 1 && y <= layout.height + 1;

function checkTexts(layout: SceneLayout): void {
  for (const { text, x, y, sizePx, tone } of layout.captions) {
    expect.soft(text).not.toContain('…');
    expect.soft(sizePx).toBeGreaterThanOrEqual(11);
    expect.soft(inside(layout, x, y), text).toBe(true);
    expect.soft(inside(layout, x + measure(text, sizePx, tone === 'title'), y), text).toBe(true);
  }
  expect(layout.sizePx).toBeGreaterThanOrEqual(11);
  for (const { lines, textX, y, key } of layout.counters) {
    for (const line of lines) {
      expect.soft(line, key).not.toContain('…');
      expect.soft(inside(layout, textX + measure(line, layout.sizePx), y), line).toBe(true);
    }
  }
  for (const { text, x, sizePx, align } of layout.nodes.flatMap(({ ring }) => ring.labels)) {
    const width = measure(text, sizePx, true);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    expect.soft(left).toBeGreaterThanOrEqual(0);
    expect.soft(left + width).toBeLessThanOrEqual(layout.width);
  }
}

function checkPlaces(layout: SceneLayout): void {
  const { clientBox, serverBox, pipes, queue, slots, loops, nodes, callers, backlog } = layout;
  const within = (inner: { x: number; y: number; w: number; h: number }, outer = clientBox) => {
    expect.soft(inner.w).toBeGreaterThan(0);
    expect.soft(inner.h).toBeGreaterThan(0);
    expect.soft(inner.x).toBeGreaterThanOrEqual(outer.x - 1);
    expect.soft(inner.y).toBeGreaterThanOrEqual(outer.y - 1);
    expect.soft(inner.x + inner.w).toBeLessThanOrEqual(outer.x + outer.w + 1.5);
    expect.soft(inner.y + inner.h).toBeLessThanOrEqual(outer.y + outer.h + 1.5);
  };
  within(callers.area);
  if (queue) within(queue.area);
  if (slots) within(slots.area);
  for (const box of loops?.boxes ?? []) within(box);
  within(backlog.area);
  for (const { inbox, outbox, ring, words } of nodes) {
    within(inbox.area, serverBox);
    within(outbox.area, serverBox);
    const { x, y, radius, band } = ring;
    const outer = radius + band / 2;
    within(rect(x - outer, y - outer, 2 * outer, 2 * outer), serverBox);
    if (words) within(rect(words.x, words.y, words.w, 1), serverBox);
  }
  within(pipes.area, rect(0, 0, layout.width, layout.height));
}

function checkSlots(layout: SceneLayout): void {
  const { slots, pipes } = layout;
  if (slots?.form !== 'lanes') return;
  for (let connection = 0; connection < layout.run.connections; connection++) {
    const slot = slotRect(layout, slots, connection);
    const lane = pipes.laneOf[connection] ?? 0;
    const [from, size] = pipes.isTall ? [slot.x - pipes.area.x, slot.w] : [slot.y - pipes.area.y, slot.h];
    expect.soft(from).toBeGreaterThanOrEqual(lane * pipes.step);
    expect.soft(from + size).toBeLessThanOrEqual((lane + 1) * pipes.step);
  }
}

describe.each(cases)('%s, %s', (name, language) => {
  const layouts = layoutsOf(name, language);
  test('no text is cut, small or outside', () => layouts.forEach(checkTexts));
  test('every place lies on the canvas, in its machine', () => layouts.forEach(checkPlaces));
  test('slots stand at their lanes and do not overlap', () => layouts.forEach(checkSlots));
});

test('writers and readers stand at their connections, the writer at the way out; the pointer finds both', () => {
  const frame = { known: true, requests: { count: 0 } } as never;
  for (const connections of [1, 4, 30]) {
    const run = layoutOf({ callers: 20, connections, pooled: false, lanes: pairLanes(20, connections) });
    for (const [width, height] of sizes) {
      const scene = sceneOf(run, { width, height });
      const { loops, queue, slots, others, pipes, counters } = scene.layout;
      if (!loops) throw new Error('writers and readers have no place');
      expect([queue, slots]).toEqual([null, null]);
      expect(others).toHaveLength(9);
      expect(counters.map(({ key }) => key)).toEqual(expect.arrayContaining(['ring', 'clientRead']));
      expect(loops.lanes).toEqual(Array.from({ length: connections }, (_, i) => [30 + 2 * i, 31 + 2 * i]));
      loops.lanes.forEach((lanes, pair) => {
        const { grid, boxes } = loops;
        const box =
          loops.form === 'boxes'
            ? (boxes[pair] as Rect)
            : rect(cellX(grid, pair), cellY(grid, pair), grid.stepX, grid.stepY);
        const across = loops.form === 'boxes' && !pipes.isTall;
        lanes.forEach((lane, i) => {
          const share = 0.25 + 0.5 * i;
          const [x, y] = across
            ? [box.x + box.w / 2, box.y + box.h * share]
            : [box.x + box.w * share, box.y + box.h / 2];
          expect(pick(frame, scene, x, y), `${connections} at ${width}×${height}`).toEqual({
            kind: 'thread',
            lane,
          });
        });
      });
    }
  }
});

/** Pairs on each canvas: every run meets a canvas of both languages; the deep tier has all on all. */
const PAIR_STEP = deep ? 1 : 3;

test('text and dots of runs that are compared have one size', () => {
  let apart = 0;
  const all = Object.values(runs).filter(({ callers }) => callers > 16);
  // Both languages have wide and narrow canvases.
  for (const [index, [width, height]] of sizes.entries()) {
    const language: TestLanguage = index % 2 === 0 ? 'en' : 'zh-CN';
    const at = { language, width, height, fontPx: 24 };
    for (const [i, one] of all.entries()) {
      if (i % PAIR_STEP !== index % PAIR_STEP) continue;
      const other = all[(i + 1) % all.length] as RunLayout;
      const alone = [one, other].map((run) => sceneOf(run, at).layout.sizePx) as [number, number];
      const [a, b] = [sceneOf(one, { ...at, beside: [other] }), sceneOf(other, { ...at, beside: [one] })];
      expect([a.layout.sizePx, b.layout.sizePx]).toEqual([Math.min(...alone), Math.min(...alone)]);
      expect(a.layout.dot).toBe(b.layout.dot);
      if (alone[0] !== alone[1]) apart++;
    }
  }
  expect(apart).toBeGreaterThan(0);
});

test.each(LANGUAGES)('every count says what it counts, %s', (language) => {
  const say = translator(language);
  const frame = { known: true, byPhase: [], callersByState: [], load: [], requests: { count: 0 } } as never;
  for (const [name, run] of Object.entries(runs)) {
    for (const { key } of sceneOf(run).layout.counters) {
      const { values } = describePicked(frame, run, { kind: 'count', count: key });
      const { what, meaning } = values as Record<'what' | 'meaning', { readonly key: string }>;
      for (const message of [what, meaning])
        expect(say(message.key), `${name}, ${key}`).not.toContain(message.key);
    }
  }
});

test('threads of a class without a place of its own stand on their machine, and the pointer finds them', () => {
  const run = layoutOf({
    callers: 20,
    connections: 4,
    lanes: [
      { class: 'caller', count: 20 },
      { class: 'serverMain', count: 1 },
      { class: 'serverSomething' as never, count: 7 },
      { class: 'timer', count: 3 },
    ],
  });
  for (const [width, height] of sizes) {
    const scene = sceneOf(run, { width, height });
    const { others, clientBox, serverBox } = scene.layout;
    expect(others.map(({ lane }) => lane).sort((a, b) => a - b)).toEqual(
      [...Array(10).keys()].map((i) => 21 + i),
    );
    for (const { lane, box } of others) {
      const machine = lane < 28 ? serverBox : clientBox;
      expect(box.x, `${width} ${lane}`).toBeGreaterThanOrEqual(machine.x);
      expect(box.x + box.w).toBeLessThanOrEqual(machine.x + machine.w);
      expect(box.y).toBeGreaterThanOrEqual(machine.y);
      expect(box.y + box.h).toBeLessThanOrEqual(machine.y + machine.h);
      const frame = { known: true, requests: { count: 0 } } as never;
      expect(pick(frame, scene, box.x + box.w / 2, box.y + box.h / 2)).toEqual({ kind: 'thread', lane });
    }
  }
});

test('connections of one event loop lie side by side', () => {
  const { layout } = sceneOf(layoutOf({ callers: 20, connections: 6, loops: 4, pooled: false }));
  expect([...layout.pipes.laneOf]).toEqual([0, 2, 4, 5, 1, 3]);
});

test('cells are found where they are drawn', () => {
  const area = rect(10, 20, 130, 90);
  for (const order of ['rows', 'columnsFromRight', 'rowsFromBottom'] as const) {
    for (const grid of [fitGrid(area, 57, { maxStep: 30, order }), fillGrid(area, 11, order)]) {
      for (let cell = 0; cell < capacity(grid); cell++) {
        const x = cellX(grid, cell) + grid.stepX / 2;
        const y = cellY(grid, cell) + grid.stepY / 2;
        expect(cellAt(grid, x, y)).toBe(cell);
        expect(x > area.x && x < area.x + area.w && y > area.y && y < area.y + area.h).toBe(true);
      }
    }
  }
});

test('lines break between words, and anywhere in Chinese', () => {
  const at12 = (line: string) => measure(line, 12);
  expect(wrap('waiting for a connection', 100, 2, at12)).toEqual(['waiting for a', 'connection']);
  expect(wrap('在套接字缓冲区', 50, 2, at12)).toEqual(['在套接字', '缓冲区']);
  expect(wrap('a b', 500, 2, at12)).toEqual(['a b']);
  expect(wrap('one two three four five', 60, 2, at12)[1]).toMatch(/…$/);
});

const apart = (one: Rect, other: Rect): boolean =>
  one.x + one.w <= other.x + 0.01 ||
  other.x + other.w <= one.x + 0.01 ||
  one.y + one.h <= other.y + 0.01 ||
  other.y + other.h <= one.y + 0.01;

test('every node of a cluster has a place at the end of its lane, and nothing of it covers another', () => {
  for (const name of ['five nodes, pools', 'five nodes, one connection each', 'twelve nodes'] as const) {
    for (const layout of layoutsOf(name, 'en')) {
      const { nodes, pipes, run } = layout;
      if (nodes.length === 1) continue;
      expect(pipes.lanes).toBe(nodes.length);
      const boxes = nodes.flatMap(({ inbox, outbox, ring: { x, y, radius, band } }) => {
        const outer = radius + band / 2;
        return [inbox.area, outbox.area, rect(x - outer, y - outer, 2 * outer, 2 * outer)];
      });
      boxes.forEach((one, i) => {
        for (const other of boxes.slice(i + 1))
          expect.soft(apart(one, other), `${name} ${layout.width}`).toBe(true);
      });
      for (let connection = 0; connection < run.connections; connection++) {
        const lane = pipes.laneOf[connection] ?? -1;
        const node = nodes[nodeOf(run, nodes.length, connection)];
        const at = pipes.isTall ? (node?.ring.x ?? 0) - pipes.area.x : (node?.ring.y ?? 0) - pipes.area.y;
        expect.soft(Math.floor(at / pipes.step), `connection ${connection}`).toBe(lane);
      }
    }
  }
});

test('a cluster with more nodes than there is room for shows the first, and all as bars beside its title', () => {
  for (const { nodes, others, serverBox } of layoutsOf('a hundred nodes', 'en')) {
    expect(nodes).toHaveLength(1);
    expect(others.map(({ lane }) => lane)).toEqual(Array.from({ length: 100 }, (_, i) => 50 + i));
    for (const { box } of others) expect(box.x + box.w).toBeLessThanOrEqual(serverBox.x + serverBox.w);
  }
});

test('rows of connections on a narrow stage keep off the frame of their machine', async () => {
  const { layout: run } = await recordPreset('redis-one-thread', 1e5);
  const { layout } = sceneOf(run, { width: 360, height: 390 });
  const { slots, clientBox } = layout;
  if (slots?.form !== 'cells') throw new Error('there are no cells');
  for (let connection = 0; connection < run.connections; connection++) {
    const { y, h } = slotRect(layout, slots, connection);
    expect(clientBox.y + clientBox.h - (y + h)).toBeGreaterThanOrEqual(3);
  }
});
