/**
 * Reads any part of the played runs without moving the playhead: from the player's recording, or else from a
 * separate engine per side, started on first use.
 */

import { WorkerClosed } from '../../lib/remote-worker.ts';
import { type Excerpt, excerptInSlices } from '../../model/analysis/excerpt.ts';
import type { Player } from '../../model/playback/player.ts';
import { type Spans, spansOf } from '../../model/playback/spans.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { EngineClient } from '../../model/workers/client.ts';
import { engine, type Role } from './engines.ts';
import { run } from './run-state.ts';

/** Wall time of one call of the engine, ms. */
const SLICE_MS = 12;
/** Most spans of one look-up, 11 MB; longer ones end early. */
const MOST_SPANS = 400_000;
/** Chunks that are read without a pause. */
const CHUNKS_PER_PAUSE = 3;

const ROLES: Readonly<Record<SideName, Role>> = { a: 'inspectA', b: 'inspectB' };

interface Opened {
  readonly player: Player;
  readonly worker: EngineClient;
}
const opened = new Map<SideName, Opened>();
/** Look-ups of one side run one after another: its engine is at one place at a time. */
const turns = new Map<SideName, Promise<unknown>>();

/** Whether the result is still wanted. */
export type IsWanted = () => boolean;

/** The part [fromNs, toNs] of the played run; undefined when cancelled. */
export async function excerptBetween(
  side: SideName,
  fromNs: number,
  toNs: number,
  isWanted: IsWanted,
): Promise<Excerpt | undefined> {
  const from = Math.max(0, Math.floor(fromNs));
  const track = run.getState().player?.tracks.find(({ id }) => id === side);
  if (!track) return undefined;
  const to = Math.min(track.layout.endNs, Math.ceil(toNs));
  const recorded = track.recording.chunksBetween(from, to);
  if (recorded.length > 0) return mergeExcerpts(recorded, isWanted);
  const chunks: Spans[] = [];
  let spans = 0;
  await eachChunk(side, from, to, isWanted, (chunk) => {
    chunks.push(chunk);
    spans += chunk.count;
    return spans < MOST_SPANS;
  });
  return isWanted() && chunks.length > 0 ? mergeExcerpts(chunks, isWanted) : undefined;
}

/**
 * Passes each chunk of a part to `take` until it returns false. The side's engine works in slices, and other
 * look-ups wait for this one.
 */
export function eachChunk(
  side: SideName,
  fromNs: number,
  toNs: number,
  isWanted: IsWanted,
  take: (chunk: Spans) => boolean,
): Promise<void> {
  const before = turns.get(side) ?? Promise.resolve();
  const turn = before
    .catch(() => undefined)
    .then(() => (isWanted() ? record(side, fromNs, toNs, isWanted, take) : undefined))
    .catch((error) => {
      // A closed engine has no run: all its look-ups end.
      if (!(error instanceof WorkerClosed)) throw error;
    });
  turns.set(
    side,
    turn.catch(() => undefined),
  );
  return turn;
}

async function record(
  side: SideName,
  fromNs: number,
  toNs: number,
  isWanted: IsWanted,
  take: (chunk: Spans) => boolean,
): Promise<void> {
  const worker = await open(side);
  if (!worker || !isWanted()) return;
  let answer = await worker.rewind(fromNs, SLICE_MS);
  for (;;) {
    for (const chunk of answer.chunks) if (!take(spansOf(chunk))) return;
    const isThere = answer.chunks.length > 0 && answer.nowNs >= toNs;
    if (!isWanted() || isThere || answer.done) return;
    answer = await worker.record(toNs, SLICE_MS);
  }
}

/** The side's inspecting engine with the played run. */
async function open(side: SideName): Promise<EngineClient | undefined> {
  const { player, played } = run.getState();
  const course = played?.[side];
  if (!player || !course) return undefined;
  const worker = engine(ROLES[side]);
  const known = opened.get(side);
  if (known?.player !== player || known.worker !== worker) {
    await worker.open(course.scenario, true, course.changes, course.process);
    opened.set(side, { player, worker });
  }
  return worker;
}

async function mergeExcerpts(chunks: readonly Spans[], isWanted: IsWanted): Promise<Excerpt | undefined> {
  const making = excerptInSlices(chunks);
  for (let slice = 1; isWanted(); slice++) {
    const { done, value } = making.next();
    if (done) return value;
    if (slice % CHUNKS_PER_PAUSE === 0) await pause();
  }
  return undefined;
}

/** Lets the page paint and respond. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
