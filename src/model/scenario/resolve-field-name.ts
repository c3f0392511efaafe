/** Resolves names in links that are no scenario path: a misspelt path, its last segment, or a common name. */
import { type Field, fieldAt, fields, isActive } from './fields.ts';
import { closestMatch } from './fuzzy-match.ts';
import { migratePath } from './migrate-version-1.ts';
import type { Json } from './patch.ts';
import { LINK_NAMES } from './read-link.ts';

const CONNECTIONS = ['client.connections.maxTotal', 'client.connections.count'];
const POOL = ['client.connections.maxTotal'];
const CALLERS = ['workload.arrivals.callers'];
const RATE = ['workload.arrivals.ratePerSec'];
const CORES = ['client.cores', 'server.host.cores'];
const TIMEOUT = ['client.io.replyTimeoutMs'];
const BATCH = ['workload.batch.size', 'workload.batch.kind'];
const IO_THREADS = ['server.ioThreads.threads', 'server.ioThreads.kind'];
const REPLY = ['workload.command.replyBytes'];

/** Common names of fields, in lower case; the first field that the system has is used. */
export const COMMON_NAMES: Readonly<Record<string, readonly string[]>> = {
  connections: CONNECTIONS,
  conns: CONNECTIONS,
  pool: POOL,
  poolsize: POOL,
  maxactive: POOL,
  threads: CALLERS,
  clients: CALLERS,
  concurrency: CALLERS,
  users: CALLERS,
  think: [
    'workload.arrivals.thinkUs.mean',
    'workload.arrivals.thinkUs.value',
    'workload.arrivals.thinkUs.kind',
  ],
  rate: RATE,
  qps: RATE,
  rps: RATE,
  rtt: ['network.rttUs'],
  latency: ['network.rttUs'],
  bandwidth: ['network.mbitPerSec'],
  loss: ['network.lossPercent'],
  cores: CORES,
  cpus: CORES,
  loops: ['client.io.loops'],
  eventloops: ['client.io.loops', 'client.io.kind'],
  timeout: TIMEOUT,
  pipeline: BATCH,
  batch: BATCH,
  iothreads: IO_THREADS,
  'io-threads': IO_THREADS,
  payload: REPLY,
  valuesize: REPLY,
  duration: ['run.measuredMs'],
  warmup: ['run.warmupMs'],
  redis: ['server.version'],
};

/** The unit suffix of a field name, which users omit. */
const UNIT = /(Us|Ms|Bytes|Percent|PerSec)$/;
const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/**
 * The path of this system's field that `written` stands for, or a link parameter; undefined if nothing is
 * close, or only other systems have it.
 */
export function resolveFieldName(written: string, scenario: unknown): string | undefined {
  const activePaths = fields.filter((field) => isActive(field, scenario)).map(({ path }) => path);
  const isActivePath = (path: string) => activePaths.includes(path);
  const renamed = migratePath(written);
  if (renamed !== written) return isActivePath(renamed) ? renamed : undefined;
  const everywhere = fields.map(({ path }) => path);
  if (everywhere.includes(written)) return undefined;
  const names = namesOf(activePaths);
  const last = lastPart(written).toLowerCase();
  const candidates = names.get(last) ?? (Object.hasOwn(COMMON_NAMES, last) ? COMMON_NAMES[last] : undefined);
  if (candidates !== undefined) return candidates.find(isActivePath);
  if (written.includes('.')) {
    const match = closestMatch(written, everywhere);
    if (match !== undefined) return isActivePath(match) ? match : undefined;
  }
  const words = written.includes('.') ? [] : LINK_NAMES;
  const match = closestMatch(last, [...names.keys(), ...words]) ?? '';
  return (names.get(match) ?? words.filter((word) => word === match))[0];
}

/** Short names of the fields that a system has, in lower case. */
function namesOf(available: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const add = (name: string, paths: readonly string[]) => {
    if (paths.length > 0 && !names.has(name)) names.set(name, paths);
  };
  for (const [name, paths] of Object.entries(COMMON_NAMES))
    add(
      name,
      paths.filter((path) => available.includes(path)),
    );
  for (const path of available) {
    const last = lastPart(path);
    // `kind` needs the name before it.
    if (last === 'kind') continue;
    for (const name of [last, last.replace(UNIT, '')]) add(name.toLowerCase(), [path]);
  }
  return names;
}

/** The value clamped to the field's range; undefined if it has another type. */
export function fitted(scenario: unknown, path: string, value: Json): Json | undefined {
  const field = fieldAt(scenario, path);
  return field && fits(field, value) ? inRange(field, value) : undefined;
}

function fits({ kind, choices }: Field, value: Json): boolean {
  if (kind === 'choice') return choices.includes(String(value));
  return typeof value === (kind === 'integer' ? 'number' : kind);
}

function inRange({ kind, min, max }: Field, value: Json): Json {
  if (typeof value !== 'number') return value;
  const rounded = kind === 'integer' ? Math.round(value) : value;
  return Math.min(Math.max(rounded, min ?? rounded), max ?? rounded);
}
