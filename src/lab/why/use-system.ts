/** One system of the experiment with its finished run. */
import { useMemo } from 'react';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';

export interface System {
  readonly side: SideName;
  readonly scenario: Scenario;
  readonly summary: RunResult;
}

/** Undefined while its run is simulated: a summary of the scenario before would have wrong numbers. */
export function useSystem(side: SideName): System | undefined {
  const scenario = useStore(experiment, (state) => state[side]?.scenario);
  const { summary, isStale } = useStore(run, (state) => state[side]);
  return useMemo(
    () => (scenario && summary && !isStale ? { side, scenario, summary } : undefined),
    [side, scenario, summary, isStale],
  );
}
