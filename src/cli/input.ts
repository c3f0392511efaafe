/** Input of the command line: files and standard input, up to a size limit. */
import { open } from 'node:fs/promises';
import type { Problem } from '../model/scenario/problem.ts';

/** Prints results to standard output. Messages go to standard error, so pipes carry results only. */

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printMessage = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/**
 * Ignores a reader that closes the pipe early (`sim presets | head -1`).
 */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

export const EXIT = { done: 0, failed: 1, badInput: 2 } as const;

/** Maximum size of a scenario or sweep definition. Both have a few thousand values at most. */
export const MAX_INPUT_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file, or standard input (`-`), up to the limit.
 * @returns FILE-01 if the file cannot be read, FILE-02 if it is too large
 */
export async function readBytesOf(file: string, max: number): Promise<Uint8Array | Problem> {
  try {
    const stream = file === '-' ? process.stdin : (await open(file)).createReadStream();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > max) {
        stream.destroy();
        return { code: 'FILE-02', path: '', value: `> ${max}`, max: max };
      }
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  } catch {
    return { code: 'FILE-01', path: '' };
  }
}

/** Like {@link readBytesOf}, as text. */
export async function readInput(file: string, max = MAX_INPUT_BYTES): Promise<string | Problem> {
  const bytes = await readBytesOf(file, max);
  return 'code' in bytes ? bytes : Buffer.from(bytes).toString('utf8');
}
