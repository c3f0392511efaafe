import { beforeAll, describe, expect, it, vi } from 'vitest';
import { liveThroughput } from '../../../../src/lab/results/live-throughput.ts';
import { nothing, type SideRun } from '../../../../src/lab/run/run-state.ts';
import { UNLIMITED_SPEED } from '../../../../src/lib/speed.ts';
import type { Player } from '../../../../src/model/playback/player.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';

const END = 40_000_000;
/** As the engine does it, in two hundred intervals. */
const BIN = END / 200;

/** A player of side A that has recorded (fromNs, toNs], with completions at the given times. */
function playerAt(
  timeNs: number,
  recorded: readonly [number, number],
  times: readonly number[],
  endNs = END,
): Player {
  const [fromNs, toNs] = recorded;
  const completions = {
    segments: [{ fromNs, toNs }],
    countBetween: (from: number, to: number) => times.filter((time) => time > from && time <= to).length,
  };
  return {
    timeNs,
    playhead: { endNs },
    tracks: [{ id: 'a', recording: { completions }, frame: { timeNs }, layout: { endNs } }],
  } as unknown as Player;
}
/** A run that has been counted: so many in every interval, or as each says. */
const countedAs = (count: number | ((i: number) => number)): SideRun & { summary: Summary } => {
  const completions = Array.from({ length: 200 }, (_, i) => (typeof count === 'number' ? count : count(i)));
  const summary = {
    series: { intervalUs: BIN / 1000, completions, meanResponseUs: [] },
    throughput: { perSec: 77, halfWidth95: 7, batches: 20 },
  } as unknown as Summary;
  return { summary, isStale: false, progress: 1 };
};
const uncounted = { a: nothing, b: nothing };
const every = (ns: number): number[] => Array.from({ length: Math.floor(END / ns) }, (_, i) => i * ns);

describe('throughput over time', () => {
  // What has been played without being counted is looked up from the second time on.
  beforeAll(() =>
    vi.waitFor(() => {
      const { sides } = liveThroughput(playerAt(END, [0, END], []), 0, uncounted);
      expect(sides[0]?.perSec[0]).toBe(0);
    }, 15_000),
  );

  it('is the counted run, from its beginning to its end, wherever the playhead has come from', () => {
    const a = countedAs((i) => 20 + i);
    const at = (recorded: readonly [number, number]) =>
      liveThroughput(playerAt(5_100_000, recorded, []), 100_000, { a, b: nothing });
    const [side] = at([5_000_000, 5_100_000]).sides;
    expect(side).toMatchObject({ isCounted: true, playedNs: 5_100_000, binNs: BIN, mean: 77, halfWidth: 7 });
    expect(side?.perSec).toEqual(a.summary.series.completions.map((count) => (count * 1e9) / BIN));
    expect(at([0, END])).toEqual(at([5_000_000, 5_100_000]));
  });

  it('is not the run of before, once what is run has been changed', () => {
    const a = { ...countedAs(20), isStale: true };
    const [side] = liveThroughput(playerAt(0, [0, 0], []), 0, { a, b: nothing }).sides;
    expect(side).toMatchObject({ isCounted: false, mean: undefined });
    expect(side?.perSec.every((rate) => rate === undefined)).toBe(true);
  });

  it('is until then what is known of whole steps that have been played', () => {
    // Twenty in each interval; the boundary belongs to what comes after it, as the engine has it.
    const times = every(BIN / 20);
    const of = (timeNs: number, recorded: readonly [number, number]) =>
      liveThroughput(playerAt(timeNs, recorded, times), 100_000, uncounted).sides[0];
    const side = of(2.5 * BIN, [0, END]);
    expect(side?.isCounted).toBe(false);
    expect(side?.perSec.slice(0, 4)).toEqual([20e9 / BIN, 20e9 / BIN, undefined, undefined]);
    const jumped = of(4.5 * BIN, [1.5 * BIN, END]);
    expect(jumped?.perSec.slice(0, 6)).toEqual([
      undefined,
      undefined,
      20e9 / BIN,
      20e9 / BIN,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [20, 1],
    [10, 1],
    [6, 2],
    [1, 10],
    [0, 20],
  ])('has steps long enough for what is completed: %s in an interval', (count, length) => {
    const { sides, toNs } = liveThroughput(playerAt(END, [0, 0], []), 1, { a: countedAs(count), b: nothing });
    expect(sides[0]?.binNs).toBe(length * BIN);
    expect(sides[0]?.perSec).toEqual(Array(200 / length).fill((count * 1e9) / BIN));
    expect(toNs).toBe(END);
  });

  it('takes the steps of the side that completes less for both', () => {
    const player = playerAt(END, [0, 0], []);
    const tracks = [...player.tracks, { ...player.tracks[0], id: 'b' }];
    const counted = { a: countedAs(200), b: countedAs(2) };
    const { sides } = liveThroughput({ ...player, tracks } as unknown as Player, 1, counted);
    expect(sides.map(({ binNs }) => binNs)).toEqual([5 * BIN, 5 * BIN]);
  });

  it('moves on with the playhead, and shows ten steps at least', () => {
    const shown = (timeNs: number, speed: number) => {
      const { fromNs, toNs } = liveThroughput(playerAt(timeNs, [0, 0], []), speed, {
        a: countedAs(20),
        b: nothing,
      });
      return [fromNs / BIN, toNs / BIN];
    };
    expect(shown(0, 0)).toEqual([0, 10]);
    expect(shown(10 * BIN, 0)).toEqual([0, 10]);
    expect(shown(10.1 * BIN, 0)).toEqual([1, 11]);
    // Eighty seconds on screen.
    expect(shown(0, BIN / 4)).toEqual([0, 20]);
  });

  it('shows the whole of a run that goes by within a few seconds', () => {
    for (const speed of [1e9, UNLIMITED_SPEED]) {
      const { fromNs, toNs } = liveThroughput(playerAt(END / 2, [0, 0], []), speed, {
        a: countedAs(20),
        b: nothing,
      });
      expect([fromNs, toNs]).toEqual([0, END]);
    }
  });

  it('shows a part of the run in the same steps', () => {
    const part = [20_050_000, 21_000_000] as const;
    const player = playerAt(END, [0, 0], []);
    const { fromNs, toNs, sides } = liveThroughput(player, 1, { a: countedAs(20), b: nothing }, part);
    expect([fromNs, toNs]).toEqual(part);
    expect(sides).toEqual(liveThroughput(player, 1, { a: countedAs(20), b: nothing }).sides);
  });
});
