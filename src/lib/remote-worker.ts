/**
 * A Comlink worker that may end. Comlink promises never settle after the worker is gone
 * (GoogleChromeLabs/comlink#601), so every call races against the worker's end.
 */
import * as Comlink from 'comlink';

/** The worker was closed during a call. This is not an error of the worker. */
export class WorkerClosed extends Error {
  override name = 'WorkerClosed';
}

/** The worker failed to start or crashed; carries the browser's message. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
}

export interface RemoteWorker<Service> {
  readonly remote: Comlink.Remote<Service>;
  /** Resolves with the call's result; rejects if the worker ends first. */
  readonly orEnd: <T>(answer: Promise<T>) => Promise<T>;
  /** Rejects pending and later calls: the worker cannot serve them. */
  readonly fail: (reason: Error) => void;
  /** Ends the worker at once; pending calls reject with {@link WorkerClosed}. */
  readonly close: () => void;
}

export function remoteWorker<Service>(worker: Worker): RemoteWorker<Service> {
  const remote = Comlink.wrap<Service>(worker);
  let end: (reason: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Without pending calls this rejection is expected.
  ended.catch(() => undefined);
  worker.onerror = (event) => end(new WorkerLost(event.message || 'the worker could not be loaded'));
  return {
    remote,
    orEnd: (answer) => Promise.race([answer, ended]),
    fail: (reason) => end(reason),
    close: () => {
      end(new WorkerClosed('the worker was closed'));
      remote[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}
