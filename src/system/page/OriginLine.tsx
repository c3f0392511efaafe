import { useTranslations } from 'use-intl';
import { libraryById } from '../../model/libraries/library.ts';
import { useWords } from '../../ui/texts.tsx';
import { QUESTIONS } from '../questions.ts';
import type { Origin, Reading } from '../system.ts';
import { showLine } from './actions.ts';
import styles from './System.module.css';

interface OriginLineProps {
  readonly origin: Origin;
  readonly reading: Reading;
}

/** Where a value comes from: its line, a default of the library, an answer or a proposal. */
export function OriginLine({ origin, reading }: OriginLineProps) {
  const t = useTranslations('system.origin');
  const ask = useTranslations('system.ask.questions');
  const words = useWords();
  if (origin.from === 'line') {
    const name = reading.pieces.find(({ piece }) => piece.id === origin.piece)?.piece.name ?? '';
    return (
      <>
        <button
          type="button"
          className={styles.place}
          title={t('show')}
          onClick={() => showLine(origin.piece, origin.line)}
        >
          {t('line', { name: name || t('pasted'), line: origin.line })}
        </button>{' '}
        <code className={styles.line}>{origin.text.trim()}</code>
      </>
    );
  }
  if (origin.from === 'default') {
    const library = libraryById(origin.library)?.name ?? origin.library;
    return <>{t('default', { library, version: origin.version, key: origin.key })}</>;
  }
  const question = QUESTIONS.find(({ id }) => id === origin.question);
  const name = question ? ask(question.id as 'callers') : (words.labelOf(origin.question) ?? origin.question);
  return <>{t(origin.from, { name })}</>;
}
