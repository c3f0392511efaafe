/** Reads a file that the reader chose. Its text stays in the page. */
import type { Problem } from '../../model/scenario/problem.ts';

/** Scenarios, lessons and progress have some thousand values at most; a larger file is something else. */
const MAX_FILE_BYTES = 256 * 1024;

/**
 * The text of a chosen file in UTF-8, or why it cannot be read.
 * @param maxBytes the largest accepted file
 */
export const readFile = (file: File, maxBytes = MAX_FILE_BYTES): Promise<string | Problem> =>
  read(file, maxBytes, () => file.text());

/** The bytes of a chosen file whose encoding is not known, or why it cannot be read. */
export const readBytes = (file: File, maxBytes = MAX_FILE_BYTES): Promise<Uint8Array | Problem> =>
  read(file, maxBytes, async () => new Uint8Array(await file.arrayBuffer()));

async function read<T>(file: File, maxBytes: number, content: () => Promise<T>): Promise<T | Problem> {
  if (file.size > maxBytes) {
    return { code: 'FILE-02', path: '', value: String(file.size), max: maxBytes };
  }
  if (file.size === 0) return { code: 'FILE-04', path: '', value: file.name };
  try {
    return await content();
  } catch {
    return { code: 'FILE-01', path: '' };
  }
}
