/** What would flash at a fast playback is drawn as its mean; while paused, and at slow speeds, the instant is drawn. */
import { beforeAll, expect, test } from 'vitest';
import type { Recording } from '../../src/model/playback/recording.ts';
import { BINS, createMeans, PHASES } from '../../src/stage/means.ts';
import { type Moment, paintFrame } from '../../src/stage/paint.ts';
import type { Means, Scene } from '../../src/stage/places.ts';
import { mainLane, ringPart } from '../../src/stage/server.ts';
import { countAt } from '../../src/stage/stations.ts';
import { drawLog } from '../support/draw-log.ts';
import { frameAt, recordPreset, sceneOf } from '../support/scenes.ts';

/** Model ns per second on screen at which the stage of this pair flashed. */
const FAST = 2_000_000;
const FRAMES_PER_S = 60;

let shared: Recording;
let pool: Recording;
beforeAll(async () => {
  shared = await recordPreset('lettuce-shared', 6e6);
  pool = await recordPreset('jedis-pool-8', 6e6);
});

type Played = Scene & { readonly means: Means };
const playedScene = ({ layout }: Recording, isReduced = false): Played => {
  const scene = sceneOf(layout, { isReduced });
  return { ...scene, means: createMeans(scene.layout) };
};

/** Paints the frames of some seconds on screen, from 2 ms on, and lists what is drawn in each. */
function play(recording: Recording, scene: Scene, seconds: number, moment: Partial<Moment> = {}) {
  const logs: ReturnType<typeof drawLog>[] = [];
  const frames: ReturnType<typeof frameAt>[] = [];
  const speed = moment.speed ?? FAST;
  for (let i = 0; i < seconds * FRAMES_PER_S; i++) {
    const log = drawLog();
    const frame = frameAt(recording, 2e6 + (i * speed) / FRAMES_PER_S);
    paintFrame(log.ctx, frame, scene, { speed, request: -1, isPlaying: true, ...moment });
    logs.push(log);
    frames.push(frame);
  }
  return { logs, frames };
}

/** Number of changes of direction of at least `change` in a series: two of them are a flash. */
function turns(series: readonly number[], change: number): number {
  let [level = 0] = series;
  let [sign, count] = [0, 0];
  for (const value of series) {
    const step = value - level;
    if (Math.sign(step) === sign) level = value;
    else if (Math.abs(step) >= change) {
      count++;
      sign = Math.sign(step);
      level = value;
    }
  }
  return count;
}

const dotsIn = ({ logs }: ReturnType<typeof play>, { layout }: Scene): number[] =>
  logs.map(
    (log) =>
      log.calls('arc').filter(([x, , radius]) => radius === layout.dot && (x as number) > layout.pipes.area.x)
        .length,
  );

test('a crowd on the wire is a strip of mean density: its bins do not flash, and add up to the mean number of requests', () => {
  const scene = playedScene(shared);
  const { means } = scene;
  const bins: number[][] = [];
  const exact: number[][] = [];
  let counted = 0;
  const seconds = 1.5;
  for (let i = 0; i < seconds * FRAMES_PER_S; i++) {
    const frame = frameAt(shared, 2e6 + (i * FAST) / FRAMES_PER_S);
    paintFrame(drawLog().ctx, frame, scene, { speed: FAST, request: -1, isPlaying: true });
    bins.push([...means.wire.subarray(0, BINS)]);
    const own = playedScene(shared);
    paintFrame(drawLog().ctx, frame, own, { speed: FAST, request: -1, isPlaying: true });
    // The first frame of new means is the instant itself.
    exact.push([...own.means.wire.subarray(0, BINS)]);
    if (i >= FRAMES_PER_S) counted += countAt(frame, 'wireOut');
  }
  const middle = BINS / 2;
  const of = (rows: readonly number[][]) =>
    turns(
      rows.map((row) => row[middle] as number),
      1.5,
    );
  expect(of(exact)).toBeGreaterThan(6 * seconds);
  expect(of(bins)).toBeLessThan(3);
  const sum = (bins.at(-1) as number[]).reduce((all, bin) => all + bin, 0);
  expect(sum / (counted / (FRAMES_PER_S / 2))).toBeCloseTo(1, 1);
});

test('no request of a crowd is a single dot on the wire or in a queue; the connections of a pool keep their dots', () => {
  const crowd = playedScene(shared);
  const { frames } = play(shared, crowd, 0.5);
  const last = frames.at(-1);
  expect(last && countAt(last, 'wireOut')).toBeGreaterThan(50);
  expect(Math.max(...dotsIn(play(shared, playedScene(shared), 0.5), crowd))).toBeLessThan(20);
  const few = playedScene(pool);
  expect(few.means.isCrowd).toBe(false);
  expect(Math.max(...dotsIn(play(pool, few, 0.5), few))).toBeGreaterThan(6);
});

test('a wheel shows the share of time in each phase, and the shares add up to one', () => {
  const scene = playedScene(shared);
  const { frames } = play(shared, scene, 1.9);
  const lane = mainLane(shared.layout);
  const shares = [...scene.means.phases.subarray(lane * PHASES, (lane + 1) * PHASES)];
  expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(1, 4);
  const waits = frames.map(({ threads }) =>
    ringPart(threads.state[lane] as number, threads.activity[lane] as number) === 'wait' ? 1 : 0,
  );
  const weights = waits.map((_, i) => Math.exp((i - waits.length + 1) / FRAMES_PER_S / 0.4));
  const weighted = waits.reduce<number>((all, wait, i) => all + wait * (weights[i] as number), 0);
  expect(shares[3]).toBeCloseTo(weighted / weights.reduce((all, weight) => all + weight, 0), 1);
});

test.each<readonly [string, Partial<Moment>, boolean]>([
  ['while paused', { isPlaying: false }, false],
  ['at a slow speed', { speed: 100_000 }, false],
  ['for a reader with reduced motion', {}, true],
])('the instant itself is drawn %s', (_, moment, isReduced) => {
  const exact = play(shared, sceneOf(shared.layout, { isReduced }), 0.2, moment);
  const played = play(shared, playedScene(shared, isReduced), 0.2, moment);
  expect(played.logs.map(({ entries }) => entries)).toEqual(exact.logs.map(({ entries }) => entries));
});

test('after a jump the means start anew', () => {
  const scene = playedScene(shared);
  play(shared, scene, 1);
  const before = frameAt(shared, 1.5e6);
  paintFrame(drawLog().ctx, before, scene, { speed: FAST, request: -1, isPlaying: true });
  const sum = scene.means.wire.subarray(0, BINS).reduce((all, bin) => all + bin, 0);
  expect(sum).toBe(countAt(before, 'wireOut'));
});
