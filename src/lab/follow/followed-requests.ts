/**
 * Looks up the journeys of followed requests whenever a request is chosen or another run is played. Loaded
 * with the parts of the page that show them.
 */
import type { Excerpt } from '../../model/analysis/excerpt.ts';
import { boundary, type Journey, journeyOf, neighbourOnConnection } from '../../model/analysis/journey.ts';
import { atQuantile } from '../../model/analysis/typical.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { excerptBetween, type IsWanted } from '../run/inspect.ts';
import { run } from '../run/run-state.ts';
import { locate } from '../stage-view/locate.ts';
import { compareWith, followRequest } from './follow.ts';
import { type Followed, follow, type Trail } from './follow-state.ts';

/** Margin before and after a request, as a share of its response time; and the least margin, ns. */
const MARGIN = 0.6;
const LEAST_MARGIN_NS = 20_000;
/** First length to search when only an instant of the request is known, ns. */
const FIRST_REACH_NS = 200_000;
const GROWTH = 4;
/** With fewer completed requests there are no outliers. */
const ENOUGH_TO_CHOOSE = 200;
/** An excerpt with more spans than this is not widened. */
const ENOUGH_SPANS = 120_000;

type Which = 'followed' | 'compared';

/** Grows with every search; only the result of the newest is used. */
const generation: Record<Which, number> = { followed: 0, compared: 0 };
let isWatching = false;

/** Starts the look-up of followed requests. Idempotent. */
export function watchFollowed(): void {
  if (isWatching) return;
  isWatching = true;
  follow.subscribe((now, before) => {
    // Runs that are about to be replaced are not searched; the look-up follows in the new ones.
    if (run.getState().status === 'opening') return;
    if (now.followed !== before.followed) find('followed');
    if (now.compared !== before.compared) find('compared');
  });
  run.subscribe((now, before) => {
    if (now.player === before.player) return;
    find('followed');
    find('compared');
  });
  find('followed');
  find('compared');
}

async function find(which: Which): Promise<void> {
  const token = ++generation[which];
  const followed = follow.getState()[which];
  const isWanted = () => token === generation[which];
  const trail = followed && (await trailOf(followed, isWanted));
  if (isWanted()) follow.setState(which === 'followed' ? { followedTrail: trail } : { comparedTrail: trail });
}

/** An instant of a request, and its end if known; null when the run has no such request. */
async function placeOf(
  { side, request }: Followed,
  isWanted: IsWanted,
): Promise<{ readonly fromNs: number; readonly toNs: number } | null | undefined> {
  const { player, played } = run.getState();
  const track = player?.tracks.find(({ id }) => id === side);
  if (!track) return undefined;
  const known = track.recording.spanOfRequest(request);
  if (known) return known;
  const fetchExcerpt = (fromNs: number, toNs: number) => excerptBetween(side, fromNs, toNs, isWanted);
  const isPerCaller = played?.[side].scenario.workload?.arrivals?.kind !== 'open';
  const atNs = await locate(request, { layout: track.layout, isPerCaller }, track.frame.timeNs, fetchExcerpt);
  return typeof atNs === 'number' ? { fromNs: atNs, toNs: atNs } : atNs;
}

/** Whether the run of a side has a request; undefined when the search is cancelled. */
export async function isInRun(followed: Followed, isWanted: IsWanted): Promise<boolean | undefined> {
  const place = await placeOf(followed, isWanted);
  return place === undefined ? undefined : place !== null;
}

/** The journey of a request and its excerpt; null when the run has no such request. */
export async function trailOf(followed: Followed, isWanted: IsWanted): Promise<Trail | null | undefined> {
  const { side, request } = followed;
  const { player, played } = run.getState();
  const track = player?.tracks.find(({ id }) => id === side);
  const place = await placeOf(followed, isWanted);
  if (!track) return undefined;
  if (!place) return place;
  const fetchExcerpt = (fromNs: number, toNs: number) => excerptBetween(side, fromNs, toNs, isWanted);
  const { layout } = track;
  const excerpt = await widen(request, layout.endNs, place, fetchExcerpt);
  const journey = excerpt && journeyOf(excerpt, request);
  return excerpt && (journey ? { recorded: { excerpt, layout, course: played?.[side] }, journey } : null);
}

/** Widens the excerpt in both directions until it contains the request and a margin. */
async function widen(
  request: number,
  endNs: number,
  range: { readonly fromNs: number; readonly toNs: number },
  fetchExcerpt: (fromNs: number, toNs: number) => Promise<Excerpt | undefined>,
): Promise<Excerpt | undefined> {
  let reachNs = Math.max(FIRST_REACH_NS, range.toNs - range.fromNs);
  let { fromNs, toNs } = range;
  for (;;) {
    const from = Math.max(0, fromNs - reachNs);
    const to = Math.min(endNs, toNs + reachNs);
    const excerpt = await fetchExcerpt(from, to);
    const journey = excerpt && journeyOf(excerpt, request);
    if (!excerpt || !journey) return excerpt;
    const isCut = excerpt.toNs < to;
    if (journey.isWhole || isCut || (from === 0 && to === endNs)) {
      const margin = Math.max(LEAST_MARGIN_NS, (journey.endNs - journey.beginNs) * MARGIN);
      const hasRoom = journey.beginNs - margin >= excerpt.fromNs && journey.endNs + margin <= excerpt.toNs;
      if (hasRoom || isCut || excerpt.count > ENOUGH_SPANS || reachNs > 2 * margin) return excerpt;
      fromNs = journey.beginNs;
      toNs = journey.endNs;
      reachNs = Math.max(reachNs, margin) * 2;
    } else {
      reachNs *= GROWTH;
    }
  }
}

/** Requests that can be followed without a number. */
export type Choice = 'slowest' | 'median' | 'p99';

const QUANTILES: Readonly<Record<Choice, number>> = { slowest: 1, p99: 0.99, median: 0.5 };

/**
 * The chosen request of a side among those completed up to the playhead: of all recorded ones, or of the last
 * ones if the recording starts mid-run. Undefined before the first completion.
 */
export async function chosenRequest(side: SideName, choice: Choice): Promise<Followed | undefined> {
  const { player } = run.getState();
  const track = player?.tracks.find(({ id }) => id === side);
  if (!player || !track) return undefined;
  const { segments } = track.recording.completions;
  const nowNs = track.frame.timeNs;
  const found = atQuantile(segments, nowNs, QUANTILES[choice]);
  if (found) return { side, request: found.request };
  const isWanted = () => run.getState().player === player;
  for (let reachNs = FIRST_REACH_NS; isWanted(); reachNs *= GROWTH) {
    const excerpt = await excerptBetween(side, nowNs - reachNs, nowNs, isWanted);
    const journeys = excerpt ? completedBy(excerpt, nowNs) : [];
    const isAll = !excerpt || excerpt.count > ENOUGH_SPANS || reachNs >= nowNs;
    if (journeys.length < ENOUGH_TO_CHOOSE && !isAll) continue;
    const last = journeys[Math.min(journeys.length - 1, Math.floor(QUANTILES[choice] * journeys.length))];
    return last && { side, request: last.id };
  }
  return undefined;
}

/**
 * The journey of the first request of a run to complete or to fail; undefined without one, or when another
 * run is played.
 */
async function firstOver(
  side: SideName,
  matches: (journey: Journey) => boolean,
): Promise<Journey | undefined> {
  const { player } = run.getState();
  const endNs = player?.tracks.find(({ id }) => id === side)?.layout.endNs ?? 0;
  const isWanted = () => run.getState().player === player;
  for (let reachNs = FIRST_REACH_NS; isWanted(); reachNs *= GROWTH) {
    const excerpt = await excerptBetween(side, 0, reachNs, isWanted);
    const over = excerpt ? overBy(excerpt, excerpt.toNs).filter(matches) : [];
    const [first] = over.toSorted((left, right) => left.endNs - right.endNs);
    if (first && isWanted()) return first;
    if (!excerpt || reachNs >= endNs) break;
  }
  return undefined;
}

const firstAnswer = (side: SideName) => firstOver(side, ({ failure }) => !failure);

/** The first failed request of a run; undefined when the whole run has none. */
export async function firstFailed(side: SideName): Promise<Followed | undefined> {
  const first = await firstOver(side, ({ failure }) => failure !== undefined);
  return first && { side, request: first.id };
}

/** The first completed request of a run; undefined when the whole run has none. */
export async function firstAnswered(side: SideName): Promise<Followed | undefined> {
  const first = await firstAnswer(side);
  return first && { side, request: first.id };
}

/**
 * Moves the playhead to a run's first reply and returns its request; undefined when the whole run has none.
 */
export async function toFirstAnswer(side: SideName): Promise<Followed | undefined> {
  const first = await firstAnswer(side);
  if (!first) return undefined;
  const { player } = run.getState();
  player?.pause();
  player?.seek(first.endNs, side);
  return { side, request: first.id };
}

/** Requests that begin in an excerpt and complete by an instant, the fastest first. */
function completedBy(excerpt: Excerpt, timeNs: number): Journey[] {
  return overBy(excerpt, timeNs)
    .filter(({ failure }) => !failure)
    .sort((left, right) => left.endNs - left.beginNs - (right.endNs - right.beginNs));
}

/** Requests that begin in an excerpt and end by an instant, with any result. */
const overBy = (excerpt: Excerpt, timeNs: number): Journey[] =>
  [...excerpt.ofRequest.keys()]
    .flatMap((id) => journeyOf(excerpt, id) ?? [])
    .filter(({ isWhole, endNs }) => isWhole && endNs <= timeNs);

/** Follows the request that got the connection after (+1) or before (−1) the followed one. */
export async function followNeighbour(direction: 1 | -1): Promise<void> {
  const trail = await trailOfFollowed();
  const { followed } = follow.getState();
  if (!followed || !trail) return;
  const { recorded, journey } = trail;
  const request = neighbourOnConnection(recorded.excerpt, journey, direction);
  if (request !== undefined) followRequest({ side: followed.side, request });
}

/** The journey of the followed request, once found; undefined when there is none. */
async function trailOfFollowed(): Promise<Trail | null | undefined> {
  watchFollowed();
  const { followed, followedTrail } = follow.getState();
  if (!followed || followedTrail !== undefined) return followedTrail;
  return new Promise((resolve) => {
    const stop = follow.subscribe((now) => {
      if (now.followed === followed && now.followedTrail === undefined) return;
      stop();
      resolve(now.followed === followed ? now.followedTrail : undefined);
    });
  });
}

/** The run that contains the followed request. */
function followedTrack() {
  const { player } = run.getState();
  const side = follow.getState().followed?.side;
  return { player, track: player?.tracks.find(({ id }) => id === side) };
}

/** Moves to the next (+1) or previous (−1) phase change of the followed request. */
export async function stepFollowed(direction: 1 | -1): Promise<void> {
  const trail = await trailOfFollowed();
  const { track, player } = followedTrack();
  if (!player || !track || !trail) return;
  const moment = boundary(trail.journey, track.frame.timeNs, direction);
  player.pause();
  if (moment !== undefined) player.seek(moment, track.id);
}

/** Moves to the begin of the followed request; false when it is in progress already. */
export async function showFollowed(): Promise<boolean> {
  const trail = await trailOfFollowed();
  const { track, player } = followedTrack();
  if (!player || !track || !trail) return true;
  const { beginNs, endNs } = trail.journey;
  const { timeNs } = track.frame;
  const isOutside = timeNs < beginNs || timeNs >= endNs;
  if (isOutside) player.seek(beginNs, track.id);
  return isOutside;
}

/** Compares with the same request of the other side. */
export function compareSides(): void {
  const { followed } = follow.getState();
  if (followed) compareWith({ side: followed.side === 'a' ? 'b' : 'a', request: followed.request });
}
