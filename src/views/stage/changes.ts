/** What has changed on the stage between two moments, in counts. */
import type { Player } from '../../playback/player.ts';
import type { SideName } from '../../scenario/problem.ts';
import {
  type CounterKey,
  callerCounters,
  counterValue,
  ioCounters,
  serverCounters,
  wireCounters,
} from '../../scene/counters.ts';
import type { SideInfo } from './Stage.tsx';

/** The counts of both sides at one moment. */
export interface Snapshot {
  readonly timeNs: number;
  readonly sides: readonly { readonly id: SideName; readonly counts: ReadonlyMap<CounterKey, number> }[];
}

export interface Change {
  readonly key: CounterKey;
  readonly from: number;
  readonly to: number;
}

export const snapshotOf = (player: Player, sides: readonly SideInfo[]): Snapshot => ({
  timeNs: player.playhead.timeNs,
  sides: sides.map(({ id, layout }) => {
    const frame = player.tracks.find((track) => track.id === id)?.frame;
    const keys = [...callerCounters(layout), ...ioCounters(layout), ...wireCounters, ...serverCounters];
    const counts = frame?.known ? keys.map((key) => [key, counterValue(key, frame)] as const) : [];
    return { id, counts: new Map(counts) };
  }),
});

/** What is no longer as it was, by side, in the order of a request's way. */
export const changesBetween = (
  before: Snapshot,
  now: Snapshot,
): readonly { readonly id: SideName; readonly changes: readonly Change[] }[] =>
  now.sides.map(({ id, counts }) => {
    const old = before.sides.find((side) => side.id === id)?.counts;
    const changes = [...counts].flatMap(([key, to]): Change[] => {
      const from = old?.get(key);
      return from === undefined || from === to ? [] : [{ key, from, to }];
    });
    return { id, changes };
  });
