import { useTranslations } from 'use-intl';
import type { PanelName } from '../../model/scenario/panels.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import styles from './Panels.module.css';
import { PANEL_CONTENTS } from './Panels.tsx';

/** A panel alone, without the tabs of the others. */
export function OnePanel({ name }: { readonly name: PanelName }) {
  const t = useTranslations('lab.panels');
  const hasRuns = useStore(run, ({ player, status }) => player !== undefined || status === 'failed');
  const Content = PANEL_CONTENTS[name];
  const loading = <p className={styles.loading}>{t('loading')}</p>;
  return (
    <section
      className={styles.panels}
      id="results"
      aria-label={t(name)}
      // It scrolls by itself, so it must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
      tabIndex={0}
    >
      <h2 className={styles.name}>{t(name)}</h2>
      <div className={styles.content}>
        <ErrorBoundary key={name}>
          <Suspense fallback={loading}>{hasRuns ? <Content /> : loading}</Suspense>
        </ErrorBoundary>
      </div>
    </section>
  );
}
