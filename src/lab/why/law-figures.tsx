/** Laws and their metrics, each explained on request. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type english from '../../i18n/en/why.json';
import type { Law } from '../../model/explain/laws.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Help } from '../../ui/Help.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { FigureNoteOrigin } from '../results/FigureNote.tsx';
import styles from './Findings.module.css';
import { lettersOf, useLawName } from './law-words.ts';

interface LawNameProps {
  readonly law: Pick<Law, 'law' | 'trips' | 'pauses' | 'isSplit'>;
  /** The form in a sentence, if it differs. */
  readonly children?: ReactNode;
}

/** A law as a formula, which explains each of its symbols. */
export function LawName({ law, children }: LawNameProps) {
  const t = useTranslations('why');
  const name = useLawName()(law);
  const term = <span className={styles.law}>{children ?? name}</span>;
  return (
    <Help label={t('figures.whatIs', { label: name })} term={term} isValue>
      <p>
        <b>{name}</b>: {t(`figures.of.${law.law}.meaning`)}
      </p>
      {lettersOf(law).map((letter) => (
        <p key={letter}>{t.rich(`laws.letters.${letter}`, { b: (chunks) => <b>{chunks}</b> })}</p>
      ))}
    </Help>
  );
}

/** Id of a metric of the laws, for its meaning and its formula. */
export type LawFigureId = keyof (typeof english)['figures']['of'];

interface LawFigureProps {
  readonly id: LawFigureId;
  readonly side: SideName;
  readonly summary: Summary;
  /** The metric as text. */
  readonly children: ReactNode;
}

/** A metric of the laws, which explains its meaning, formula and source on request. */
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
