import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { carryOut } from '../keyboard/keys.ts';
import { focus } from '../marks/focus-state.ts';
import { zoomOut } from '../timeline/zoom.ts';
import styles from './LevelCharts.module.css';
import { ZoomPath } from './ZoomPath.tsx';

/** The way into the part of time that is shown: each step leads back. */
export function Zooms() {
  const t = useTranslations('plots.zoom');
  const { ends } = useWords();
  const zooms = useStore(focus, (state) => state.zooms);
  const depth = zooms.length;
  // One step out, wherever the focus is; after each step the next one takes its place.
  useLayoutEffect(() => (depth > 0 ? carryOut('letGo', () => zoomOut()) : undefined), [depth]);
  if (depth === 0) return <p className={`${styles.zooms} ${styles.hint}`}>{t('hint')}</p>;
  return (
    <ZoomPath
      label={t('label')}
      parts={[t('whole'), ...zooms.map((span) => t('span', ends(span)))]}
      onStep={zoomOut}
    />
  );
}
