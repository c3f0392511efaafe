/** The page's client of the worker that reads what a user gives. */
import { remoteWorker } from '../../lib/remote-worker.ts';
import type { Reader } from './reading.ts';

export interface ReaderClient extends Reader {
  /** Terminates the worker; pending calls reject with `WorkerClosed`. */
  close(): void;
}

export function spawnReader(): ReaderClient {
  const { remote, orEnd, close } = remoteWorker<Reader>(
    new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module', name: 'system' }),
  );
  return {
    read: (...args) => orEnd(remote.read(...args)),
    change: (...args) => orEnd(remote.change(...args)),
    pack: (...args) => orEnd(remote.pack(...args)),
    unpack: (...args) => orEnd(remote.unpack(...args)),
    close,
  };
}

/** Reads the newest input alone: an earlier reading that has not ended is given up. */
export class NewestReading {
  readonly #spawn: () => ReaderClient;
  #worker: ReaderClient | undefined;
  #isBusy = false;

  /** @param spawn starts a worker: on demand, and after one that was given up */
  constructor(spawn: () => ReaderClient = spawnReader) {
    this.#spawn = spawn;
  }

  /** Starts the worker, so that the first text need not wait for it. */
  prepare(): void {
    this.#worker ??= this.#spawn();
  }

  /**
   * Rejects with `WorkerClosed` when a newer input comes first.
   * @throws WorkerLost if the browser cannot start the worker
   */
  async read(...input: Parameters<Reader['read']>): ReturnType<Reader['read']> {
    // A worker cannot be interrupted.
    if (this.#isBusy) this.close();
    this.prepare();
    const worker = this.#worker as ReaderClient;
    this.#isBusy = true;
    try {
      return await worker.read(...input);
    } catch (error) {
      if (this.#worker === worker) this.close();
      throw error;
    } finally {
      if (this.#worker === worker) this.#isBusy = false;
    }
  }

  close(): void {
    this.#worker?.close();
    this.#worker = undefined;
    this.#isBusy = false;
  }
}

/** One call in a worker of its own, which ends with it. */
export async function inOwnReader<T>(call: (reader: Reader) => Promise<T>): Promise<T> {
  const worker = spawnReader();
  try {
    return await call(worker);
  } finally {
    worker.close();
  }
}
