/** Activity of a Redis between two readings of its counters. */
import type { ServerUse } from '../workload/measured.ts';

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

export interface Snapshot {
  readonly atMs: number;
  readonly info: ReadonlyMap<string, string>;
}

/** Reads the counters with one INFO. */
export async function readCounters(call: (words: string[]) => Promise<unknown>): Promise<Snapshot | null> {
  try {
    const info = parseInfo(String(await call(['INFO', 'all'])));
    return { atMs: performance.now(), info };
  } catch {
    return null;
  }
}

const COMMAND = 'cmdstat_';
/** Commands of the bridge's readings and of clients' readiness checks. */
export const OBSERVING: ReadonlySet<string> = new Set(['info', 'ping', 'hello', 'auth', 'select']);

const isSameServer = (a: Snapshot, b: Snapshot) => a.info.get('run_id') === b.info.get('run_id');

/** The counters of all servers of a run at one moment, in a fixed order; null if one of them did not answer. */
export type Reading = readonly Snapshot[] | null;

/** The activity of all servers; null if a reading failed, or a server restarted in between. */
export function growthBetween(from: Reading, to: Reading): ServerUse | null {
  const [first = null, ...others] = to?.map((each, node) => growthOfServer(from?.[node], each)) ?? [];
  return others.reduce((total, use) => (total && use ? sumOf(total, use) : null), first);
}

const both = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Two servers as one. Commands keep their mean time of execution. */
const sumOf = (a: ServerUse, b: ServerUse): ServerUse => ({
  windowUs: Math.max(a.windowUs, b.windowUs),
  commands: commandsOf([...a.commands, ...b.commands]),
  cpuUserUs: a.cpuUserUs + b.cpuUserUs,
  cpuSystemUs: a.cpuSystemUs + b.cpuSystemUs,
  reads: both(a.reads, b.reads),
  writes: both(a.writes, b.writes),
  bytesIn: a.bytesIn + b.bytesIn,
  bytesOut: a.bytesOut + b.bytesOut,
  usedMemoryBytes: a.usedMemoryBytes + b.usedMemoryBytes,
  connectedClients: a.connectedClients + b.connectedClients,
});

/** One entry for each name. */
function commandsOf(all: ServerUse['commands']): ServerUse['commands'] {
  const byName = new Map<string, ServerUse['commands'][number]>();
  for (const each of all) {
    const { name, calls = 0, meanUs = 0, failed = 0 } = byName.get(each.name) ?? { name: each.name };
    const sum = calls + each.calls;
    const totalUs = calls * meanUs + each.calls * each.meanUs;
    byName.set(name, {
      name,
      calls: sum,
      meanUs: sum > 0 ? totalUs / sum : 0,
      failed: failed + each.failed,
    });
  }
  return [...byName.values()];
}

function growthOfServer(from: Snapshot | undefined, to: Snapshot): ServerUse | null {
  if (!from || !isSameServer(from, to)) return null;
  const value = (snapshot: Snapshot, name: string) => {
    const text = snapshot.info.get(name);
    return text === undefined ? null : Number(text);
  };
  const growth = (name: string) => {
    const [before, after] = [value(from, name), value(to, name)];
    return before === null || after === null ? null : after - before;
  };
  const sinceStart = (seconds: number | null) => Math.round((seconds ?? 0) * 1e6);
  return {
    windowUs: Math.round((to.atMs - from.atMs) * 1000),
    commands: commandsBetween(from, to).filter(({ name }) => !OBSERVING.has(name)),
    cpuUserUs: sinceStart(growth('used_cpu_user')),
    cpuSystemUs: sinceStart(growth('used_cpu_sys')),
    reads: growth('total_reads_processed'),
    writes: growth('total_writes_processed'),
    bytesIn: growth('total_net_input_bytes') ?? 0,
    bytesOut: growth('total_net_output_bytes') ?? 0,
    usedMemoryBytes: value(to, 'used_memory') ?? 0,
    connectedClients: value(to, 'connected_clients') ?? 0,
  };
}

function commandsBetween(from: Snapshot, to: Snapshot): ServerUse['commands'] {
  return [...to.info]
    .filter(([name]) => name.startsWith(COMMAND))
    .map(([name, line]) => {
      const [after, before] = [fieldsOf(line), fieldsOf(from.info.get(name) ?? '')];
      const growth = (field: string) => Number(after.get(field) ?? 0) - Number(before.get(field) ?? 0);
      const calls = growth('calls');
      return {
        name: name.slice(COMMAND.length),
        calls,
        meanUs: calls > 0 ? growth('usec') / calls : 0,
        failed: growth('failed_calls') + growth('rejected_calls'),
      };
    })
    .filter(({ calls, failed }) => calls > 0 || failed > 0);
}
