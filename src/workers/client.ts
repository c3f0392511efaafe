/**
 * The page's end of the protocol. Comlink promises never settle when their worker is gone (GoogleChromeLabs/comlink#601),
 * so every call races against the worker's end.
 */
import * as Comlink from 'comlink';
import type { WorkerService } from './engine.worker.ts';
import type { EngineService } from './protocol.ts';

/** The worker was closed while a call was under way; nothing is wrong with it otherwise. */
export class EngineClosed extends Error {
  override name = 'EngineClosed';
}

/** The worker could not start or broke down; the message is the browser's. */
export class EngineLost extends Error {
  override name = 'EngineLost';
}

/** An engine in a worker of its own. */
export interface EngineClient extends EngineService {
  /** Ends the worker at once; calls under way reject with {@link EngineClosed}. */
  readonly close: () => void;
}

/** Starts a worker with an engine. Errors inside the engine reject the call with Rust's text as message. */
export function spawnEngine(): EngineClient {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  const remote = Comlink.wrap<WorkerService>(worker);
  let end: (reason: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Without calls under way nobody listens, and that is no error.
  ended.catch(() => undefined);
  worker.onerror = (event) => end(new EngineLost(event.message || 'the worker could not be loaded'));

  const orEnd = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, ended]);
  return {
    normalize: (json) => orEnd(remote.normalize(json)),
    open: (...run) => orEnd(remote.open(...run)),
    record: (untilNs, budgetMs) => orEnd(remote.record(untilNs, budgetMs)),
    rewind: (fromNs, budgetMs) => orEnd(remote.rewind(fromNs, budgetMs)),
    levels: (intervals, budgetMs) => orEnd(remote.levels(intervals, budgetMs)),
    finish: (budgetMs) => orEnd(remote.finish(budgetMs)),
    close: () => {
      end(new EngineClosed('the engine was closed'));
      remote[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}
