/** Files of the reader's: their text, which stays in the page. */
import type { Problem } from '../../model/scenario/problem.ts';

/** Scenarios, lessons and progress have some thousand values at most; a file larger than this is something else. */
const MAX_FILE_BYTES = 256 * 1024;

/** The text of a chosen file, or why it cannot be had. @param maxBytes the largest file that is read */
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
