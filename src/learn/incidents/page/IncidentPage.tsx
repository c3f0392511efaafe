import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ProblemList } from '../../../ui/ProblemList.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import { learnProgress } from '../../lesson/learn-state.ts';
import { PlatformNote } from '../../platform/PlatformNote.tsx';
import { platform } from '../../platform/platform-state.ts';
import type { Incident } from '../incident.ts';
import { bestVariant } from '../incident-progress.ts';
import { incidentHash, incidentOf, seedIn, seedOf, withSeed } from '../links.ts';
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
import { useIncidentTexts, useOutcomeText } from './use-incident-texts.ts';

/** The router compares paths only; another seed is another variant. */
function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** An incident of a link: `#/learn/incidents/<id>?seed=<number>`. */
export function IncidentPage({ id }: { readonly id: string }) {
  const t = useTranslations('incidents');
  const hash = useSyncExternalStore(onAddress, () => location.hash);
  const ofPlatform = usePlatformSeed(id);
  const seed = seedIn(hash) ?? ofPlatform;
  const incident = seed === undefined ? incidentOf(id, 1) : incidentOf(id, seed);
  const needsSeed = incident !== undefined && seed === undefined;
  useEffect(() => {
    // The address names the variant, so that it can be shared and opened again.
    if (needsSeed) location.replace(withSeed(location.hash, freshSeed()));
  }, [needsSeed]);
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

/** In a package, the learner has one variant of an incident: the one begun, or that of the platform's name for the learner. */
function usePlatformSeed(id: string): number | undefined {
  const { status, learner } = useStore(platform);
  const begun = useStore(learnProgress, ({ incidents }) => bestVariant(incidents, id)?.seed);
  return status === 'none' ? undefined : (begun ?? (learner === '' ? undefined : seedOf(id, learner)));
}

interface OpenProps {
  readonly incident: Incident;
  readonly seed: number;
}

function OpenIncident({ incident, seed }: OpenProps) {
  const t = useTranslations('incidents');
  const texts = useIncidentTexts();
  const failure = useStore(incidentState, (state) => state.failure);
  const isPacked = useStore(platform, ({ status }) => status !== 'none');
  const problems = useMemo(() => (failure ? [failure] : []), [failure]);
  const found = useStore(incidentState, (state) => state.found);
  const outcome = useRef(useOutcomeText());
  useEffect(() => {
    void openIncident(incident, seed);
    return leaveIncident;
  }, [incident, seed]);
  useEffect(() => {
    if (found) announce(outcome.current(found));
  }, [found]);
  usePageTitle(texts.title(incident.id));
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          {!isPacked && <Link href="/learn/incidents">{t('list')}</Link>}
          <h1>{texts.title(incident.id)}</h1>
          <p className={styles.complaint}>{texts.complaint(incident.id)}</p>
          <p className={styles.note}>
            {t('seed', { seed: String(seed) })}
            {!isPacked && (
              <>
                {' · '}
                <a href={incidentHash(incident.id, 1 + (seed % MAX_SEED))}>{t('fresh')}</a>
              </>
            )}
          </p>
          <PlatformNote />
        </header>
        <ProblemList problems={problems} takesFocus />
        {found ? (
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
