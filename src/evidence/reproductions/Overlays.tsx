import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Select } from '../../ui/Select.tsx';
import { useStore } from '../../ui/use-store.ts';
import { ImportNotes } from '../imports/ImportNotes.tsx';
import { OpenFiles } from '../imports/OpenFiles.tsx';
import { addFiles, removeOverlay, showMeasured, stopPrediction } from '../imports/overlays.ts';
import { overlays } from '../imports/overlays-state.ts';
import { ColumnMapper } from './ColumnMapper.tsx';
import { showRecorded } from './evidence.ts';
import { OverlayFigure } from './OverlayFigure.tsx';
import styles from './Overlays.module.css';

/** Measurements over the model: imported from files of other tools, and this project's. */
export function Overlays() {
  const t = useTranslations('evidence.files');
  const all = useStore(overlays, (state) => state.overlays);
  const refused = useStore(overlays, (state) => state.refused);
  const tables = useStore(overlays, (state) => state.tables);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  useEffect(() => {
    void showRecorded().then(showMeasured);
    return stopPrediction;
  }, []);
  const overlay = all.find((entry) => entry.id === chosen) ?? all[0];
  const take = async (files: readonly File[]) => {
    const added = await addFiles(files);
    if (added.length > 0) setChosen(added.at(-1));
  };
  const isOwn = (format: string) => format === 'measured';
  return (
    <div className={styles.files}>
      <FileDrop label={t('drop')} onFiles={(files) => void take(files)}>
        <p className={styles.drop}>
          <strong>{t('drop')}</strong>
          <FileButton label={t('choose')} isMany onFiles={(files) => void take(files)} />
        </p>
        <p className={styles.note}>{t('formats')}</p>
      </FileDrop>
      <OpenFiles onRead={setChosen} />
      {refused.map(({ source, problem }) => (
        <section key={source} aria-label={source}>
          <h3 className={styles.source}>{source}</h3>
          <ProblemList problems={[problem]} takesFocus />
        </section>
      ))}
      {overlay && (
        <>
          <p className={styles.choice}>
            <label htmlFor={id}>{t('shown')}</label>
            <Select
              id={id}
              value={overlay.id}
              groups={[
                { title: t('imported'), options: all.filter(({ format }) => !isOwn(format)) },
                { title: t('own'), options: all.filter(({ format }) => isOwn(format)) },
              ].filter(({ options }) => options.length > 0)}
              onChoose={setChosen}
            />
            {!isOwn(overlay.format) && (
              <Button onClick={() => removeOverlay(overlay.id)}>
                {t('remove', { title: overlay.title })}
              </Button>
            )}
          </p>
          <dl className={styles.facts}>
            {(['source', 'format', 'machine', 'date', 'method'] as const).map((fact) =>
              overlay[fact] === undefined || (fact === 'format' && isOwn(overlay.format)) ? null : (
                <div key={fact}>
                  <dt>{t(`facts.${fact}`)}</dt>
                  <dd>{overlay[fact]}</dd>
                </div>
              ),
            )}
          </dl>
          {!isOwn(overlay.format) && <ImportNotes overlay={overlay} />}
          {tables[overlay.id] && <ColumnMapper id={overlay.id} />}
          <OverlayFigure key={overlay.id} overlay={overlay} />
        </>
      )}
    </div>
  );
}
