import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { carryOut } from '../keyboard/keys.ts';
import { focus } from '../marks/focus-state.ts';
import { zoomOut } from '../timeline/time-view.ts';
import styles from './LevelCharts.module.css';

interface ZoomPathProps {
  readonly label: string;
  /** Names of the whole and of the zoomed parts, outermost first. */
  readonly parts: readonly string[];
  /** Steps out to a depth: how many zooms stay. */
  readonly onStep: (depth: number) => void;
}

/** Breadcrumb of the visible part: each item steps out. */
export function ZoomPath({ label, parts, onStep }: ZoomPathProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.zooms}>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be called the same
          <li key={at}>
            <Button
              variant="small"
              aria-current={at === parts.length - 1 ? 'step' : undefined}
              onClick={() => onStep(at)}
            >
              {part}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Breadcrumb of the visible part of time. */
export function Zooms() {
  const t = useTranslations('plots.zoom');
  const { ends } = useWords();
  const zooms = useStore(focus, (state) => state.zooms);
  const depth = zooms.length;
  // Steps out wherever the focus is; registered again after each step.
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
