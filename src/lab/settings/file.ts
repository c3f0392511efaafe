/** Reads a file that the reader chose. Its text stays in the page. */
import type { Problem } from '../../model/scenario/problem.ts';

/** Scenarios, lessons and progress have some thousand values at most; a larger file is something else. */
const MAX_FILE_BYTES = 256 * 1024;

/**
 * The text of a chosen file, or why it cannot be read.
 * @param maxBytes the largest accepted file
 */
export async function readFile(file: File, maxBytes = MAX_FILE_BYTES): Promise<string | Problem> {
  if (file.size > maxBytes) {
    return { code: 'FILE-02', path: '', value: String(file.size), max: maxBytes };
  }
  if (file.size === 0) return { code: 'FILE-04', path: '', value: file.name };
  try {
    return await file.text();
  } catch {
    return { code: 'FILE-01', path: '' };
  }
}
