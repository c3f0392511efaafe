import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { hiddenWaitUs } from '../../explain/hidden-wait.ts';
import type { SideName } from '../../scenario/problem.ts';
import { run } from '../../stores/run.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './StarvingNotes.module.css';

const NS_PER_US = 1000;

interface StarvingNotesProps {
  /** Those with requests that wait longer than any answer took. */
  readonly sides: readonly SideName[];
}

/** What the percentiles of these sides say nothing of. */
export function StarvingNotes({ sides }: StarvingNotesProps) {
  return (
    <PartTexts part="note">
      {sides.map((side) => (
        <Note key={side} side={side} />
      ))}
    </PartTexts>
  );
}

function Note({ side }: { readonly side: SideName }) {
  const t = useTranslations('note');
  const words = useWords();
  const { summary, isStale } = useStore(run, (state) => state[side]);
  if (!summary) return null;
  const values = {
    count: summary.requests.inProgressAtEnd,
    wait: words.duration((hiddenWaitUs(summary) ?? 0) * NS_PER_US),
    p99: words.duration((summary.responseTime.p99Us ?? 0) * NS_PER_US),
  };
  return (
    <p className={styles.note} data-stale={isStale}>
      <SideBadge side={side} /> {t('starving', values)}
    </p>
  );
}
