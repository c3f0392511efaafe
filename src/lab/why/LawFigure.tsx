import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type english from '../../i18n/en/why.json';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Help } from '../../ui/Help.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { FigureNoteOrigin } from '../results/FigureNoteOrigin.tsx';

/** What a figure of the laws is, by which its meaning and its formula are found. */
export type LawFigureId = keyof (typeof english)['figures']['of'];

export interface LawFigureProps {
  readonly id: LawFigureId;
  readonly side: SideName;
  readonly summary: Summary;
  /** The figure as it is written. */
  readonly children: ReactNode;
}

/** A figure of the laws, which says on request what it is, by which formula, and where it comes from. */
export function LawFigure({ id, side, summary, children }: LawFigureProps) {
  const t = useTranslations('why.figures');
  return (
    <Help label={t('whatIs', { label: t(`of.${id}.label`) })} term={children} isValue>
      <p>
        <SideBadge side={side} /> {t(`of.${id}.label`)}: <b>{children}</b>
      </p>
      <p>{t(`of.${id}.meaning`)}</p>
      <p>{t('formula', { formula: t(`of.${id}.formula`) })}</p>
      <FigureNoteOrigin side={side} summary={summary} />
    </Help>
  );
}
