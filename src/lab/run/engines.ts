/**
 * The engine's workers: one judges the side of a link, records it for the player and counts it, the third judges what people type and counts branches,
 * two more look at other times of the played runs, one counts what charts ask for beyond summaries, one the part of time that is selected, one holds
 * the model against claims and measurements, one counts the runs of a lesson, the last is the twin of a real run. They are started when first needed and again after a failure.
 */

import { WorkerClosed, WorkerLost } from '../../lib/remote-worker.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { type EngineClient, spawnEngine } from '../../model/workers/client.ts';

export type Role =
  | 'a'
  | 'b'
  | 'judge'
  | 'inspectA'
  | 'inspectB'
  | 'levels'
  | 'selected'
  | 'evidence'
  | 'lesson'
  | 'twin';

let spawn: () => EngineClient = spawnEngine;
const workers = new Map<Role, EngineClient>();

/** A worker beyond those of the roles; whoever asks for it ends it. */
export const newEngine = (): EngineClient => spawn();

/** The worker of a role. */
export function engine(role: Role): EngineClient {
  let worker = workers.get(role);
  if (!worker) {
    worker = spawn();
    workers.set(role, worker);
  }
  return worker;
}

/** Ends one worker; the next question to its role starts a new one. */
export function closeEngine(role: Role): void {
  workers.get(role)?.close();
  workers.delete(role);
}

/** Ends every worker; the next question starts new ones. */
export function restartEngines(): void {
  for (const worker of workers.values()) worker.close();
  workers.clear();
}

/** For tests: where workers come from. */
export function setSpawn(other: () => EngineClient): void {
  restartEngines();
  spawn = other;
}

/** What a failed call means to the reader. */
export function engineProblem(error: unknown): Problem {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkerClosed || error instanceof WorkerLost)
    return { code: 'ENG-02', path: '', detail };
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeStandsStill') return { code: 'ENG-04', path: '', detail };
  // The browsers' words for a file that did not come.
  if (name === 'TypeError' && /fetch|network|load|response|MIME/i.test(detail))
    return { code: 'ENG-03', path: '', detail };
  const isBlocked = name === 'CompileError' || /WebAssembly|wasm-(unsafe-)?eval/.test(detail);
  return { code: isBlocked ? 'WASM-01' : 'ENG-01', path: '', detail };
}
