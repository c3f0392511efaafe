import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Law } from '../../model/explain/laws.ts';
import { Help } from '../../ui/Help.tsx';
import styles from './Findings.module.css';
import { lettersOf, useLawName } from './law-words.ts';

export interface LawNameProps {
  readonly law: Pick<Law, 'law' | 'trips' | 'pauses' | 'isSplit'>;
  /** As a sentence writes it, if that differs. */
  readonly children?: ReactNode;
}

/** A law as a formula, which explains each of its letters. */
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
