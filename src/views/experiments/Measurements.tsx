import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { showRecorded } from '../../actions/evidence.ts';
import { addFiles, showMeasured } from '../../actions/overlays.ts';
import { overlays } from '../../stores/overlays.ts';
import { Button } from '../shared/Button.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import styles from './Experiments.module.css';

/** Which measurements lie over the chart: this project's, or those of files, which are read here and go nowhere. */
export function Measurements({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const t = useTranslations('experiments.measuredOver');
  const all = useStore(overlays, (state) => state.overlays);
  const refused = useStore(overlays, (state) => state.refused);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    showRecorded();
    showMeasured();
  }, []);
  const overlay = all.find(({ id }) => id === chosen);
  return (
    <div>
      <div className={styles.points}>
        <label className={styles.field}>
          {t('choose')}
          <select
            className={styles.select}
            value={chosen ?? ''}
            onChange={(event) => onChoose(event.target.value || undefined)}
          >
            <option value="">{t('none')}</option>
            {all.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => input.current?.click()}>{t('file')}</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('file')}
          onChange={async (event) => {
            const added = await addFiles([...(event.target.files ?? [])]);
            event.target.value = '';
            if (added.length > 0) onChoose(added.at(-1));
          }}
        />
      </div>
      {overlay && (
        <p className={styles.soft}>
          {[overlay.source, overlay.machine, overlay.date].filter((fact) => fact !== undefined).join(' · ')}
        </p>
      )}
      {refused.map(({ source, problem }) => (
        <ProblemList key={source} problems={[problem]} takesFocus />
      ))}
    </div>
  );
}
