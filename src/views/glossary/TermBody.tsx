import { useTranslations } from 'use-intl';
import type { Term } from '../../glossary/terms.ts';
import type { TermText } from '../../i18n/terms.ts';
import { useWords } from '../shared/texts.tsx';
import styles from './Term.module.css';

export interface TermBodyProps {
  readonly term: Term;
  readonly text: TermText;
  readonly heading: 'h3' | 'p';
}

/** A term in both languages, what it means, and where to see it. */
export function TermBody({ term, text, heading: Heading }: TermBodyProps) {
  const t = useTranslations('glossary');
  const { language } = useWords();
  return (
    <>
      <Heading className={styles.name}>
        {text.name}{' '}
        <span className={styles.other} lang={language === 'en' ? 'zh-CN' : 'en'}>
          {text.other}
        </span>
      </Heading>
      <p>{text.text}</p>
      <p className={styles.where}>
        {t('where')} {text.where}{' '}
        <a href={term.show === '' ? '#/lab' : `#/lab?${term.show}`} aria-label={`${t('show')}: ${text.name}`}>
          {t('show')}
        </a>
      </p>
    </>
  );
}
