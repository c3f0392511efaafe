/**
 * Runs until a condition holds: searches both runs with the inspecting engines, in their workers, and goes to
 * the first match. A new search, another run or `callOff` cancels it.
 */

import { createStore } from 'zustand/vanilla';
import { type Condition, type Moment, watcherOf, watchFrom } from '../../model/analysis/until.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { eachChunk, excerptBetween } from '../run/inspect.ts';
import { failed } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { locate } from '../stage-view/locate.ts';

/** The state of the newest search; undefined = none, or cancelled. */
export type Search = {
  readonly condition: Condition;
  /** Start of the search, exclusive, ns. */
  readonly afterNs: number;
} & (
  | { readonly state: 'searching'; readonly reachedNs: number; readonly endNs: number }
  | { readonly state: 'found'; readonly side: SideName; readonly moment: Moment }
  /** It does not happen between `afterNs` and the end of the run. */
  | { readonly state: 'never'; readonly endNs: number }
);

export interface SearchState {
  readonly search: Search | undefined;
}

export const search = createStore<SearchState>(() => ({ search: undefined }));

/** Grows with every search; only the newest continues. */
let generation = 0;

interface Found {
  readonly side: SideName;
  readonly moment: Moment;
}

/**
 * Moves to the first instant at which the condition holds.
 * @param sides the runs to search
 * @param after start: the playhead, or the start of the run
 */
export async function runUntil(
  condition: Condition,
  sides: readonly SideName[],
  after: 'now' | 'start',
): Promise<void> {
  const { player } = run.getState();
  if (!player) return;
  const token = ++generation;
  const isWanted = () => token === generation && run.getState().player === player;
  player.pause();
  // The run begins with an event at 0, which counts.
  const afterNs = after === 'now' ? player.timeNs : -1;
  const { endNs } = player.playhead;
  search.setState({
    search: { condition, afterNs, state: 'searching', reachedNs: Math.max(0, afterNs), endNs },
  });
  try {
    const found = await earliest(player, condition, sides, afterNs, isWanted);
    if (!isWanted()) {
      if (token === generation) search.setState({ search: undefined });
      return;
    }
    search.setState({
      search: found
        ? { condition, afterNs, state: 'found', ...found }
        : { condition, afterNs, state: 'never', endNs },
    });
    if (found) player.seek(found.moment.timeNs, found.side);
  } catch (error) {
    if (!isWanted()) return;
    search.setState({ search: undefined });
    failed(error);
  }
}

/** Cancels the search and clears its result. */
export function callOff(): void {
  generation++;
  search.setState({ search: undefined });
}

async function earliest(
  player: Player,
  condition: Condition,
  sides: readonly SideName[],
  afterNs: number,
  isWanted: () => boolean,
): Promise<Found | undefined> {
  const { endNs } = player.playhead;
  let first: Found | undefined;
  const reached = new Map<SideName, number>(sides.map((side) => [side, Math.max(0, afterNs)]));
  const searchSide = async (track: Track) => {
    const { id: side, layout } = track;
    const fromNs = await beginOf(condition, track, afterNs, isWanted);
    if (fromNs === undefined) {
      reached.delete(side);
      return;
    }
    const watcher = watcherOf(condition, layout, afterNs);
    const until = () => first?.moment.timeNs ?? endNs;
    await eachChunk(side, fromNs, endNs, isWanted, (chunk) => {
      const moment = watcher(chunk);
      if (moment && moment.timeNs <= until()) first = { side, moment };
      reached.set(side, Math.max(chunk.toNs, reached.get(side) ?? 0));
      if (isWanted()) tellProgress(Math.min(...reached.values()));
      return moment === undefined && chunk.toNs < until();
    });
    reached.delete(side);
  };
  await Promise.all(player.tracks.filter(({ id }) => sides.includes(id)).map(searchSide));
  return first;
}

/** Start of the search; undefined when there is certainly no match. A request is looked up by its number. */
async function beginOf(
  condition: Condition,
  { id: side, layout }: Track,
  afterNs: number,
  isWanted: () => boolean,
): Promise<number | undefined> {
  if (condition.kind !== 'answered') return Math.max(0, watchFrom(condition, afterNs));
  const isPerCaller = run.getState().played?.[side].scenario.workload?.arrivals?.kind !== 'open';
  const fetchExcerpt = (fromNs: number, toNs: number) => excerptBetween(side, fromNs, toNs, isWanted);
  return (
    (await locate(condition.request, { layout, isPerCaller }, Math.max(0, afterNs), fetchExcerpt)) ??
    undefined
  );
}

/** Progress between two reports, as a share of the run. */
const TELL_EVERY = 1 / 50;

function tellProgress(reachedNs: number): void {
  const { search: now } = search.getState();
  if (now?.state !== 'searching') return;
  if (reachedNs - now.reachedNs < now.endNs * TELL_EVERY) return;
  search.setState({ search: { ...now, reachedNs } });
}
