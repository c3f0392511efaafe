/** Sessions with a run that is busy all the time, and the same run recorded in one piece. */
import type { Chunk, Recorded } from '../../src/model/workers/protocol.ts';
import { Session } from '../../src/model/workers/session.ts';
import { busyPool, complete, loadEngine, recordAll } from './runs.ts';

/** A session whose clock moves on by `msPerLook` whenever it is read. */
export async function session(msPerLook: number, partial: object = busyPool, trace = true) {
  const engine = await loadEngine();
  let ms = 0;
  const made = new Session(engine, () => {
    ms += msPerLook;
    return ms;
  });
  made.open(complete(engine, partial), trace);
  return made;
}

/** Asks until the answer reaches `untilNs`. */
export function recordUntil(
  made: Session,
  untilNs: number,
  budgetMs: number,
): { chunks: Chunk[]; answers: Recorded[] } {
  const answers: Recorded[] = [];
  do answers.push(made.record(untilNs, budgetMs));
  while ((answers.at(-1)?.nowNs ?? 0) < untilNs);
  return { chunks: answers.flatMap(({ chunks }) => chunks), answers };
}

/** Its chunks and its summary. */
export async function straight(partial: object) {
  const engine = await loadEngine();
  engine.open(complete(engine, partial), true);
  return { chunks: recordAll(engine), summary: engine.summary() };
}
