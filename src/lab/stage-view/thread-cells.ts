/** What the columns of the table of threads are sorted by. */
import type { Cell } from '../../charts/chart.ts';
import type { Track } from '../../model/playback/player.ts';
import { describeState } from '../../stage/describe.ts';
import type { Message } from '../../stage/message.ts';
import { requestsOfLanes } from '../../stage/pick.ts';

export type ThreadColumn = 'thread' | 'state' | 'since' | 'request';

/** Of a track, a cell for each lane: threads by their place, requests by their number, times as they are, states as they are said. */
export const THREAD_CELLS: Readonly<
  Record<ThreadColumn, (track: Track, say: (message: Message) => string, locale: string) => readonly Cell[]>
> = {
  thread: ({ frame }) => Array.from({ length: frame.threads.count }, (_, lane) => lane),
  state: stateRanks,
  since: ({ frame: { threads, timeNs, known } }) =>
    Array.from(threads.since.subarray(0, threads.count), (ns) => (known ? timeNs - ns : undefined)),
  request: ({ frame, layout }) => requestsOfLanes(frame, layout).map((request) => request ?? undefined),
};

/** The place of each lane's state among those that there are, as the language sorts them: few texts are compared, however many threads. */
function stateRanks({ frame, layout }: Track, say: (message: Message) => string, locale: string): number[] {
  const requests = requestsOfLanes(frame, layout);
  const said = new Map<string, string>();
  const texts = requests.map((_, lane) => {
    const message = describeState(frame, layout, lane, () => requests[lane] ?? null);
    const key = JSON.stringify(message);
    const text = said.get(key) ?? say(message);
    said.set(key, text);
    return text;
  });
  const sorted = [...new Set(said.values())].sort(new Intl.Collator(locale).compare);
  const ranks = new Map(sorted.map((text, rank) => [text, rank]));
  return texts.map((text) => ranks.get(text) ?? sorted.length);
}
