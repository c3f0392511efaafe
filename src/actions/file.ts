/** Files of the reader's: their text, which stays in the page. */
import type { Problem } from '../scenario/problem.ts';

/** Scenarios, experiments and progress have some thousand values at most; a file larger than this is something else. */
const MAX_FILE_BYTES = 256 * 1024;

/** The text of a chosen file, or why it cannot be had. */
export async function readFile(file: File): Promise<string | Problem> {
  if (file.size > MAX_FILE_BYTES) {
    return { code: 'FILE-02', path: '', value: String(file.size), max: MAX_FILE_BYTES };
  }
  if (file.size === 0) return { code: 'FILE-04', path: '', value: file.name };
  try {
    return await file.text();
  } catch {
    return { code: 'FILE-01', path: '' };
  }
}
