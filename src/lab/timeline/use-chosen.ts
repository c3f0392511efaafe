import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type Excerpt, endOf } from '../../model/analysis/excerpt.ts';
import {
  eventOnLane,
  type RequestInterval,
  spanAt,
  type TimelineRow,
} from '../../model/analysis/timeline.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { threadOf } from '../../stage/lanes.ts';
import { useStore } from '../../ui/use-store.ts';
import { followRequest } from '../follow/follow.ts';
import { follow } from '../follow/follow-state.ts';
import { carryOut } from '../keyboard/keys.ts';
import { light, pointAt } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { highlightAt } from './highlight-at.ts';
import { stepOnLane } from './lane.ts';
import { selectTo } from './selected.ts';
import { chooseThread } from './thread.ts';
import { turnPage } from './time-view.ts';
import type { useView } from './use-view.ts';

/** A row, which may move, and an instant in it, ns. */
export interface Chosen {
  readonly row: TimelineRow;
  readonly timeNs: number;
}

/** Share of the visible range per key press, where several threads share a row. */
const KEY_STEP = 1 / 60;

const isSame = (left: TimelineRow, right: TimelineRow): boolean =>
  left.kind === 'lane' && right.kind === 'lane'
    ? left.lane === right.lane
    : left.kind === right.kind && left.class === right.class;

/** The bar of a row at an instant; of several threads, the instant alone. */
function barOf(
  excerpt: Excerpt | undefined,
  row: TimelineRow | undefined,
  timeNs: number,
): RequestInterval | undefined {
  if (!row || !excerpt) return undefined;
  const span = row.kind === 'lane' ? spanAt(excerpt, row.lane, timeNs) : -1;
  if (span < 0) return { row, fromNs: timeNs, toNs: timeNs };
  return { row, fromNs: excerpt.start[span] as number, toNs: endOf(excerpt, span) };
}

export interface ChosenOptions
  extends Pick<ReturnType<typeof useView>, 'view' | 'setView' | 'limits' | 'excerpt'> {
  readonly player: Player;
  readonly track: Track;
  readonly rows: readonly TimelineRow[];
}

/**
 * The chosen bar, by pointer or keys: from row to row and from bar to bar. Without a followed request, the
 * event keys step on its thread and the show key follows its request.
 */
export function useChosen({ player, track, rows, excerpt, view, setView, limits }: ChosenOptions) {
  const [chosen, setChosen] = useState<Chosen>();
  const followed = useStore(follow, ({ followed }) => followed);
  const isFree = followed === undefined;
  const at = chosen ? rows.findIndex((row) => isSame(row, chosen.row)) : -1;
  const lit = chosen && highlightAt(excerpt, track.id, chosen.row, chosen.timeNs);
  const lane = chosen?.row.kind === 'lane' ? chosen.row.lane : undefined;
  const request = lit?.request;
  const isFollowed = followed?.side === track.id && followed.request === request;
  const bar = useMemo(() => barOf(excerpt, rows[at], chosen?.timeNs ?? 0), [excerpt, rows, at, chosen]);

  const choose = useCallback(
    (row: TimelineRow, timeNs: number) => {
      setChosen({ row, timeNs });
      chooseThread(row.kind === 'lane' ? { side: track.id, lane: row.lane } : undefined);
      setView((old) => turnPage(old, timeNs, limits));
    },
    [track, setView, limits],
  );
  // A thread may be chosen and cleared on the stage.
  const thread = useStore(focus, (state) => state.thread);
  useEffect(() => {
    const chosenLane = thread?.side === track.id ? thread.lane : undefined;
    const named = chosenLane === undefined ? undefined : threadOf(track.layout, chosenLane);
    setChosen((old) => {
      if (old?.row.kind === 'others' && chosenLane === undefined) return old;
      if (old?.row.kind === 'lane' && old.row.lane === chosenLane) return old;
      if (chosenLane === undefined || !named) return undefined;
      return { row: { kind: 'lane', class: named.class, lane: chosenLane }, timeNs: track.frame.timeNs };
    });
  }, [thread, track]);
  const show = (row: TimelineRow | undefined, timeNs: number) => {
    if (!row) return;
    choose(row, timeNs);
    pointAt(timeNs);
    light(highlightAt(excerpt, track.id, row, timeNs));
  };
  const go = useCallback(
    (timeNs: number) => {
      player.pause();
      player.seek(timeNs, track.id);
    },
    [player, track],
  );
  const step = useCallback(
    async (direction: 1 | -1) => {
      if (!chosen || lane === undefined) return;
      const timeNs = await stepOnLane(track.id, lane, direction);
      if (timeNs !== undefined) choose(chosen.row, timeNs);
    },
    [chosen, lane, track, choose],
  );
  const followIt = useCallback(() => {
    if (request !== undefined) followRequest({ side: track.id, request });
  }, [request, track]);
  const clear = useCallback(() => {
    setChosen(undefined);
    chooseThread(undefined);
    pointAt(undefined);
    light(undefined);
  }, []);

  useLayoutEffect(() => {
    if (!chosen) return;
    const ends = [
      carryOut('letGo', clear),
      ...(isFree && lane !== undefined
        ? [carryOut('nextOfIt', () => void step(1)), carryOut('previousOfIt', () => void step(-1))]
        : []),
      ...(isFree && request !== undefined ? [carryOut('centre', followIt)] : []),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [chosen, isFree, lane, request, step, followIt, clear]);

  const press = (event: KeyboardEvent) => {
    const timeNs = chosen?.timeNs ?? Math.min(view.toNs, Math.max(view.fromNs, track.frame.timeNs));
    const row = rows[Math.max(0, at)];
    const adjacent = (direction: 1 | -1): number => {
      const event = lane === undefined ? undefined : excerpt && eventOnLane(excerpt, lane, timeNs, direction);
      const by = direction * KEY_STEP * (view.toNs - view.fromNs);
      return Math.min(limits.endNs, Math.max(0, event ?? timeNs + by));
    };
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => show(rows[Math.max(0, at - 1)], timeNs),
      ArrowDown: () => show(rows[Math.min(rows.length - 1, at + 1)], timeNs),
      ArrowLeft: () => move(adjacent(-1)),
      ArrowRight: () => move(adjacent(1)),
      Home: () => move(view.fromNs),
      End: () => move(view.toNs),
      Enter: () => go(timeNs),
    };
    const move = (to: number) => {
      show(row, to);
      if (event.shiftKey) selectTo(timeNs, to);
    };
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return {
    chosen,
    bar,
    request: isFollowed ? undefined : request,
    isFree,
    lane,
    choose,
    go,
    step,
    followIt,
    press,
  };
}
