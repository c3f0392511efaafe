import { Fragment, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { rerunAsOpenModel } from '../why/open-model-rerun.ts';
import styles from './OmissionNote.module.css';
import { useSummaries } from './use-summaries.ts';

/**
 * Mean interval between a caller's requests, ns, on sides with a closed loop. In an open workload, times
 * start at arrival, so nothing is omitted.
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

interface OmissionNoteProps {
  /** Mean interval between a caller's requests, ns, on sides with a closed loop. */
  readonly intervals: Readonly<Partial<Record<SideName, number>>>;
  /** Whether the open-model lines are shown. */
  readonly isOnTime: boolean;
}

/**
 * Notes that stalls reduce the load of a closed loop, with a link to the simulation. With the second line it
 * also explains coordinated omission.
 */
export function OmissionNote({ intervals, isOnTime }: OmissionNoteProps) {
  const t = useTranslations('plots.omission');
  const { duration, number } = useWords();
  const sides = (['a', 'b'] as const).flatMap((side) => {
    const interval = intervals[side];
    return interval === undefined ? [] : [{ side, interval }];
  });
  if (sides.length === 0) return null;
  return (
    <div className={styles.note}>
      {isOnTime && <p>{t('note')}</p>}
      <p>
        {sides.map(({ side }) => (
          <Fragment key={side}>
            <SideBadge side={side} />{' '}
          </Fragment>
        ))}
        {t('stalls')}{' '}
        {sides.map(({ side, interval }) => (
          <Fragment key={side}>
            {isOnTime && t('closed', { side: side.toUpperCase(), interval: duration(interval) })}{' '}
            <Guarded name="workload.arrivals">
              <Button variant="small" onClick={() => void rerunAsOpenModel(side)}>
                {t('rerun', { side: side.toUpperCase() })}
              </Button>
            </Guarded>{' '}
          </Fragment>
        ))}
      </p>
      {isOnTime && <p>{t('source', { values: number(64) })}</p>}
    </div>
  );
}

/** The note on closed loops, for metrics outside the charts. */
export function ClosedLoopNote() {
  const intervals = useAskingIntervals();
  if (Object.keys(intervals).length === 0) return null;
  return <OmissionNote intervals={intervals} isOnTime={false} />;
}
