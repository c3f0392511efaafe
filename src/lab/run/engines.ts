/**
 * The engine's workers, one per role: two sides (open, record, simulate), validation, inspection of each
 * side, charts, selection, claims, lessons, small pictures and the twin of a real run. They start on first use, and again
 * after a failure.
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
  | 'incident'
  | 'picture'
  | 'twin';

let spawn: () => EngineClient = spawnEngine;
const workers = new Map<Role, EngineClient>();

/** A worker beyond those of the roles; its caller closes it. */
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

/** Closes one worker; the next call to its role starts a new one. */
export function closeEngine(role: Role): void {
  workers.get(role)?.close();
  workers.delete(role);
}

/** Closes every worker; the next call starts new ones. */
export function restartEngines(): void {
  for (const worker of workers.values()) worker.close();
  workers.clear();
}

/** For tests: replaces the factory of workers. */
export function setSpawn(other: () => EngineClient): void {
  restartEngines();
  spawn = other;
}

/** A failed call as a problem for the reader. */
export function engineProblem(error: unknown): Problem {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkerClosed || error instanceof WorkerLost)
    return { code: 'ENG-02', path: '', detail };
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeStandsStill') return { code: 'ENG-04', path: '', detail };
  // The browsers' messages for a failed download.
  if (name === 'TypeError' && /fetch|network|load|response|MIME/i.test(detail))
    return { code: 'ENG-03', path: '', detail };
  const isBlocked = name === 'CompileError' || /WebAssembly|wasm-(unsafe-)?eval/.test(detail);
  return { code: isBlocked ? 'WASM-01' : 'ENG-01', path: '', detail };
}
