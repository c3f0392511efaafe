/** SLOWLOG GET and Valkey's COMMANDLOG GET, as redis-cli prints them. */
import type { SlowCommand } from '../system.ts';
import type { Found, PieceReader } from './reader-result.ts';

/** Entry: id, time, duration in µs or size in bytes, arguments. */
const ENTRY = /1\) \(integer\) \d+\s+2\) \(integer\) (\d{9,})\s+3\) \(integer\) (\d+)\s+4\) 1\) "([^"\s]+)"/g;
/** The command that printed the entries: which log they are from. */
const COMMAND = /\b(?:SLOWLOG GET|COMMANDLOG GET\s+-?\d+\s+(slow|large-request|large-reply))\b/gi;

interface Entry {
  readonly name: string;
  readonly log: string;
  /** Unix time, s. */
  readonly at: number;
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
    const [, at, amount, name = ''] = match;
    const entry = { name: name.toLowerCase(), log, at: Number(at), amount: Number(amount), line };
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
        value: slowCommandsOf(slow),
        line: slow[0].line,
      },
    }),
    ...(large[0] && {
      largeCommands: {
        value: (['request', 'reply'] as const).flatMap((of) => {
          const own = large.filter(({ log }) => log === `large-${of}`);
          return grouped(own).map(({ name, count, max, sum, line }) => ({
            ...{ name, of, count, maxBytes: max, meanBytes: sum / count, line },
            ...secondsOf(own),
          }));
        }),
        line: large[0].line,
      },
    }),
  };
  return { kind: large.length > 0 || /COMMANDLOG/i.test(text) ? 'commandLog' : 'slowLog', observed, lines };
};

/** Entries by the names of their commands, with the time that the log covers. */
const slowCommandsOf = (entries: readonly Entry[]): SlowCommand[] =>
  grouped(entries).map(({ name, count, max, sum, line }) => ({
    ...{ name, count, maxUs: max, meanUs: sum / count, line },
    ...secondsOf(entries),
  }));

/** The time in which the entries were; nothing if one moment has them all. */
function secondsOf(entries: readonly Entry[]): { readonly seconds?: number } {
  const times = entries.map(({ at }) => at);
  const seconds = Math.max(...times) - Math.min(...times);
  // The gaps between entries are one fewer than the entries.
  return seconds > 0 ? { seconds: (seconds * entries.length) / (entries.length - 1) } : {};
}

function grouped(entries: readonly Entry[]) {
  const byName = new Map<string, { count: number; max: number; sum: number; line: number }>();
  for (const { name, amount, line: own } of entries) {
    const { count, max, sum, line } = byName.get(name) ?? { count: 0, max: 0, sum: 0, line: own };
    byName.set(name, {
      ...{ count: count + 1, max: Math.max(max, amount), sum: sum + amount },
      // The line of the largest one.
      line: amount > max ? own : line,
    });
  }
  return [...byName].map(([name, each]) => ({ name, ...each }));
}
