/** A finding of the diagnosis: what is wrong or surprising, where it comes from, and what to change. */
import type { Finding as Explained } from '../../model/explain/finding.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import type { Origin, Reading, Setting } from '../system.ts';
import type { FindingId } from './ids.ts';
import type { Units } from './option-text.ts';

/** The configuration alone; what the server reports; runs of the model. */
export type FindingSource = 'configuration' | 'server' | 'model';

/** `error`: requests fail or wait without limit. `warning`: time is lost. `note`: good to know. */
export type Severity = 'error' | 'warning' | 'note';

/** An option of the library before and after a change; `null`: not set. */
export interface OptionChange {
  /** The name that the library has for it, in the notation that was read if there is one. */
  readonly option: string;
  readonly from: Json | null;
  readonly to: Json | null;
  /** Units of a duration. */
  readonly units?: Units;
}

export interface Change {
  /** Changes of the scenario; empty if the model has no such setting. */
  readonly edits: Edits;
  readonly options: readonly OptionChange[];
  /**
   * What the server's texts show and the scenario leaves out: the effect is that of the changed scenario, which leaves it out,
   * against the scenario with it.
   */
  readonly present?: Edits;
  /**
   * Whether it limits the damage of a rare event and makes nothing faster: then its effect on the metric is not simulated.
   */
  readonly isProtection: boolean;
}

/** The simulated effect of a change, from runs with common random numbers. */
export interface Effect {
  /** Throughput in 1/s; mean response time or p99 in µs. */
  readonly metric: Quantity;
  /** Means over the seeds. */
  readonly before: number;
  readonly after: number;
  /** 95 % interval of after − before; null if the runs do not give one. */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of seeds. */
  readonly seeds: number;
  /** Whether `before` is a lower bound, because requests were still waiting: the gain is at least this large. */
  readonly isAtLeast: boolean;
}

export interface Finding extends Explained<FindingId> {
  readonly source: FindingSource;
  readonly severity: Severity;
  /** Lines, defaults and answers that cause it. */
  readonly origins: readonly Origin[];
  readonly change: Change | null;
  /** Null until it is simulated. */
  readonly effect: Effect | null;
  /**
   * Improvement factor of the metric that the evidence alone suggests; 1: unknown. It decides the order until the effect is
   * simulated.
   */
  readonly weight: number;
}

/** What is diagnosed. */
export interface Subject {
  readonly reading: Reading;
  /** Complete: validated by the engine. */
  readonly scenario: Scenario;
  /** Where the scenario's values come from. */
  readonly settings: readonly Setting[];
  /** Client processes with this configuration; undefined if unknown. */
  readonly instances?: number | undefined;
  /** Whether only counters were read: then nothing is known of the client, and nothing is simulated. */
  readonly isServerOnly?: boolean;
}

/** Detects a finding, if it applies. */
export type FindingRule = (subject: Subject) => Finding | undefined;
