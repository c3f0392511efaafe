import { useTranslations } from 'use-intl';
import type { Outcome } from '../../charts/claim-outcomes.ts';
import styles from './Verdict.module.css';

/** Colour is never the only cue. */
const SIGNS: Readonly<Record<Outcome, string>> = {
  pass: '✓',
  byConstruction: '≡',
  known: '✕',
  notModelled: '–',
  broken: '!',
};

/** The verdict of a claim, as a sign with its word. */
export function Verdict({ outcome }: { readonly outcome: Outcome }) {
  const t = useTranslations('evidence.outcomes');
  return (
    <span className={styles.verdict} data-outcome={outcome}>
      <span aria-hidden="true">{SIGNS[outcome]}</span> {t(outcome)}
    </span>
  );
}
