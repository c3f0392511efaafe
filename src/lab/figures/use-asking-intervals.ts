import { useMemo } from 'react';
import type { SideName } from '../../model/scenario/problem.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { useSummaries } from './use-summaries.ts';

/**
 * How often a caller asks on average, ns: of sides whose callers wait for an answer before they ask again. Where requests come
 * by themselves (an open workload), their times count from when they came, and nothing is left out.
 */
export function useAskingIntervals(): Readonly<Partial<Record<SideName, number>>> {
  const sides = useSummaries();
  const played = useStore(run, (state) => state.played);
  return useMemo(() => {
    const found = sides.flatMap(({ id, summary }) => {
      const arrivals = played?.[id].scenario.workload?.arrivals;
      const { perSec } = summary.throughput;
      if (arrivals?.kind !== 'closed' || arrivals.callers === undefined || !(perSec > 0)) return [];
      return [[id, (arrivals.callers * 1e9) / perSec]];
    });
    return Object.fromEntries(found);
  }, [sides, played]);
}
