/** A measured row as input of a prediction: its scenario and measurements. */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, type TableName } from '../measured/tables.ts';

/** Compared quantities, in the units of their names. */
export type Quantity =
  | 'perSec'
  | 'meanUs'
  | 'p99Us'
  | 'readsPerCommand'
  | 'pollsPerCommand'
  | 'waitsPerRequest'
  | 'serverWaitsPerRequest'
  | 'clientCpuUs'
  | 'serverCpuUs'
  | 'kernelShare'
  | 'serverKernelShare';

/** A median and the range of the rounds. */
export interface MeasuredValue {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** One measured configuration. */
export interface Row {
  readonly table: TableName | 'published' | 'calibration';
  /** Identifies the row in its table: `loopback 200 jedis 50`. */
  readonly id: string;
  /** The model's scenario. */
  readonly scenario: Json;
  readonly seen: Partial<Record<Quantity, MeasuredValue>>;
  /** Whether the whole range of the rounds counts as met: contended Java pools, whose campaigns disagree. */
  readonly rangeCounts: boolean;
  /**
   * Repeated runs of the same kind, where runs differ more than configurations. Shown next to the judgement,
   * which uses `seen`.
   */
  readonly again?: Partial<Record<Quantity, MeasuredValue>>;
  /** Why the row is shown without being judged. */
  readonly aside?: Aside;
}

/** A measured effect outside of the model; texts are in the catalogue (`evidence.measured.asides`). */
export type Aside = 'delayLine' | 'benchmarkThreads' | 'garbageCollection';

/** A value with the range of its rounds, when it was measured. */
export function seen(line: Line, column: string, scale = 1): MeasuredValue | undefined {
  const value = numberIn(line, column);
  if (value === undefined) return undefined;
  const bound = (suffix: string) =>
    (`${column}_${suffix}` in line && numberIn(line, `${column}_${suffix}`)) || value;
  return scaled({ value, low: bound('min'), high: bound('max') }, scale);
}

/** A value and its range in other units. */
export const scaled = ({ value, low, high }: MeasuredValue, scale: number): MeasuredValue => ({
  value: value * scale,
  low: low * scale,
  high: high * scale,
});

/** The sum of some columns as one value. */
export function sum(line: Line, columns: readonly string[], scale = 1): MeasuredValue | undefined {
  const values = columns.map((column) => numberIn(line, column));
  if (values.some((value) => value === undefined)) return undefined;
  const value = scale * values.reduce<number>((total, part) => total + (part ?? 0), 0);
  return { value, low: value, high: value };
}

/** The measured quantities only. */
export const present = (all: { readonly [Q in Quantity]?: MeasuredValue | undefined }): Row['seen'] =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));

/** Least throughput at which CPU time per operation is usable: below, it is mostly the JVM's housekeeping. */
export const CPU_COUNTS_FROM = 5000;
