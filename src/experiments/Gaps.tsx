import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Edits } from '../model/scenario/patch.ts';
import { isSameRuns, type Sweep } from '../model/sweep/definition.ts';
import { type GapGroup, gapGroups, repairs, withRepair } from '../model/sweep/gaps.ts';
import type { Gap } from '../model/sweep/results.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemCode } from '../ui/ProblemCode.tsx';
import { Sentence } from '../ui/ProblemList.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';
import { useSweepWords } from './metric-words.ts';
import { useOverrideText } from './Overrides.tsx';
import { changeSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/** Places that are named; more are counted. */
const NAMED = 5;

/** Points that cannot be simulated: one sentence for all points with one reason. */
export function useGapWords(): (sweep: Sweep, group: GapGroup) => string {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  return (sweep, { places, systems }) => {
    const nameOf = (series: number) => sweep.series[series]?.name ?? '';
    if (systems?.length === sweep.series.length) return t('gaps.all', { count: places.length });
    const joiner = t('readoutJoiner');
    if (systems) return t('gaps.systems', { names: systems.map(nameOf).join(joiner) });
    const placeOf = ({ at }: GapGroup['places'][number]) =>
      at.map((value, axis) => words.place(sweep.axes[axis] ?? { paths: [], values: [] }, value)).join(' × ');
    const [only, ...others] = places;
    if (only && others.length === 0) return t('gap', { name: nameOf(only.series), place: placeOf(only) });
    const named = places
      .slice(0, NAMED)
      .map((place) => t('gaps.place', { name: nameOf(place.series), place: placeOf(place) }));
    const rest = places.length - named.length;
    const listed = [...named, ...(rest > 0 ? [t('gaps.more', { count: rest })] : [])];
    return t('gaps.some', { count: places.length, places: listed.join(joiner) });
  };
}

/** The known points of the current definition that cannot be simulated. */
export function usePresentGaps(): { readonly sweep: Sweep; readonly gaps: readonly Gap[] } | undefined {
  const definition = useStore(sweeps, (state) => state.definition);
  const run = useStore(sweeps, (state) => state.run);
  const estimate = useStore(sweeps, (state) => state.estimate);
  if (!definition) return undefined;
  return [run, estimate].find((known) => known !== undefined && isSameRuns(known.sweep, definition));
}

/** Whether no point of the current definition can be simulated. */
export function useIsImpossible(): boolean {
  const definition = useStore(sweeps, (state) => state.definition);
  const estimate = useStore(sweeps, (state) => state.estimate);
  if (!definition || !estimate || !isSameRuns(estimate.sweep, definition)) return false;
  return estimate.points > 0 && estimate.gaps.length === estimate.points;
}

/** The points that cannot be simulated by reason, with remedies. */
export function Gaps() {
  const t = useTranslations('experiments');
  const known = usePresentGaps();
  const words = useGapWords();
  const textOf = useOverrideText();
  const groups = useMemo(() => (known ? gapGroups(known.sweep, known.gaps) : []), [known]);
  if (!known || groups.length === 0) return null;
  const { sweep } = known;
  const changesOf = (edits: Edits) =>
    Object.entries(edits)
      .map(([path, value]) => textOf(path, value))
      .join(t('readoutJoiner'));
  return (
    <ul className={styles.gaps} role="alert">
      {groups.map((group) => (
        <li key={JSON.stringify(group.problem)}>
          {words(sweep, group)} <Sentence problem={group.problem} /> <ProblemCode code={group.problem.code} />{' '}
          {repairs(sweep, group).map((edits) => (
            <Button
              key={JSON.stringify(edits)}
              variant="small"
              onClick={() => changeSweep(withRepair(sweep, group, edits))}
            >
              {t('wayOut', { changes: changesOf(edits) })}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}
