/** The page's end of the thread in which files are read. */
import { remoteWorker } from '../../lib/remote-worker.ts';
import type { Reading } from './read.ts';
import { type Reader, reader } from './reading.ts';

export interface ReaderClient extends Reader {
  /** Ends the thread; what it still reads rejects. */
  close(): void;
}

/** Starts the thread. Where there are no workers (tests), files are read at once. */
export function spawnReader(): ReaderClient {
  if (typeof Worker === 'undefined') return { ...reader, close: () => undefined };
  const { remote, orEnd, close } = remoteWorker<Reader>(
    new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module', name: 'imports' }),
  );
  return {
    readFile: (...asked) => orEnd<Reading>(remote.readFile(...asked) as Promise<Reading>),
    readColumns: (...asked) => orEnd<Reading>(remote.readColumns(...asked) as Promise<Reading>),
    close,
  };
}
