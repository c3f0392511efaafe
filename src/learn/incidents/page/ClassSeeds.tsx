import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { csvTable } from '../../../lib/csv-table.ts';
import { saveText } from '../../../lib/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import { classState } from '../../class/class-state.ts';
import type { Student } from '../../class/classroom.ts';
import { INCIDENTS } from '../incidents.ts';
import { ANY, incidentHash, incidentOf, namesIn, seedsOf } from '../links.ts';
import styles from './Incidents.module.css';
import { useIncidentTexts } from './use-incident-texts.ts';

/** Two students may have the same name; then the id tells them apart. */
const nameOf = ({ id, name }: Student): string => (id === name ? name : `${name} (${id})`);

/** For a teacher: a variant for each student of a list, with its answer. */
export function ClassSeeds() {
  const t = useTranslations('incidents.teach');
  const texts = useIncidentTexts();
  const causeText = useTranslations('incidents.causes');
  const roster = useStore(classState, (state) => state.classroom?.roster);
  const id = useId();
  const [which, setWhich] = useState<string>(ANY);
  const [exercise, setExercise] = useState('1');
  const [names, setNames] = useState('');
  const save = () => {
    const seeds = seedsOf(exercise, namesIn(names));
    if (seeds.size === 0) {
      announce(t('first'), { isVisible: true });
      return;
    }
    const rows = [...seeds].flatMap(([name, seed]) => {
      const incident = incidentOf(which, seed);
      const link = `${location.href.replace(/#.*$/s, '')}${incidentHash(which, seed)}`;
      return incident ? [[name, seed, texts.title(incident.id), causeText(incident.cause), link]] : [];
    });
    const header = [t('student'), t('seed'), t('incident'), t('cause'), t('link')];
    saveText('roundtrip-incidents.csv', csvTable([header, ...rows]), 'text/csv');
  };
  return (
    <section className={styles.section} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{t('title')}</h2>
      <p className={styles.note}>
        {t('intro')} <Link href="/learn/incidents">{t('open')}</Link>
      </p>
      <div className={styles.field}>
        <label htmlFor={`${id}which`}>{t('which')}</label>
        <Select
          id={`${id}which`}
          value={which}
          options={[
            { id: ANY as string, title: t('any') },
            ...INCIDENTS.map((incident) => ({ id: incident.id, title: texts.title(incident.id) })),
          ]}
          onChoose={setWhich}
        />
      </div>
      <label className={styles.field}>
        <span>{t('exercise')}</span>
        <input
          type="text"
          maxLength={80}
          value={exercise}
          onChange={(event) => setExercise(event.target.value)}
        />
      </label>
      <label className={styles.field}>
        <span>{t('names')}</span>
        <textarea rows={5} value={names} onChange={(event) => setNames(event.target.value)} />
      </label>
      <p className={styles.actions}>
        <Button onClick={save}>{t('save')}</Button>
        {roster !== undefined && roster.length > 0 && (
          <Button onClick={() => setNames(roster.map(nameOf).join('\n'))}>{t('fromClass')}</Button>
        )}
      </p>
    </section>
  );
}
