/**
 * Messages between the bridge and a driver: one JSON object a line. A driver is a program outside the bridge, so all that
 * it says is checked.
 */
import * as v from 'valibot';
import type { LibraryRun } from '../../workload/plan.ts';
import type { RealWorkload } from '../../workload/workload.ts';
import type { Access, LoadOrder } from '../load/messages.ts';

/** What a driver runs. */
export interface DriverOrder {
  readonly library: LibraryRun['name'];
  /** The driver refuses if it was built with another. */
  readonly version: string;
  readonly runtime: LibraryRun['runtime'];
  readonly client: LibraryRun['client'];
  readonly workload: Pick<RealWorkload, 'arrivals' | 'command' | 'second' | 'batch' | 'seed'>;
  readonly access: Access;
  readonly keys: readonly string[];
  /** Expiry of every SET. */
  readonly ttlMs: number;
  readonly warmupMs: number;
  readonly measuredMs: number;
  /** If given, the warm-up goes on until the throughput is steady or this time is over. */
  readonly steady: { readonly maxWarmupMs: number } | null;
  readonly commandsPerSec: number | null;
}

export const driverOrderOf = (
  { workload, access, keys, ttlMs, warmupMs, measuredMs, commandsPerSec }: LoadOrder,
  { name, version, runtime, client }: LibraryRun,
  steady: DriverOrder['steady'],
): DriverOrder => {
  const { arrivals, command, second, batch, seed } = workload;
  return {
    ...{ library: name, version, runtime, client, workload: { arrivals, command, second, batch, seed } },
    ...{ access, keys, ttlMs, warmupMs, measuredMs, steady, commandsPerSec },
  };
};

export type ToDriver =
  | { readonly kind: 'prepare'; readonly order: DriverOrder }
  | { readonly kind: 'run' }
  | { readonly kind: 'stop' };

const number = v.pipe(v.number(), v.finite());
const size = v.pipe(number, v.minValue(0));
const numbers = v.pipe(v.array(number), v.maxLength(100_000));
const counts = v.record(v.pipe(v.string(), v.maxLength(100)), size);
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((long) => long.slice(0, max)),
  );

const tally = v.object({
  buckets: numbers,
  counts: numbers,
  count: size,
  sumNs: size,
  // A histogram without values has an infinite minimum, which JSON lacks.
  minNs: v.pipe(
    v.nullable(number),
    v.transform((value) => value ?? Number.POSITIVE_INFINITY),
  ),
  maxNs: size,
});

const partly = v.pipe(v.array(v.nullable(number)), v.maxLength(100_000));
const sample = v.object({
  fromUs: number,
  toUs: number,
  caller: numbers,
  connection: numbers,
  startUs: numbers,
  waitCallerUs: numbers,
  waitConnectionUs: numbers,
  unwrittenUs: partly,
  awayUs: numbers,
  deliveryUs: partly,
  failed: v.pipe(v.array(v.picklist([0, 1])), v.maxLength(100_000)),
});

/** What the process of a driver used since the last report; null: the system does not say. */
const processUse = v.object({
  cores: v.nullable(size),
  voluntarySwitches: v.nullable(size),
  involuntarySwitches: v.nullable(size),
  residentBytes: v.nullable(size),
  /** Time in which the garbage collector stopped the callers. */
  gcUs: v.nullable(size),
});
export type ProcessUse = v.InferOutput<typeof processUse>;

const report = v.object({
  atUs: size,
  intervalUs: size,
  isWarmup: v.boolean(),
  issued: size,
  completed: size,
  shed: size,
  failures: counts,
  inProgress: size,
  inProgressUs: size,
  oldestUs: v.nullable(size),
  response: tally,
  waitCallerNs: size,
  waitConnectionNs: size,
  look: v.nullable(sample),
  use: processUse,
  lastError: v.nullable(text(200)),
  silentMs: size,
  wasRateLimited: v.boolean(),
});

const fromDriver = v.variant('kind', [
  v.object({ kind: v.literal('connected'), versions: v.record(v.string(), text(100)) }),
  v.object({ kind: v.literal('measuring'), warmupUs: size, isSteady: v.nullish(v.boolean(), null) }),
  v.object({ kind: v.literal('measured') }),
  v.object({ kind: v.literal('report'), report }),
  v.object({ kind: v.literal('ended'), sent: counts }),
  v.object({ kind: v.literal('refused'), message: text(1000) }),
]);
export type FromDriver = v.InferOutput<typeof fromDriver>;

/** A line as a message, or why it is none. */
export function readMessage(line: string): FromDriver | string {
  try {
    const read = v.safeParse(fromDriver, JSON.parse(line));
    if (read.success) return read.output;
    const [issue] = read.issues;
    return `${v.getDotPath(issue) ?? ''} ${issue.message}`;
  } catch {
    return `not JSON: ${line.slice(0, 200)}`;
  }
}
