import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { carryOut } from '../../actions/keys.ts';
import { zoomOut } from '../../actions/zoom.ts';
import { focus, type Span } from '../../stores/focus.ts';
import { Button } from '../shared/Button.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './LevelCharts.module.css';

/** The way into the part of time that is shown: each step leads back. */
export function Zooms({ whole }: { readonly whole: Span }) {
  const t = useTranslations('plots.zoom');
  const { ends } = useWords();
  const zooms = useStore(focus, (state) => state.zooms);
  const depth = zooms.length;
  // One step out, wherever the focus is; after each step the next one takes its place.
  useLayoutEffect(() => (depth > 0 ? carryOut('letGo', () => zoomOut()) : undefined), [depth]);
  if (depth === 0) return <p className={`${styles.zooms} ${styles.hint}`}>{t('hint')}</p>;
  return (
    <nav aria-label={t('label')}>
      <ol className={styles.zooms}>
        {[whole, ...zooms].map((span, at) => (
          <li key={span.join(' ')}>
            <Button look="small" aria-current={at === depth ? 'step' : undefined} onClick={() => zoomOut(at)}>
              {at === 0 ? t('whole') : t('span', ends(span))}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
