/**
 * What a sweep asks for: some systems, one knob or two that take several values, and how often each point is repeated. The
 * same text is a file of the command line, a download of the page, and what a report carries.
 */
import type { Edits, Json } from '../scenario/patch.ts';

/** Values of a knob, one by one or as a range; ranges of whole numbers are rounded, and no value comes twice. */
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
 * One dimension. Several paths are one knob under several names: in each system those that it has take the value, so that
 * "connections" means the size of a pool here and the number of shared connections there.
 */
export type Axis = { readonly paths: readonly string[] } & AxisValues;

/** A named system: a preset or a (partial) scenario, with changes. */
export interface SweepSeries {
  readonly name: string;
  readonly preset?: string;
  readonly scenario?: Json;
  readonly set?: Edits;
}

/** A complete definition: whatever a file left out has its default. */
export interface Sweep {
  readonly roundtrip: 'sweep';
  readonly version: 1;
  /** What somebody wants to know. */
  readonly question: string;
  readonly series: readonly SweepSeries[];
  /** The first is drawn from left to right. */
  readonly axes: readonly Axis[];
  /** Changes of every system. */
  readonly set: Edits;
  /** What is drawn, and what the precision is about: a name of `metrics.ts`. */
  readonly metric: string;
  /** Largest number of replications of a point. */
  readonly seeds: number;
  /** Seed of the first replication; the next has the next one, the same at every point (common random numbers). */
  readonly firstSeed: number;
  /** A point is repeated until its 95 % half-width is at most this share of its mean; null: all replications. */
  readonly precision: number | null;
  /** Wall time after which no run is started, s; null: none. */
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
  /** Fewer replications say too little about their scatter for a decision to stop. */
  precisionFrom: 5,
} as const;

/** Whether two ask for the same runs: the question, and what is drawn of them, may differ. */
export function isSameRuns(one: Sweep, other: Sweep): boolean {
  const asked = ({ question: _, metric: __, ...rest }: Sweep): string => JSON.stringify(rest);
  return one === other || asked(one) === asked(other);
}

/** The text of a definition, as files hold it. */
export const sweepText = (sweep: Sweep): string => `${JSON.stringify(sweep, null, 2)}\n`;
