/** What the tightest law allows each side, as lines on a chart of throughput. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Limit } from '../../charts/level-over-time.ts';
import { lawsOf } from '../../model/explain/laws.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import { useLawName } from './law-words.ts';

export function useThroughputLimits(sides: readonly SideName[]): {
  readonly limits: readonly Limit[];
  readonly sentence: (labels: readonly string[]) => string;
} {
  const t = useTranslations('why');
  const words = useWords();
  const lawName = useLawName();
  const systems = useStore(experiment);
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  return useMemo(() => {
    const limits = sides.flatMap((id): Limit[] => {
      const { summary, isStale } = { a, b }[id];
      const scenario = systems[id]?.scenario;
      if (!summary || !scenario || isStale) return [];
      // The others are in the panel that says why; lines close to each other would hide the run.
      const [tightest] = lawsOf(scenario, summary);
      if (!tightest) return [];
      const { resource, isShared, perSec } = tightest;
      const name =
        resource === undefined
          ? lawName(tightest)
          : t('laws.ofResource', { resource: t(`resources.${isShared ? 'sharedCores' : resource}`) });
      const label = t('laws.line', { side: id.toUpperCase(), law: name, value: words.number(perSec) });
      return [{ id, value: perSec, label }];
    });
    return {
      limits,
      sentence: (labels: readonly string[]) => t('laws.lines', { lines: labels.join(t('laws.joiner')) }),
    };
  }, [a, b, systems, sides, t, words, lawName]);
}
