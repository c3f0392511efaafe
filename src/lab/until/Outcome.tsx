import { useTranslations } from 'use-intl';
import { lanesOf, type ThreadClassName } from '../../model/analysis/threads.ts';
import { TAIL_ANSWERS } from '../../model/analysis/until.ts';
import type { Player } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { followRequest } from '../follow/follow.ts';
import styles from './Until.module.css';
import { callOff, runUntil, type Search, search } from './until.ts';

export interface OutcomeProps {
  readonly player: Player;
  readonly sides: readonly SideName[];
}

/** Progress and result of the search, announced, with the next actions. */
export function Outcome({ player, sides }: OutcomeProps) {
  const t = useTranslations('until');
  const now = useStore(search, (state) => state.search);
  const say = useOutcomeWords(player);
  const found = now?.state === 'found' ? now : undefined;
  const request = found?.moment.request;
  return (
    <div className={styles.outcome}>
      <p role="status">{now ? say(now) : t('hint')}</p>
      {now?.state === 'searching' && (
        <>
          <Progress label={t('progress')} max={now.endNs} value={now.reachedNs} />
          <Button variant="small" onClick={callOff}>
            {t('cancel')}
          </Button>
        </>
      )}
      {found && request !== undefined && (
        <Button variant="small" onClick={() => followRequest({ side: found.side, request })}>
          {t('follow', { request })}
        </Button>
      )}
      {now?.state === 'never' && now.afterNs >= 0 && (
        <Button variant="small" onClick={() => runUntil(now.condition, sides, 'start')}>
          {t('fromStart')}
        </Button>
      )}
      {found && (
        <Button variant="small" onClick={() => runUntil(found.condition, sides, 'start')}>
          {t('first')}
        </Button>
      )}
    </div>
  );
}

/** The state of a search as a sentence. */
function useOutcomeWords({ tracks }: Player): (now: Search) => string {
  const t = useTranslations('until');
  const words = useWords();
  /** Names a thread by its class, with its number if there are several. */
  const nameOf = (of: ThreadClassName, thread: number | undefined) => {
    const name = t(`thread.${of}`);
    const isOne = tracks.every(({ layout }) => lanesOf(layout, of).length <= 1);
    return isOne || thread === undefined ? name : t('numbered', { name, number: thread + 1 });
  };
  const whoOf = (now: Search) => {
    if (now.condition.kind !== 'parks') return '';
    const { of, thread } = now.condition;
    if (now.state !== 'found') return nameOf(of, thread);
    const layout = tracks.find(({ id }) => id === now.side)?.layout;
    return nameOf(of, layout && lanesOf(layout, of).indexOf(now.moment.lane ?? -1));
  };
  return (now) => {
    const { condition } = now;
    if (now.state === 'searching') {
      return t('searching', { percent: words.percent(Math.min(1, now.reachedNs / now.endNs)) });
    }
    const values = {
      limit: 'limitNs' in condition ? words.duration(condition.limitNs) : '',
      answers: TAIL_ANSWERS,
      what: condition.kind === 'event' ? t(`events.${condition.of}`) : '',
      who: whoOf(now),
      scope: condition.kind === 'parks' && condition.thread === undefined ? 'any' : 'one',
      request: String(
        condition.kind === 'answered'
          ? condition.request
          : ((now.state === 'found' ? now.moment.request : undefined) ?? 'none'),
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
      hasFailed: String(now.moment.hasFailed === true),
    });
  };
}
