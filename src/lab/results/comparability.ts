/** Decides which metrics of two runs are comparable, by the settings in which their scenarios differ. */
import { commandsPerRequest } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';

/** A setting in which two scenarios differ. */
interface Difference {
  readonly path: string;
}

export interface Comparability<D extends Difference> {
  /**
   * `all`: both have the same work. `rate`: throughput only, per command or key; their requests or callers differ in
   * number, and so do response times. `nothing`: they have other work.
   */
  readonly level: 'all' | 'rate' | 'nothing';
  /** What makes the work another one; empty unless the level is `nothing`. */
  readonly workload: readonly D[];
  /** Length of the runs and seed, where they differ. */
  readonly measured: readonly D[];
  /** Whether requests differ in their number of commands or keys. */
  readonly isOtherSize: boolean;
  /** Whether the systems differ in their number of callers and in other settings. */
  readonly isOtherCallers: boolean;
}

const CALLERS = 'workload.arrivals.callers';

/** Judges the differences between two scenarios. A single one, but for the load model, is what one wants to see. */
export function comparabilityOf<D extends Difference>(
  differences: readonly D[],
  a: Scenario,
  b: Scenario,
): Comparability<D> {
  const isSingle = differences.length === 1;
  const matching = (pattern: RegExp) => differences.filter(({ path }) => pattern.test(path));
  const others = matching(/^workload\.(?!batch\b)/).filter(({ path }) => path !== CALLERS);
  const workload = isSingle ? others.filter(({ path }) => path === 'workload.arrivals.kind') : others;
  const runs = matching(/^run\b/);
  const isOtherSize = commandsPerRequest(a) !== commandsPerRequest(b);
  const isOtherCallers = !isSingle && differences.some(({ path }) => path === CALLERS);
  return {
    level: workload.length > 0 ? 'nothing' : isOtherSize || isOtherCallers ? 'rate' : 'all',
    workload,
    measured: isSingle ? runs : matching(/^(run|seed)\b/),
    isOtherSize,
    isOtherCallers,
  };
}
