/** The recorded spans around the playhead, for files of other tools. */

import { chromeTrace, type TracedSide } from '../../model/analysis/chrome-trace.ts';
import { eventLog } from '../../model/analysis/event-log.ts';
import { excerptInSlices } from '../../model/analysis/excerpt.ts';
import type { Player } from '../../model/playback/player.ts';
import type { Spans } from '../../model/playback/spans.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** Most spans of one side in a file: about ten megabytes, written within a blink. */
const MOST_SPANS = 40_000;

/** Chunks around the chunk of an instant, as long as their spans fit. */
export function chunksAround(chunks: readonly Spans[], timeNs: number, most: number): readonly Spans[] {
  let first = Math.max(
    0,
    chunks.findLastIndex(({ fromNs }) => fromNs <= timeNs),
  );
  let end = first;
  let room = most;
  const takes = (chunk: Spans | undefined): boolean => {
    if (!chunk || (room < most && chunk.count > room)) return false;
    room -= chunk.count;
    return true;
  };
  for (let grew = true; grew; ) {
    const later = takes(chunks[end]);
    if (later) end++;
    const earlier = takes(chunks[first - 1]);
    if (earlier) first--;
    grew = later || earlier;
  }
  return chunks.slice(first, end);
}

/** A side with the part of its run that a file has, ns. */
export interface RecordedSide extends TracedSide {
  readonly span: readonly [fromNs: number, toNs: number];
}

/** Items per step: the work yields between steps, so that the page can respond. */
const STEPS_AT_ONCE = { chunks: 1, events: 4000 };

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The recorded spans of each side around the playhead; sides without any are left out. */
export async function tracedSides(player: Player, shown: readonly SideName[]): Promise<RecordedSide[]> {
  const sides: RecordedSide[] = [];
  for (const { id, recording, layout, frame } of player.tracks) {
    if (!shown.includes(id) || Number.isNaN(recording.fromNs)) continue;
    const all = recording.chunksBetween(recording.fromNs, recording.toNs);
    const chunks = chunksAround(all, frame.timeNs, MOST_SPANS);
    const { value: excerpt } = await inSlices(excerptInSlices(chunks), STEPS_AT_ONCE.chunks);
    const [first, last] = [chunks[0], chunks.at(-1)];
    if (first && last) sides.push({ id, layout, excerpt, span: [first.fromNs, last.toNs] });
  }
  return sides;
}

/** A Chrome trace file of those spans. */
export async function traceFile(sides: readonly TracedSide[], origin: object): Promise<Blob> {
  const { pieces } = await inSlices(chromeTrace(sides, origin), STEPS_AT_ONCE.events);
  return new Blob(pieces, { type: 'application/json' });
}

/**
 * An event log file of those spans.
 * @param head lines that state the source
 */
export async function eventsFile(sides: readonly TracedSide[], head: readonly string[]): Promise<Blob> {
  const { pieces } = await inSlices(eventLog(sides), STEPS_AT_ONCE.events);
  return new Blob([...head.map((line) => `${line}\r\n`), ...pieces], { type: 'text/csv' });
}

async function inSlices<Piece, Value>(work: Generator<Piece, Value>, steps: number) {
  const pieces: Piece[] = [];
  for (let step = 1; ; step++) {
    const { done, value } = work.next();
    if (done) return { value, pieces };
    pieces.push(value);
    if (step % steps === 0) await pause();
  }
}
