/** Changes on the stage between two instants: counts of requests and callers, and activities of the parts. */
import type { Frame } from '../../model/playback/frame.ts';
import type { Player } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import {
  callerCounters,
  counterValue,
  ioCounters,
  serverCounters,
  wireCounters,
} from '../../stage/counters.ts';
import { DESCRIBED_ONLY, describeLane, describeServer } from '../../stage/describe.ts';
import { type AlikeThreads, alikeThreads } from '../../stage/describe-threads.ts';
import type { Message } from '../../stage/message.ts';
import type { SideInfo } from './stage-side.ts';

/** Both sides at one instant. */
export interface Snapshot {
  readonly timeNs: number;
  readonly sides: readonly SideSnapshot[];
}

interface SideSnapshot {
  readonly id: SideName;
  /** Counts by kind. */
  readonly counts: ReadonlyMap<string, Counted>;
  /** Activities by part. */
  readonly doings: ReadonlyMap<string, Doing>;
}

interface Counted {
  readonly what: Message;
  readonly count: number;
}

interface Doing {
  /** The part with its activity. */
  readonly description: Message;
  /** The activity. */
  readonly does: Message;
}

export type Change =
  | { readonly what: Message; readonly from: number; readonly to: number }
  | { readonly before: Message; readonly now: Message };

/** Up to this number, threads of a class are listed one by one; above, they are counted by state. */
const FEW = 8;
/** Callers in these states are counted next to the places. */
const COUNTED = ['user', 'kernel', 'switch', 'carrying', 'runnable', 'waitConnection'];

export const snapshotOf = (player: Player, sides: readonly SideInfo[]): Snapshot => ({
  timeNs: player.playhead.timeNs,
  sides: sides.map((side) => {
    const frame = player.tracks.find((track) => track.id === side.id)?.frame;
    return {
      id: side.id,
      ...(frame?.known ? sideSnapshotOf(frame, side) : { counts: new Map(), doings: new Map() }),
    };
  }),
});

function sideSnapshotOf(frame: Frame, { layout }: SideInfo): Omit<SideSnapshot, 'id'> {
  const counts = new Map<string, Counted>();
  const doings = new Map<string, Doing>();
  const keys = [
    ...callerCounters(layout),
    ...ioCounters(layout),
    ...wireCounters(layout),
    ...serverCounters(layout),
  ];
  for (const key of keys)
    counts.set(key, { what: { key: `stage.count.${key}` }, count: counterValue(key, frame) });
  for (const key of ['takeConnection', ...DESCRIBED_ONLY] as const)
    counts.set(key, { what: { key: `phases.at.${key}` }, count: counterValue(key, frame) });
  for (const group of alikeThreads(frame, layout)) {
    if (group.class === 'caller' ? isCounted(group) : group.class === 'serverMain') continue;
    const { class: name, state, lanes } = group;
    const size = layout.lanes.reduce((sum, { class: other, count }) => sum + (other === name ? count : 0), 0);
    if (name === 'caller' || size > FEW)
      counts.set(`${name} ${JSON.stringify(state)}`, {
        what: {
          key: 'describe.changes.state',
          values: { threads: { key: `describe.alike.of.${name}` }, state },
        },
        count: lanes.length,
      });
    else
      for (const lane of lanes)
        doings.set(`${name} ${lane}`, {
          description: { key: 'describe.changes.does', values: { lane: describeLane(layout, lane), state } },
          does: state,
        });
  }
  const server = describeServer(frame, layout);
  if (server) doings.set('server', { description: server, does: server });
  return { counts, doings };
}

const isCounted = ({ state }: AlikeThreads): boolean => {
  const { key, values } = state;
  const stateKey =
    values && typeof values.state === 'object' && 'key' in values.state ? values.state.key : key;
  return stateKey === 'describe.waitsForLoop' || COUNTED.some((name) => stateKey === `state.${name}`);
};

/** The changes of each side: counts in request order, then activities. */
export const changesBetween = (
  before: Snapshot,
  now: Snapshot,
): readonly { readonly id: SideName; readonly changes: readonly Change[] }[] =>
  now.sides.map(({ id, counts, doings }) => {
    const old = before.sides.find((side) => side.id === id);
    if (!old || old.doings.size + old.counts.size === 0) return { id, changes: [] };
    const all = new Map([...counts, ...old.counts]);
    const counted = [...all].flatMap(([key, { what }]): Change[] => {
      const from = old.counts.get(key)?.count ?? 0;
      const to = counts.get(key)?.count ?? 0;
      return from === to ? [] : [{ what, from, to }];
    });
    const done = [...doings].flatMap(([key, { description, does }]): Change[] => {
      const was = old.doings.get(key)?.does;
      return !was || JSON.stringify(was) === JSON.stringify(does) ? [] : [{ before: was, now: description }];
    });
    return { id, changes: [...counted, ...done] };
  });
