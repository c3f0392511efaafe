import { useTranslations } from 'use-intl';
import { hiddenWaitUs } from '../../model/explain/starvation.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './StarvingNotes.module.css';

const NS_PER_US = 1000;

/** Whose percentiles look fine because the requests that wait longest are not answered at all. Part of a first visit: its pool starves. */
export function StarvingNotes() {
  const t = useTranslations('lab.headline');
  const words = useWords();
  const { a, b } = useStore(run);
  return useShownSides().map((side) => {
    const { summary, isStale } = { a, b }[side];
    const oldestUs = summary && hiddenWaitUs(summary);
    if (!summary || oldestUs === undefined) return null;
    const values = {
      count: summary.requests.inProgressAtEnd,
      wait: words.duration(oldestUs * NS_PER_US),
      p99: words.duration((summary.responseTime.p99Us ?? 0) * NS_PER_US),
    };
    return (
      <p key={side} className={styles.note} data-stale={isStale}>
        <SideBadge side={side} /> {t('starving', values)}
      </p>
    );
  });
}
