/** Progress on standard error: one line on a terminal, nothing otherwise. */

const EVERY_MS = 200;

export function showProgress(): { readonly show: (line: string) => void; readonly end: () => void } {
  let shown = 0;
  return {
    show: (line) => {
      if (!process.stderr.isTTY || Date.now() - shown < EVERY_MS) return;
      shown = Date.now();
      process.stderr.write(`\r${line}\x1b[K`);
    },
    end: () => {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    },
  };
}
