/** SLOWLOG GET of one node, as redis-cli prints it. */
import type { Execution, RunRecord } from '../record.ts';
import type { Variant, VariantCommand } from '../variant.ts';
import { addressOf, beganAt, clientOf } from './addresses.ts';

/** `slowlog-log-slower-than` on these servers, µs. */
export const SLOWER_THAN_US = 2000;

/** Entries that Redis keeps: `slowlog-max-len`. */
const MAX_ENTRIES = 128;

/** A list as redis-cli prints it: numbered, and nested ones further in. */
function printed(items: readonly (string | readonly string[])[], indent: string): string {
  const inner = `${indent}   `;
  const lines = items.map((item, index) => {
    const text = typeof item === 'string' ? item : printed(item, inner);
    return `${index === 0 ? '' : indent}${index + 1}) ${text}`;
  });
  return lines.join('\n');
}

function entry(variant: Variant, record: RunRecord, execution: Execution, id: number) {
  const { atNs, ns, name, connection } = execution;
  const known = [
    ...(Object.values(variant.commands) as readonly VariantCommand[]),
    ...(variant.neighbour ? [variant.neighbour.command] : []),
  ];
  const words = [name.toUpperCase(), ...(known.find((each) => each.name === name)?.args ?? [])];
  const client = record.connections.find(({ number }) => number === connection);
  return [
    `(integer) ${id}`,
    `(integer) ${Math.floor(beganAt(variant) + atNs / 1e9)}`,
    `(integer) ${Math.round(ns / 1000)}`,
    words.map((word) => `"${word}"`),
    `"${client ? addressOf(variant, client) : ''}"`,
    `"${clientOf(variant, connection).service}"`,
  ];
}

/** The newest entry first. @param node whose log; from 0 */
export function slowLogText(variant: Variant, record: RunRecord, node: number): string {
  const slow = record.executions.filter((each) => each.node === node && each.ns / 1000 > SLOWER_THAN_US);
  const entries = slow.map((execution, id) => entry(variant, record, execution, id)).slice(-MAX_ENTRIES);
  if (entries.length === 0) return '(empty array)\n';
  const width = String(entries.length).length;
  const lines = entries.reverse().map((items, index) => {
    const start = `${String(index + 1).padStart(width)}) `;
    return `${start}${printed(items, ' '.repeat(start.length))}`;
  });
  return `${lines.join('\n')}\n`;
}
