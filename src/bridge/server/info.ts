/** What Redis says about itself. */

/** The lines of an INFO reply by name. */
export function parseInfo(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':') && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

/** The fields of a line with several: `keys=3,expires=0`. */
export function fieldsOf(line: string): Map<string, string> {
  const entries = line.split(',').map((entry): [string, string] => {
    const sign = entry.indexOf('=');
    return [entry.slice(0, sign), entry.slice(sign + 1)];
  });
  return new Map(entries);
}
