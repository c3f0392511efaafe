import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ProblemList } from '../../../ui/ProblemList.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Incident } from '../incident.ts';
import { incidentHash, incidentOf, seedIn } from '../links.ts';
import { MAX_SEED } from '../variant.ts';
import { leaveIncident, openIncident } from './actions.ts';
import { Dashboards, OutcomeTable } from './Dashboards.tsx';
import { Diagnosis } from './Diagnosis.tsx';
import { ExhibitTabs } from './ExhibitTabs.tsx';
import { Feedback } from './Feedback.tsx';
import { freshSeed } from './fresh-seed.ts';
import { Hints } from './Hints.tsx';
import styles from './Incidents.module.css';
import { incidentState } from './incident-state.ts';
import { Knobs } from './Knobs.tsx';
import { useIncidentTexts } from './use-incident-texts.ts';

/** The router compares paths only; another seed is another variant. */
function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** An incident of a link: `#/learn/incidents/<id>?seed=<number>`. */
export function IncidentPage({ id }: { readonly id: string }) {
  const t = useTranslations('incidents');
  const hash = useSyncExternalStore(onAddress, () => location.hash);
  const seed = seedIn(hash);
  const incident = seed === undefined ? incidentOf(id, 1) : incidentOf(id, seed);
  const needsSeed = incident !== undefined && seed === undefined;
  useEffect(() => {
    // The address names the variant, so that it can be shared and opened again.
    if (needsSeed) location.replace(incidentHash(id, freshSeed()));
  }, [needsSeed, id]);
  if (!incident)
    return (
      <div className={styles.page}>
        <div className={styles.column}>
          <h1>{t('unknown')}</h1>
          <p>
            <Link href="/learn/incidents">{t('list')}</Link>
          </p>
        </div>
      </div>
    );
  if (seed === undefined) return null;
  return <OpenIncident key={`${id} ${seed}`} incident={incident} seed={seed} />;
}

interface OpenProps {
  readonly incident: Incident;
  readonly seed: number;
}

function OpenIncident({ incident, seed }: OpenProps) {
  const t = useTranslations('incidents');
  const texts = useIncidentTexts();
  const failure = useStore(incidentState, (state) => state.failure);
  const isFound = useStore(incidentState, (state) => state.found !== undefined);
  const problems = useMemo(() => (failure ? [failure] : []), [failure]);
  useEffect(() => {
    void openIncident(incident, seed);
    return leaveIncident;
  }, [incident, seed]);
  usePageTitle(texts.title(incident.id));
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link href="/learn/incidents">{t('list')}</Link>
          <h1>{texts.title(incident.id)}</h1>
          <p className={styles.complaint}>{texts.complaint(incident.id)}</p>
          <p className={styles.note}>
            {t('seed', { seed: String(seed) })} ·{' '}
            <a href={incidentHash(incident.id, 1 + (seed % MAX_SEED))}>{t('fresh')}</a>
          </p>
        </header>
        <ProblemList problems={problems} takesFocus />
        {isFound ? (
          <div className={styles.sides}>
            <div className={styles.shown}>
              <OutcomeTable />
              <Dashboards />
              <ExhibitTabs />
            </div>
            <div className={styles.said}>
              <Knobs />
              <Diagnosis />
              <Feedback />
              <Hints />
            </div>
          </div>
        ) : (
          failure === undefined && <p role="status">{t('recording')}</p>
        )}
      </div>
    </div>
  );
}
