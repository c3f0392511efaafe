import type { Scenario } from './generated/scenario.ts';

const NS_PER_MS = 1e6;

/** End of a run, warm-up plus measured window, ns. */
export const runEndNs = ({ run }: Pick<Scenario, 'run'>): number =>
  (run.warmupMs + run.measuredMs) * NS_PER_MS;
