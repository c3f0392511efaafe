import { useEffect, useId } from 'react';
import { useTranslations } from 'use-intl';
import { ImportNotes } from '../evidence/imports/ImportNotes.tsx';
import { OpenFiles } from '../evidence/imports/OpenFiles.tsx';
import { addFiles, showMeasured } from '../evidence/imports/overlays.ts';
import { overlays } from '../evidence/imports/overlays-state.ts';
import { showRecorded } from '../evidence/reproductions/evidence.ts';
import { FileButton } from '../ui/FileButton.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { Select } from '../ui/Select.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';

/** Chooses the measurements over the chart: the project's, or files, which are read locally. */
export function Measurements({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const t = useTranslations('experiments.measuredOver');
  const all = useStore(overlays, (state) => state.overlays);
  const field = useId();
  const refused = useStore(overlays, (state) => state.refused);
  useEffect(() => {
    void showRecorded().then(showMeasured);
  }, []);
  const take = async (files: readonly File[]) => {
    const added = await addFiles(files);
    if (added.length > 0) onChoose(added.at(-1));
  };
  const overlay = all.find(({ id }) => id === chosen);
  return (
    <FileDrop label={t('drop')} onFiles={(files) => void take(files)}>
      <div className={styles.points}>
        <span className={styles.field}>
          <label htmlFor={field}>{t('choose')}</label>
          <Select
            id={field}
            value={chosen ?? ''}
            options={[{ id: '', title: t('none') }, ...all]}
            onChoose={(id) => onChoose(id || undefined)}
          />
        </span>
        <FileButton label={t('file')} isMany onFiles={(files) => void take(files)} />
      </div>
      <p className={styles.soft}>{t('drop')}</p>
      {overlay && (
        <p className={styles.soft}>
          {[
            overlay.source,
            overlay.machine,
            overlay.date,
            overlay.method,
            overlay.format === 'measured' && t('own'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {overlay && overlay.format !== 'measured' && <ImportNotes overlay={overlay} />}
      <OpenFiles onRead={onChoose} />
      {refused.map(({ source, problem }) => (
        <ProblemList key={source} problems={[problem]} takesFocus />
      ))}
    </FileDrop>
  );
}
