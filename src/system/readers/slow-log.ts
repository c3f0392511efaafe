/** SLOWLOG GET and COMMANDLOG GET, as redis-cli prints them. */
import type { PieceReader } from './found.ts';

export const readSlowLog: PieceReader = (text) => {
  // Entry: id, time, duration in µs, arguments.
  const entry = /1\) \(integer\) \d+\s+2\) \(integer\) \d{9,}\s+3\) \(integer\) (\d+)\s+4\) 1\) "([^"\s]+)"/g;
  const slow = new Map<string, { count: number; maxUs: number }>();
  let first: number | undefined;
  for (const match of text.matchAll(entry)) {
    first ??= text.slice(0, match.index).split('\n').length;
    const name = (match[2] ?? '').toLowerCase();
    const known = slow.get(name);
    const us = Number(match[1]);
    slow.set(name, { count: (known?.count ?? 0) + 1, maxUs: Math.max(known?.maxUs ?? 0, us) });
  }
  if (first === undefined) return undefined;
  const commands = [...slow].map(([name, { count, maxUs }]) => ({ name, count, maxUs }));
  return { kind: 'slowLog', observed: { slowCommands: { value: commands, line: first } } };
};
