import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { findingTexts } from '../diagnosis/finding-text.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** Id of the element that holds the results. */
export const RESULTS = 'system-results';

/** On a narrow screen the results are below a long form. This bar names the first one and leads there with one press. */
export function AnswerBar() {
  const text = useAnswer();
  if (text === undefined) return null;
  return (
    <p className={styles.answer}>
      <Button variant="strong" className={styles.jump ?? ''} onClick={showResults}>
        {text}
      </Button>
    </p>
  );
}

/** The state of the results in one line; undefined while there is nothing to show. */
function useAnswer(): string | undefined {
  const all = useTranslations();
  const t = useTranslations('system');
  const { language } = useWords();
  const count = useStore(system, (state) => state.pieces.length);
  const diagnosis = useStore(system, (state) => state.diagnosis);
  const isBusy = useStore(system, (state) => state.isReading || state.isRunning);
  const problems = useStore(system, (state) => state.problems);
  if (count === 0) return undefined;
  if (problems.length > 0) return t('answer.problems', { count: problems.length });
  const [first] = diagnosis?.findings ?? [];
  if (first && diagnosis)
    return t('answer.findings', {
      count: diagnosis.findings.length,
      title: findingTexts(first, language, all).title,
    });
  if (isBusy) return t('answer.running');
  return diagnosis && t('answer.none');
}

/** Scrolls to the results. The focus goes there, too: a screen reader reads on from there. */
function showResults(): void {
  const results = document.getElementById(RESULTS);
  results?.focus({ preventScroll: true });
  results?.scrollIntoView({ block: 'start' });
}
