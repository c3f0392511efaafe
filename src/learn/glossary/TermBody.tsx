import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import type { TermText } from '../../i18n/terms.ts';
import { explainPart } from '../../lab/appearance/appearance.ts';
import { LAB_PATH } from '../../lab/link/address.ts';
import { factsOf } from '../../lib/languages.ts';
import { readLink } from '../../model/scenario/read-link.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import styles from './Term.module.css';
import type { Term } from './terms.ts';

export interface TermBodyProps {
  readonly term: Term;
  readonly text: TermText;
  readonly heading: 'h3' | 'p';
  /** Only what it is; the rest is in the glossary. */
  readonly isShort?: boolean;
  /** Called before the stage is shown. */
  readonly onLeave?: () => void;
}

/** A term in both languages, its meaning, and where to see it. */
export function TermBody({ term, text, heading: Heading, isShort = false, onLeave }: TermBodyProps) {
  const t = useTranslations('glossary');
  const { language } = useWords();
  const [path] = useLocation();
  const part = readLink(term.show).link.view.explain;
  return (
    <>
      <Heading className={styles.name}>
        {text.name}{' '}
        <span className={styles.other} lang={factsOf(language).termsAlsoIn}>
          {text.other}
        </span>
      </Heading>
      <p>{text.text}</p>
      {!isShort && <p>{text.more}</p>}
      <p className={styles.where}>
        {t('where')} {text.where}
      </p>
      <div className={styles.ways}>
        {/* A reader with a stage on the page stays there. */}
        {part && path === LAB_PATH && (
          <Button
            variant="small"
            aria-label={`${t('mark')}: ${text.name}`}
            onClick={() => {
              onLeave?.();
              explainPart(part);
            }}
          >
            {t('mark')}
          </Button>
        )}
        {/* An empty query is the first picture, whatever state the Lab has. */}
        <a href={`#/lab?${term.show}`} aria-label={`${t('show')}: ${text.name}`}>
          {t('show')}
        </a>
      </div>
    </>
  );
}
