/**
 * Reads files in this thread; `reading.worker.ts` runs it in a worker, and `client.ts` is the page's client.
 */
import type { Column } from './csv.ts';
import type { ReadOverlay } from './overlay.ts';
import type { Answers } from './question.ts';
import { type Reading, readBytes, readTable } from './read.ts';

/** The interface of the reading worker. */
export interface Reader {
  /** Reads a file's bytes. */
  readFile(bytes: Uint8Array, source: string, answers: Answers): Promise<Reading>;
  /** Reads a table again, with other columns. */
  readColumns(bytes: Uint8Array, source: string, columns: readonly Column[]): Promise<Reading>;
}

/** Most points that the page keeps of one file. */
export const MOST_POINTS = 1000;

/** An overlay that a page can draw: points beyond {@link MOST_POINTS} are only counted. */
function limited(overlay: ReadOverlay): ReadOverlay {
  const { points, parts } = overlay;
  const left = Math.max(0, points.length - MOST_POINTS);
  return {
    ...overlay,
    points: points.slice(0, MOST_POINTS),
    ...(parts ? { parts: parts.slice(0, MOST_POINTS) } : {}),
    ...(left > 0 ? { pointsLeft: left } : {}),
  };
}

const forPage = (reading: Reading): Reading =>
  'overlay' in reading && reading.overlay ? { ...reading, overlay: limited(reading.overlay) } : reading;

export const reader: Reader = {
  readFile: async (bytes, source, answers) => forPage(readBytes(bytes, source, answers)),
  readColumns: async (bytes, source, columns) => forPage(readTable(bytes, source, columns)),
};
