/** Reports an error that no part of the bridge expected: one line on standard error, the same one once. */

/** Different errors that are remembered; a longer list would be a list of noise. */
const MOST_KNOWN = 100;
const known = new Set<string>();

/** @param where the part in which it came up: `request`, `upgrade`, `session` */
export function reportUnexpected(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const line = `unexpected error (${where}): ${text}`;
  if (known.has(line) || known.size >= MOST_KNOWN) return;
  known.add(line);
  process.stderr.write(`${line}\n`);
}
