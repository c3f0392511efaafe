import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { branchInstead, startOver } from '../../actions/past.ts';
import { diff } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { past } from '../../stores/past.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './BranchBar.module.css';
import { useChangesText } from './use-changes-text.ts';

/** After a change in the middle of a run: asks whether it is meant from there on. Nothing waits for the answer. */
export function PastQuestion() {
  return (
    <PartTexts part="branch">
      <Question />
    </PartTexts>
  );
}

function Question() {
  const t = useTranslations('branch.past');
  const words = useWords();
  const changesText = useChangesText();
  const question = useStore(past, (state) => state.question);
  const a = useStore(experiment, (state) => state.a);
  // Another set-up has been chosen meanwhile, or the change was taken back.
  if (!question || !a || a.base !== question.trunk.base) return null;
  const changes = changesText(diff(question.trunk.scenario, a.scenario));
  if (changes === '') return null;
  const time = words.duration(question.atNs);
  return (
    <aside className={styles.bar} aria-label={t('title')}>
      <p className={styles.text} role="status">
        <SideBadge side="a" /> {t('question', { changes, time })}
      </p>
      <span className={styles.buttons}>
        <Button look="small" title={t('branchHint', { time })} onClick={branchInstead}>
          {t('branch')}
        </Button>
        <Button look="small" title={t('once')} onClick={startOver}>
          {t('startOver')}
        </Button>
      </span>
    </aside>
  );
}
