import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { usePageTitle } from '../../../ui/page-title.ts';
import { useStore } from '../../../ui/use-store.ts';
import { learnProgress } from '../../lesson/learn-state.ts';
import { bestOf } from '../incident-progress.ts';
import { INCIDENTS } from '../incidents.ts';
import { incidentHash } from '../links.ts';
import { freshSeed } from './fresh-seed.ts';
import styles from './Incidents.module.css';
import { useIncidentTexts } from './use-incident-texts.ts';

/** All incidents, with what the learner has reached in each. */
export function IncidentList() {
  const t = useTranslations('incidents');
  const texts = useIncidentTexts();
  const progress = useStore(learnProgress, ({ incidents }) => incidents);
  usePageTitle(t('title'));
  const stateOf = (id: string): string => {
    const best = bestOf(progress, id);
    if (best?.isSolved) return t('solved', { points: best.points ?? 0 });
    if (best?.points !== undefined) return t('points', { points: best.points });
    return t(best ? 'begun' : 'new');
  };
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link href="/learn">{t('back')}</Link>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </header>
        <ul className={styles.list}>
          {INCIDENTS.map(({ id, minutes }) => (
            <li key={id} className={styles.card}>
              <h2>
                <a href={incidentHash(id, freshSeed())}>{texts.title(id)}</a>
              </h2>
              <p>{texts.complaint(id)}</p>
              <p className={styles.note}>
                {t('minutes', { minutes })} · {stateOf(id)}
              </p>
            </li>
          ))}
        </ul>
        <section className={styles.section} aria-labelledby="incidents-about">
          <h2 id="incidents-about">{t('about')}</h2>
          <p className={styles.note}>{t('aboutText')}</p>
        </section>
      </div>
    </div>
  );
}
