/** Longer lines are no message: a report of all samples takes a tenth of this. */
const LINE_BYTES = 4 * 1024 * 1024;

/** Calls `onLine` for each line, and `onFlood` for one that does not end. */
export function splitLines(onLine: (line: string) => void, onFlood: () => void): (data: string) => void {
  let rest = '';
  return (data) => {
    // Of a long line, only what is new is searched.
    const [first = '', ...more] = data.split('\n');
    rest += first;
    for (const line of more) {
      onLine(rest);
      rest = line;
    }
    if (rest.length > LINE_BYTES) onFlood();
  };
}
