import { useLocale, useTranslations } from 'use-intl';
import { formatInstant } from '../../lib/format.ts';
import type { Followed, Trail } from '../../stores/follow.ts';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Request.module.css';

/** Which request it is: number, caller, connection, when, how long. */
export function TrailFacts({ followed, trail }: { readonly followed: Followed; readonly trail: Trail }) {
  const t = useTranslations('follow');
  const words = useWords();
  const locale = useLocale();
  const { journey, recorded } = trail;
  const { beginNs, endNs, connection, caller, legs, isWhole } = journey;
  return (
    <div>
      <h3 className={styles.title}>
        <SideBadge side={followed.side} />{' '}
        {t('title', { request: `#${journey.id}`, caller: words.count(caller + 1) })}
      </h3>
      <p className={styles.note}>
        {t('facts', {
          has: legs.some(({ phase }) => phase === 'fanOut') ? 'parts' : connection < 0 ? 'none' : 'one',
          connection: connection + 1,
          begin: formatInstant(beginNs, 1000, recorded.layout.endNs, locale),
          isWhole: String(isWhole),
          total: words.duration(endNs - beginNs),
        })}
      </p>
    </div>
  );
}
