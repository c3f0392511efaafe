/** What a link means by a name that is no path of a scenario: a misspelt path, its last part alone, or a name that people use. */
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

/** What people call knobs, in small letters; of several, the first that the system has is meant. */
export const CALLED: Readonly<Record<string, readonly string[]>> = {
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

/** The unit at the end of a field's name, which people leave out. */
const UNIT = /(Us|Ms|Bytes|Percent|PerSec)$/;
const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/**
 * The path of the knob that this system has and `written` means, or a word of links themselves; undefined where nothing is near enough,
 * and for what only other systems have.
 */
export function resolveFieldName(written: string, scenario: unknown): string | undefined {
  const here = fields.filter((field) => isActive(field, scenario)).map(({ path }) => path);
  const isHere = (path: string) => here.includes(path);
  const renamed = migratePath(written);
  if (renamed !== written) return isHere(renamed) ? renamed : undefined;
  const everywhere = fields.map(({ path }) => path);
  if (everywhere.includes(written)) return undefined;
  const names = namesOf(here);
  const last = lastPart(written).toLowerCase();
  const called = names.get(last) ?? (Object.hasOwn(CALLED, last) ? CALLED[last] : undefined);
  if (called !== undefined) return called.find(isHere);
  if (written.includes('.')) {
    const near = closestMatch(written, everywhere);
    if (near !== undefined) return isHere(near) ? near : undefined;
  }
  const words = written.includes('.') ? [] : LINK_NAMES;
  const near = closestMatch(last, [...names.keys(), ...words]) ?? '';
  return (names.get(near) ?? words.filter((word) => word === near))[0];
}

/** What the knobs that a system has can be called without their places, in small letters. */
function namesOf(here: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const add = (name: string, paths: readonly string[]) => {
    if (paths.length > 0 && !names.has(name)) names.set(name, paths);
  };
  for (const [name, paths] of Object.entries(CALLED))
    add(
      name,
      paths.filter((path) => here.includes(path)),
    );
  for (const path of here) {
    const last = lastPart(path);
    // A kind belongs to what is in front of it.
    if (last === 'kind') continue;
    for (const name of [last, last.replace(UNIT, '')]) add(name.toLowerCase(), [path]);
  }
  return names;
}

/** The value as this field can have it, moved into its range; undefined where it is of another type. */
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
  const whole = kind === 'integer' ? Math.round(value) : value;
  return Math.min(Math.max(whole, min ?? whole), max ?? whole);
}
