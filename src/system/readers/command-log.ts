/** SLOWLOG GET and Valkey's COMMANDLOG GET, as redis-cli prints them. */
import type { Found, PieceReader } from './found.ts';

/** Entry: id, time, duration in µs or size in bytes, arguments. */
const ENTRY = /1\) \(integer\) \d+\s+2\) \(integer\) \d{9,}\s+3\) \(integer\) (\d+)\s+4\) 1\) "([^"\s]+)"/g;
/** The command that printed the entries: which log they are from. */
const COMMAND = /\b(?:SLOWLOG GET|COMMANDLOG GET\s+-?\d+\s+(slow|large-request|large-reply))\b/gi;

interface Entry {
  readonly name: string;
  readonly amount: number;
  readonly line: number;
}

export const readCommandLog: PieceReader = (text) => {
  const commands = [...text.matchAll(COMMAND)].map((match) => ({
    at: match.index,
    log: match[1]?.toLowerCase() ?? 'slow',
  }));
  const slow: Entry[] = [];
  const large: Entry[] = [];
  const lines: number[] = [];
  for (const match of text.matchAll(ENTRY)) {
    const log = commands.findLast(({ at }) => at < match.index)?.log ?? 'slow';
    const line = text.slice(0, match.index).split('\n').length;
    const entry = { name: (match[2] ?? '').toLowerCase(), amount: Number(match[1]), line };
    (log === 'slow' ? slow : large).push(entry);
  }
  if (slow.length + large.length === 0) return undefined;
  text.split(/\r?\n/).forEach((line, index) => {
    // Everything that redis-cli prints of an entry, and the command above it.
    if (/^\s*(?:\d+\) )+/.test(line) || /\b(?:SLOWLOG|COMMANDLOG)\b/i.test(line)) lines.push(index + 1);
  });
  const observed: Found['observed'] = {
    ...(slow[0] && {
      slowCommands: {
        value: grouped(slow).map(({ name, count, max }) => ({ name, count, maxUs: max })),
        line: slow[0].line,
      },
    }),
    ...(large[0] && {
      largeCommands: {
        value: grouped(large).map(({ name, count, max }) => ({ name, count, maxBytes: max })),
        line: large[0].line,
      },
    }),
  };
  return { kind: large.length > 0 || /COMMANDLOG/i.test(text) ? 'commandLog' : 'slowLog', observed, lines };
};

function grouped(entries: readonly Entry[]): { name: string; count: number; max: number }[] {
  const byName = new Map<string, { count: number; max: number }>();
  for (const { name, amount } of entries) {
    const known = byName.get(name);
    byName.set(name, { count: (known?.count ?? 0) + 1, max: Math.max(known?.max ?? 0, amount) });
  }
  return [...byName].map(([name, each]) => ({ name, ...each }));
}
