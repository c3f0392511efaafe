/** The page's side of the worker protocol. */
import { remoteWorker } from '../../lib/remote-worker.ts';
import { engineCode } from '../engine/compiled.ts';
import type { WorkerService } from './engine.worker.ts';
import type { EngineService } from './protocol.ts';

/** An engine in its own worker. */
export interface EngineClient extends EngineService {
  /** Ends the worker at once; pending calls reject with `WorkerClosed`. */
  readonly close: () => void;
}

/** Starts a worker with an engine. Engine errors reject the call with Rust's message. */
export function spawnEngine(): EngineClient {
  const { remote, orEnd, fail, close } = remoteWorker<WorkerService>(
    new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  );
  // The engine downloads while the worker starts. Calls wait in the worker until it is there.
  engineCode().then(remote.load).catch(fail);
  return {
    normalize: (json) => orEnd(remote.normalize(json)),
    open: (...run) => orEnd(remote.open(...run)),
    record: (untilNs, budgetMs) => orEnd(remote.record(untilNs, budgetMs)),
    rewind: (...stretch) => orEnd(remote.rewind(...stretch)),
    look: (...stretch) => orEnd(remote.look(...stretch)),
    levels: (intervals, budgetMs) => orEnd(remote.levels(intervals, budgetMs)),
    finish: (budgetMs) => orEnd(remote.finish(budgetMs)),
    close,
  };
}
