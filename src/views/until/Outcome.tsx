import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { followRequest } from '../../actions/follow.ts';
import { callOff, runUntil } from '../../actions/until.ts';
import { TAIL_ANSWERS } from '../../analysis/until.ts';
import type { SideName } from '../../scenario/problem.ts';
import { type Search, search } from '../../stores/search.ts';
import { Button } from '../shared/Button.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Until.module.css';

export interface OutcomeProps {
  readonly sides: readonly SideName[];
}

/** How the search goes and what it found, said to everybody; and what one can do with it. */
export function Outcome({ sides }: OutcomeProps) {
  const t = useTranslations('until');
  const now = useStore(search, (state) => state.search);
  const say = useOutcomeWords();
  const found = now?.state === 'found' ? now : undefined;
  const request = found?.moment.request;
  return (
    <div className={styles.outcome}>
      <p role="status">{now ? say(now) : t('hint')}</p>
      {now?.state === 'searching' && (
        <>
          <progress
            className={styles.progress}
            aria-label={t('progress')}
            max={now.endNs}
            value={now.reachedNs}
          />
          <Button look="small" onClick={callOff}>
            {t('cancel')}
          </Button>
        </>
      )}
      {found && request !== undefined && (
        <Button look="small" onClick={() => followRequest({ side: found.side, request })}>
          {t('follow', { request })}
        </Button>
      )}
      {now?.state === 'never' && now.afterNs >= 0 && (
        <Button look="small" onClick={() => runUntil(now.condition, sides, 'start')}>
          {t('fromStart')}
        </Button>
      )}
      {found && (
        <Button look="small" onClick={() => runUntil(found.condition, sides, 'start')}>
          {t('first')}
        </Button>
      )}
    </div>
  );
}

/** The state of a search as a sentence. */
function useOutcomeWords(): (now: Search) => string {
  const t = useTranslations('until');
  const words = useWords();
  return (now) => {
    const { condition } = now;
    if (now.state === 'searching') {
      return t('searching', { percent: words.percent(Math.min(1, now.reachedNs / now.endNs)) });
    }
    const values = {
      limit: 'limitNs' in condition ? words.duration(condition.limitNs) : '',
      answers: TAIL_ANSWERS,
      caller: condition.kind === 'parks' ? condition.caller + 1 : 0,
      of: condition.kind === 'idles' ? condition.of : '',
      request: String(
        condition.kind === 'answered'
          ? condition.request
          : ((now.state === 'found' ? now.moment.request : undefined) ?? ''),
      ),
    };
    if (now.state === 'never') {
      const scope = {
        ...values,
        from: words.duration(Math.max(0, now.afterNs)),
        end: words.duration(now.endNs),
      };
      if (now.afterNs < 0 || condition.kind === 'answered') return t(`never.${condition.kind}`, scope);
      return t(`notAgain.${condition.kind}`, scope);
    }
    return t(`found.${condition.kind}`, {
      ...values,
      side: now.side.toUpperCase(),
      time: words.duration(now.moment.timeNs),
    });
  };
}
