import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useStore } from '../../ui/use-store.ts';
import { askAdvice } from './actions.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** Goals to begin with; each text is one that the field reads. */
export const GOALS = ['p99', 'throughput', 'connections', 'cpu'] as const;

/** What is to be reached, as text with examples. */
export function GoalForm() {
  const t = useTranslations('system.advice');
  const names = useId();
  const goal = useStore(system, (state) => state.goal);
  const [draft, setDraft] = useState(goal);
  const [problem, setProblem] = useState<Problem>();
  // "Remove everything" resets the goal.
  const [shown, setShown] = useState(goal);
  if (shown !== goal) {
    setShown(goal);
    setDraft(goal);
  }
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        void askAdvice(draft).then(setProblem);
      }}
    >
      <div className={styles.actions}>
        <label htmlFor={names}>{t('goal')}</label>
        <input
          id={names}
          className={styles.goal}
          value={draft}
          aria-invalid={problem !== undefined}
          aria-describedby={`${names}-problem`}
          onChange={({ target }) => setDraft(target.value)}
        />
        <Button variant="strong" type="submit">
          {t('search')}
        </Button>
      </div>
      <div id={`${names}-problem`}>
        <ProblemList problems={problem ? [problem] : []} />
      </div>
      <p className={styles.actions}>
        <span className={styles.soft}>{t('forExample')}</span>
        {GOALS.map((id) => (
          <Button key={id} variant="small" onClick={() => setDraft(t(`goals.${id}`))}>
            {t(`goals.${id}`)}
          </Button>
        ))}
      </p>
    </form>
  );
}
