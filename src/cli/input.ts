/** Texts that the command line is given: files and standard input, up to a size. */
import { open } from 'node:fs/promises';
import type { Problem } from '../model/scenario/problem.ts';

/** Results go to standard output, everything said about them to standard error: a pipe carries results only. */

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** A reader that has seen enough (`sim presets | head -1`) is no error. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

export const EXIT = { done: 0, failed: 1, badInput: 2 } as const;

/** Largest scenario, or definition of a sweep. Both have some thousand values at most. */
export const MOST_INPUT_BYTES = 4 * 1024 * 1024;

/**
 * The bytes of a file, or of standard input (`-`). No more than the limit is read, whatever comes.
 * @returns FILE-01 when it cannot be read, FILE-02 when it is larger
 */
export async function readBytesOf(file: string, most: number): Promise<Uint8Array | Problem> {
  try {
    const stream = file === '-' ? process.stdin : (await open(file)).createReadStream();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > most) {
        stream.destroy();
        return { code: 'FILE-02', path: '', value: `> ${most}`, max: most };
      }
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  } catch {
    return { code: 'FILE-01', path: '' };
  }
}

/** The same as text. */
export async function readInput(file: string, most = MOST_INPUT_BYTES): Promise<string | Problem> {
  const bytes = await readBytesOf(file, most);
  return 'code' in bytes ? bytes : Buffer.from(bytes).toString('utf8');
}
