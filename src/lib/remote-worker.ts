/**
 * A worker behind Comlink that may end. Comlink promises never settle when their worker is gone (GoogleChromeLabs/comlink#601), so
 * every call races against the worker's end.
 */
import * as Comlink from 'comlink';

/** The worker was closed while a call was under way; nothing is wrong with it otherwise. */
export class WorkerClosed extends Error {
  override name = 'WorkerClosed';
}

/** The worker could not start or broke down; the message is the browser's. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
}

export interface RemoteWorker<Service> {
  readonly remote: Comlink.Remote<Service>;
  /** The answer of a call, or the rejection with which the worker ends first. */
  readonly orEnd: <T>(answer: Promise<T>) => Promise<T>;
  /** Ends the worker at once; calls under way reject with {@link WorkerClosed}. */
  readonly close: () => void;
}

export function remoteWorker<Service>(worker: Worker): RemoteWorker<Service> {
  const remote = Comlink.wrap<Service>(worker);
  let end: (reason: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Without calls under way nobody listens, and that is no error.
  ended.catch(() => undefined);
  worker.onerror = (event) => end(new WorkerLost(event.message || 'the worker could not be loaded'));
  return {
    remote,
    orEnd: (answer) => Promise.race([answer, ended]),
    close: () => {
      end(new WorkerClosed('the worker was closed'));
      remote[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}
