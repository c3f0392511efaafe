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
