/** What every thread does at an instant, and how many requests are where, as tables for files: exact, all of them, however many are shown. */
import type { Table } from '../../charts/chart.ts';
import { phases } from '../../model/engine/generated/abi.ts';
import type { Track } from '../../model/playback/player.ts';
import { counterValue } from '../../stage/counters.ts';
import { describeLane, describePhase, describeState } from '../../stage/describe.ts';
import { nodeLanes } from '../../stage/lanes.ts';
import type { Message } from '../../stage/message.ts';
import { requestsOfLanes } from '../../stage/pick.ts';

export type Phase = (typeof phases)[number];

/** Titles of columns, and what is said in cells. */
export interface ThreadTableWords {
  readonly caption: string;
  readonly thread: string;
  readonly side: string;
  readonly state: string;
  readonly since: string;
  readonly request: string;
  /** What becomes of the request. */
  readonly where: string;
  readonly say: (message: Message) => string;
}

export interface PlaceTableWords {
  readonly caption: string;
  readonly place: string;
  readonly total: string;
  /** Parts of batches, which are counted where they are. */
  readonly parts: string;
  readonly phase: (place: PlaceKey) => string;
}

export type PlaceName = Phase | 'takeConnection';
export type PlaceKey = `phases.at.${PlaceName}` | 'describe.untaken';
type Seen = Pick<Track, 'id' | 'frame' | 'layout'>;

/** Whether batches can have parts: only in a cluster. They are counted where they are, and in none of the totals. */
export const havePartsOf = (tracks: readonly Seen[]): boolean =>
  tracks.some(({ layout }) => nodeLanes(layout).length > 1);

export const partsOf = ({ requests, inProgress }: Track['frame']): number => requests.count - inProgress;

/** Where requests are, in the order of their way: the phases, and at a pool those apart that do not wait there. */
export const PLACES: readonly PlaceName[] = phases.flatMap((phase): PlaceName[] =>
  phase === 'waitConnection' ? [phase, 'takeConnection'] : [phase],
);

/** How many requests are there. */
export const countAt = (frame: Track['frame'], place: PlaceName): number =>
  place === 'waitConnection' || place === 'takeConnection'
    ? counterValue(place, frame)
    : (frame.byPhase[phases.indexOf(place)] ?? 0);

/** Name of a place: parts wait for a thread, not for a caller. */
export const placeOf = (tracks: readonly Seen[], place: PlaceName): PlaceKey =>
  place === 'waitCaller' && havePartsOf(tracks) ? 'describe.untaken' : `phases.at.${place}`;

/** Since when: how long the state has lasted, ns; the request by its number. */
export function threadsTable(tracks: readonly Track[], words: ThreadTableWords): Table {
  const { caption, thread, side, state, since, request, where, say } = words;
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
        say(describeLane(layout, lane)),
        id.toUpperCase(),
        say(describeState(frame, layout, lane, () => number)),
        frame.known ? frame.timeNs - (frame.threads.since[lane] ?? 0) : undefined,
        number ?? undefined,
        number === null ? undefined : say(describePhase(frame, number)),
      ]);
    }),
  };
}

export const placesTable = (tracks: readonly Seen[], words: PlaceTableWords): Table => ({
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
