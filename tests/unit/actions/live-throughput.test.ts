import { describe, expect, it } from 'vitest';
import { liveThroughput, roundUp } from '../../../src/actions/live-throughput.ts';
import { FLAT_OUT } from '../../../src/lib/speed.ts';
import type { Player } from '../../../src/playback/player.ts';

/** A player that has recorded [fromNs, toNs] on side A, with completions at the given times. */
function playerAt(
  timeNs: number,
  recorded: readonly [number, number],
  times: readonly number[],
  endNs = 1e9,
): Player {
  const [fromNs, toNs] = recorded;
  const completions = {
    segments: [{ fromNs, toNs }],
    countBetween: (from: number, to: number) => times.filter((time) => time > from && time <= to).length,
  };
  return {
    timeNs,
    playhead: { endNs },
    tracks: [{ id: 'a', recording: { completions }, frame: { timeNs } }],
  } as unknown as Player;
}

describe('throughput as played', () => {
  it('counts whole intervals up to the playhead', () => {
    const player = playerAt(2_500_000, [0, 9e6], [100, 200, 1_500_000, 2_100_000]);
    const { binNs, fromNs, sides } = liveThroughput(player, 500_000);
    expect([binNs, fromNs]).toEqual([1_000_000, 0]);
    expect(sides[0]?.bins.slice(0, 3).map(({ perSec }) => perSec)).toEqual([2000, 1000, undefined]);
  });

  it('says nothing about what has not been recorded', () => {
    const player = playerAt(5_000_000, [1_500_000, 9e6], []);
    const bins = liveThroughput(player, 500_000).sides[0]?.bins ?? [];
    expect(bins.slice(0, 6).map(({ perSec }) => perSec)).toEqual([undefined, undefined, 0, 0, 0, undefined]);
  });

  it('moves on with the playhead', () => {
    const player = playerAt(100_000_000, [0, 2e8], []);
    const { fromNs, toNs } = liveThroughput(player, 500_000);
    expect([fromNs, toNs]).toEqual([60_000_000, 100_000_000]);
  });

  it('shows the whole of a run that goes by within a few seconds, instead of waiting for an interval that never ends', () => {
    const player = playerAt(20_000_000, [0, 4e7], [100, 19_500_000], 40_000_000);
    for (const speed of [1e9, FLAT_OUT]) {
      const { binNs, toNs, sides } = liveThroughput(player, speed);
      expect([binNs, toNs]).toEqual([1_000_000, 40_000_000]);
      expect(sides[0]?.bins.filter(({ perSec }) => perSec !== undefined)).toHaveLength(20);
    }
  });

  it('shows a part of the run, as far as that has been played', () => {
    const player = playerAt(30_000_000, [0, 9e7], [21_000_000, 22_500_000, 29_000_000]);
    const { fromNs, toNs, sides } = liveThroughput(player, 500_000, [20_000_000, 60_000_000]);
    expect([fromNs, toNs]).toEqual([20_000_000, 60_000_000]);
    const known = sides[0]?.bins.flatMap(({ perSec }) => perSec ?? []);
    expect(known).toEqual([1000, 0, 1000, 0, 0, 0, 0, 0, 1000, 0]);
  });

  it('has round intervals at every speed', () => {
    expect([1, 1.1, 2, 2.1, 5, 7, 10].map((value) => roundUp(value * 1000))).toEqual([
      1000, 2000, 2000, 5000, 5000, 10_000, 10_000,
    ]);
    expect(liveThroughput(playerAt(0, [0, 0], []), 0).binNs).toBe(10_000);
  });
});
