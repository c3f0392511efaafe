import { useLocale, useTranslations } from 'use-intl';
import { formatClock } from '../../lib/format.ts';
import { endingOf } from '../../model/analysis/journey.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { Followed, Trail } from './follow-state.ts';
import styles from './Request.module.css';

/** Which request it is: number, caller, connection, when, how long. */
export function TrailFacts({ followed, trail }: { readonly followed: Followed; readonly trail: Trail }) {
  const t = useTranslations('follow');
  const words = useWords();
  const locale = useLocale();
  const { journey, recorded } = trail;
  // A look takes so much and no more: what is not over at its end may be over long before that of the run.
  const isCut = !trail.journey.isWhole && recorded.excerpt.toNs < recorded.layout.endNs;
  const { beginNs, endNs, connection, caller, legs, failure } = journey;
  return (
    <div className={styles.heading}>
      <h3 className={styles.title}>
        <SideBadge side={followed.side} />{' '}
        {t('title', { request: `#${journey.id}`, caller: words.count(caller + 1) })}
      </h3>
      <p className={styles.note}>
        {t(isCut ? 'factsCut' : 'facts', {
          until: formatClock(recorded.excerpt.toNs, 1000, locale),
          has: legs.some(({ phase }) => phase === 'fanOut') ? 'parts' : connection < 0 ? 'none' : 'one',
          connection: connection + 1,
          begin: formatClock(beginNs, 1000, locale),
          ending: endingOf(journey),
          why: failure ? t(`failure.${failure}`) : '',
          total: words.duration(endNs - beginNs),
        })}
      </p>
    </div>
  );
}
