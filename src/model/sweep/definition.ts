/**
 * The definition of a sweep: systems, one or two parameters with values, and replications. The same text is a
 * file of the command line, a download of the page, and part of reports.
 */
import type { Edits, Json } from '../scenario/patch.ts';

/** Values of a parameter, as a list or a range; integer ranges are rounded, and values are unique. */
export type AxisValues =
  | { readonly values: readonly AxisValue[] }
  | {
      readonly from: number;
      readonly to: number;
      readonly points: number;
      readonly scale: 'linear' | 'log';
    };

export type AxisValue = number | string | boolean;

/**
 * One dimension. Several paths are one parameter under several names: each system uses those it has. So
 * "connections" is the pool size in one and the number of shared connections in another.
 */
export type Axis = { readonly paths: readonly string[] } & AxisValues;

/** A named system: a preset or a (partial) scenario, with changes. */
export interface SweepSeries {
  readonly name: string;
  readonly preset?: string;
  readonly scenario?: Json;
  readonly set?: Edits;
}

/** A complete definition with all defaults. */
export interface Sweep {
  readonly roundtrip: 'sweep';
  readonly version: 1;
  /** The user's question. */
  readonly question: string;
  readonly series: readonly SweepSeries[];
  /** The first is the horizontal axis. */
  readonly axes: readonly Axis[];
  /** Changes of every system. */
  readonly set: Edits;
  /** The plotted metric, to which the precision refers: a name of `metrics.ts`. */
  readonly metric: string;
  /** Maximum replications per point. */
  readonly seeds: number;
  /**
   * Seed of the first replication, incremented for each further one; the same at every point (common random
   * numbers).
   */
  readonly firstSeed: number;
  /**
   * A point is repeated until its 95 % half-width is at most this share of its mean; `answer`: until the
   * smallest sufficient value is decided (`answer.ts`); null: all replications.
   */
  readonly precision: number | 'answer' | null;
  /** Wall time after which no run starts, s; null: no limit. */
  readonly budgetS: number | null;
}

export const DEFAULTS = {
  question: '',
  set: {},
  metric: 'throughput.perSec',
  seeds: 5,
  firstSeed: 1,
  precision: null,
  budgetS: null,
} as const satisfies Partial<Sweep>;

export const LIMITS = {
  series: 12,
  axes: 2,
  points: 10_000,
  seeds: 1000,
  /** Minimum replications for a decision to stop: fewer do not estimate the variance. */
  precisionFrom: 5,
} as const;

/** Whether two definitions need the same runs; question and metric may differ. */
export function isSameRuns(a: Sweep, b: Sweep): boolean {
  const runsText = ({ question: _, metric: __, ...rest }: Sweep): string => JSON.stringify(rest);
  return a === b || runsText(a) === runsText(b);
}

/** The text of a definition file. */
export const sweepText = (sweep: Sweep): string => `${JSON.stringify(sweep, null, 2)}\n`;
