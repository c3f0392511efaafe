import type { Scenario } from './generated/scenario.ts';

const NS_PER_MS = 1e6;

/** When a run ends, warm-up and measured window together, ns. */
export const runEndNs = ({ run }: Pick<Scenario, 'run'>): number =>
  (run.warmupMs + run.measuredMs) * NS_PER_MS;
