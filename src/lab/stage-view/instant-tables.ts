/**
 * The states of all threads and the counts of requests at an instant, as exact and complete tables for files.
 */
import type { Table } from '../../charts/chart.ts';
import { phases } from '../../model/engine/generated/abi.ts';
import type { Track } from '../../model/playback/player.ts';
import { counterValue } from '../../stage/counters.ts';
import { describeLane, describePhase, describeState } from '../../stage/describe.ts';
import { nodeLanes } from '../../stage/lanes.ts';
import type { Message } from '../../stage/message.ts';
import { requestsOfLanes } from '../../stage/pick.ts';

export type Phase = (typeof phases)[number];

/** Column titles and cell texts. */
export interface ThreadTableWords {
  readonly caption: string;
  readonly thread: string;
  readonly side: string;
  readonly state: string;
  readonly since: string;
  readonly request: string;
  /** Column: the place of the request. */
  readonly where: string;
  readonly toText: (message: Message) => string;
}

export interface PlaceTableWords {
  readonly caption: string;
  readonly place: string;
  readonly total: string;
  /** Name of batch parts, which are counted at their place. */
  readonly parts: string;
  readonly phase: (place: PlaceKey) => string;
}

export type PlaceName = Phase | 'takeConnection';
export type PlaceKey = `phases.at.${PlaceName}` | 'describe.untaken';
type TrackLayout = Pick<Track, 'id' | 'frame' | 'layout'>;

/**
 * Whether batches can have parts: only in a cluster. Parts are counted at their place, and in none of the
 * totals.
 */
export const havePartsOf = (tracks: readonly TrackLayout[]): boolean =>
  tracks.some(({ layout }) => nodeLanes(layout).length > 1);

export const partsOf = ({ requests, inProgress }: Track['frame']): number => requests.count - inProgress;

/** Places in request order: the phases; at a pool, requests that do not wait are separate. */
export const PLACES: readonly PlaceName[] = phases.flatMap((phase): PlaceName[] =>
  phase === 'waitConnection' ? [phase, 'takeConnection'] : [phase],
);

/** Number of requests at a place. */
export const countAt = (frame: Track['frame'], place: PlaceName): number =>
  place === 'waitConnection' || place === 'takeConnection'
    ? counterValue(place, frame)
    : (frame.byPhase[phases.indexOf(place)] ?? 0);

/** Name of a place: parts wait for a thread, not for a caller. */
export const placeOf = (tracks: readonly TrackLayout[], place: PlaceName): PlaceKey =>
  place === 'waitCaller' && havePartsOf(tracks) ? 'describe.untaken' : `phases.at.${place}`;

/** The column "since" is the age of the state, ns; requests are given by number. */
export function threadsTable(tracks: readonly Track[], words: ThreadTableWords): Table {
  const { caption, thread, side, state, since, request, where, toText } = words;
  return {
    caption,
    columns: [
      { title: thread, unit: 'text' },
      { title: side, unit: 'text' },
      { title: state, unit: 'text' },
      { title: since, unit: 'ns' },
      { title: request, unit: 'number' },
      { title: where, unit: 'text' },
    ],
    rows: tracks.flatMap(({ id, frame, layout }) => {
      const requests = requestsOfLanes(frame, layout);
      return requests.map((number, lane) => [
        toText(describeLane(layout, lane)),
        id.toUpperCase(),
        toText(describeState(frame, layout, lane, () => number)),
        frame.known ? frame.timeNs - (frame.threads.since[lane] ?? 0) : undefined,
        number ?? undefined,
        number === null ? undefined : toText(describePhase(frame, number)),
      ]);
    }),
  };
}

export const placesTable = (tracks: readonly TrackLayout[], words: PlaceTableWords): Table => ({
  caption: words.caption,
  columns: [
    { title: words.place, unit: 'text' },
    ...tracks.map(({ id }) => ({ title: id.toUpperCase(), unit: 'number' as const })),
  ],
  rows: [
    ...PLACES.map((place) => [
      words.phase(placeOf(tracks, place)),
      ...tracks.map(({ frame }) => countAt(frame, place)),
    ]),
    ...(havePartsOf(tracks) ? [[words.parts, ...tracks.map(({ frame }) => partsOf(frame))]] : []),
    [words.total, ...tracks.map(({ frame }) => frame.inProgress)],
  ],
});
