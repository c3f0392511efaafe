/**
 * Plan of a calibration of one runtime: its free costs, the configurations that decide them, and others that it
 * predicts before they are measured.
 */
import { FIRST_QUESTION, type RealQuestion } from '../../bridge/workload/question.ts';

/** The party that spends a cost; the order of a calibration's table. */
export type Payer = 'client' | 'server' | 'kernel';

/** A cost that a calibration fits. */
export interface SoughtCost {
  /** Its name in scenarios. */
  readonly cost: string;
  /** Costs with the same value: the configurations determine their sum only. */
  readonly alike?: readonly string[];
  /** Costs that keep the profile's proportion to it: one speed of this machine decides all of them. */
  readonly along?: readonly string[];
  readonly payer: Payer;
  /** Start of the search, ns, if the profile's value covers other work. */
  readonly start?: number;
  /** Least value, ns, if the usual range ends too early. */
  readonly least?: number;
  /** No thread pays it on one core: only measurements with free placement determine it. */
  readonly onSeveralCores?: true;
  /** The measurements that determine it. */
  readonly why: string;
}

/** The configurations and costs of one runtime. */
export interface CalibrationPlan {
  readonly sought: readonly SoughtCost[];
  /** Few configurations with independent information. The first is one request at a time. */
  readonly deciding: readonly RealQuestion[];
  /** Those that are also measured with free placement: the cost of waking a core shows only there. */
  readonly waking: readonly RealQuestion[];
  /**
   * Other callers, payloads, depths, commands, connections and round trips. They were not used to improve the model,
   * its costs or the fit. Anyone who uses them so must replace them here.
   */
  readonly unseen: readonly RealQuestion[];
  /** The same with free placement. */
  readonly unseenFree: readonly RealQuestion[];
}

/** Wall time of one measurement, s: all rounds of the deciding ones take less than a minute. */
export const SECONDS = 0.3;

export const point = (part: Partial<RealQuestion>): RealQuestion => ({
  ...FIRST_QUESTION,
  seconds: SECONDS,
  ...part,
});

export const pipeline = (batchSize: number) => ({ batch: 'pipeline', batchSize }) as const;
