import { useTranslations } from 'use-intl';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';

const NS_PER_US = 1000;

export interface FigureNoteOriginProps {
  readonly side: SideName;
  readonly summary: Summary;
}

/** Where a figure of a side comes from: how many answers, from when to when, of which run. Its texts are those of notes. */
export function FigureNoteOrigin({ side, summary }: FigureNoteOriginProps) {
  const t = useTranslations('note.figure');
  const { duration } = useWords();
  return (
    <p>
      {t('origin', {
        side: side.toUpperCase(),
        count: summary.responseTime.count,
        from: duration(summary.windowStartUs * NS_PER_US),
        to: duration((summary.windowStartUs + summary.windowUs) * NS_PER_US),
        seed: String(summary.seed),
        version: summary.engineVersion,
        fingerprint: summary.fingerprint.slice(0, 8),
      })}
    </p>
  );
}
