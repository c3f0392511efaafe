import { useMemo } from 'react';
import { presetById } from '../../model/scenario/library.ts';
import { StagePicture } from '../picture/StagePicture.tsx';
import styles from './PresetBrowser.module.css';

/** The system of a preset, or those of a pair, as a small still of the stage. */
export function PresetPicture({ a, b }: { readonly a: string; readonly b?: string }) {
  const scenarios = useMemo(
    () => [a, b].flatMap((id) => (id === undefined ? [] : (presetById(id)?.scenario ?? []))),
    [a, b],
  );
  return (
    <div className={styles.picture} data-sides={scenarios.length}>
      <StagePicture scenarios={scenarios} />
    </div>
  );
}
