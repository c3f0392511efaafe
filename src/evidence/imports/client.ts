/** The page's client of the worker that reads files. */
import { remoteWorker } from '../../lib/remote-worker.ts';
import type { Reading } from './read.ts';
import { type Reader, reader } from './reading.ts';

export interface ReaderClient extends Reader {
  /** Terminates the worker; pending reads reject. */
  close(): void;
}

/** Starts the worker. Without worker support (tests), files are read in the same thread. */
export function spawnReader(): ReaderClient {
  if (typeof Worker === 'undefined') return { ...reader, close: () => undefined };
  const { remote, orEnd, close } = remoteWorker<Reader>(
    new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module', name: 'imports' }),
  );
  return {
    readFile: (...args) => orEnd<Reading>(remote.readFile(...args) as Promise<Reading>),
    readColumns: (...args) => orEnd<Reading>(remote.readColumns(...args) as Promise<Reading>),
    close,
  };
}
