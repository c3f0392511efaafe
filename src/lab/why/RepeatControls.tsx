import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { repeatPair, stopRepeating } from '../run/repeat-pair.ts';
import { useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import { SEEDS } from './trials.ts';
import type { PairTrial } from './trials-state.ts';

/** Runs both sides with several seeds, or with more of them; stops; shows progress. */
export function RepeatControls({ pair }: { readonly pair: PairTrial | undefined }) {
  const t = useTranslations('why.comparison.seeds');
  const levers = useTranslations('why.levers');
  const seeds = useSeeds(pair?.firstSeed ?? 0, pair?.seeds ?? 0);
  const status = pair?.status ?? 'none';
  const isRunning = status === 'running';
  const press = ({ detail }: MouseEvent) => {
    // The second press of a double press has no action of its own.
    if (detail > 1) return;
    if (isRunning) stopRepeating();
    else void repeatPair();
  };
  const next = () => {
    if (!pair) return t('start', { count: SEEDS });
    if (isRunning) return levers('stop');
    return status === 'done' ? levers('more', { count: SEEDS }) : levers('goOn');
  };
  return (
    <div className={styles.bar}>
      <Button onClick={press}>{next()}</Button>
      <p className={styles.status} role="status">
        {t(status, { done: pair?.done ?? 0, total: pair?.total ?? 0, ...seeds })}
        {pair?.problem && (
          <>
            {' '}
            <Sentence problem={pair.problem} /> <ProblemCode code={pair.problem.code} />
          </>
        )}
      </p>
    </div>
  );
}
