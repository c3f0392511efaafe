import { type ComponentType, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { accessOf } from '../../model/scenario/controls.ts';
import type { PanelName } from '../../model/scenario/panels.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useAccess } from '../../ui/Guarded.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { closePanel, openPanel, toggleLayout, togglePanelSize } from '../appearance/appearance.ts';
import { run } from '../run/run-state.ts';
import styles from './Panels.module.css';
import { useLeftPanels } from './use-left-panels.ts';

/** The beginner's panels. */
const FIRST_PANELS: readonly PanelName[] = ['figures', 'why'];

export const PANEL_CONTENTS: Readonly<Record<PanelName, ComponentType>> = {
  figures: lazy(() => import('../results/Figures.tsx').then((module) => ({ default: module.Figures }))),
  request: lazy(() => import('../follow/Request.tsx').then((module) => ({ default: module.Request }))),
  timeline: lazy(() => import('../timeline/Timeline.tsx').then((module) => ({ default: module.Timeline }))),
  profile: lazy(() => import('../profile/Profile.tsx').then((module) => ({ default: module.Profile }))),
  charts: lazy(() => import('../figures/Charts.tsx').then((module) => ({ default: module.Charts }))),
  why: lazy(() => import('../why/Why.tsx').then((module) => ({ default: module.Why }))),
};

/** A narrow strip does not show all names: the open panel's is scrolled to the middle. */
function intoView(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  // Reads positions in the next frame, to avoid a forced layout.
  if (tab && strip)
    requestAnimationFrame(() => {
      strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
    });
}

export interface PanelsProps {
  /** Whether only the first panels are there, with a button for all of the Lab. */
  readonly isBeginner?: boolean;
  /** Whether no panel may be open: the names are there, and a press opens one. */
  readonly isOptional?: boolean;
  readonly children?: ReactNode;
}

/** The panels below the stage as WAI-ARIA tabs, written here because they are part of the first view. */
export function Panels({ isBeginner = false, isOptional = false, children }: PanelsProps) {
  const t = useTranslations('lab.panels');
  const knobs = useTranslations('lab.knobs');
  const rules = useStore(ui, (state) => state.rules);
  const requestedPanel = useStore(ui, (state) => state.panel);
  const left = useLeftPanels();
  const open = left.includes(requestedPanel) ? requestedPanel : left[0];
  const isLarge = useStore(ui, (state) => state.isPanelLarge);
  const isShut = useStore(ui, (state) => isOptional && !state.isPanelOpen);
  const id = useId();
  // A beginner has two, and any other panel opened by name.
  const shown = left.filter(
    (panel) => !isBeginner || (!isShut && panel === open) || FIRST_PANELS.includes(panel),
  );
  const hasStage = useAccess('stage') !== 'hidden';
  // A panel shows runs: its code is loaded once the stage has its first picture, which it would delay otherwise.
  const hasRuns = useStore(run, ({ player, status }) => player !== undefined || status === 'failed');
  if (!open) return <div className={styles.content}>{children}</div>;
  const Content = PANEL_CONTENTS[open];
  const focusable = shown.includes(open) ? open : shown[0];
  const loading = <p className={styles.loading}>{t('loading')}</p>;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    // A locked tab can have the focus without being open.
    const from = tabs.indexOf(event.target as HTMLElement);
    const last = shown.length - 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + shown.length) % shown.length;
    openPanel(shown[next] ?? open);
    tabs[next]?.focus();
  };
  return (
    <section className={styles.panels} id="results" tabIndex={-1} aria-label={t('label')}>
      <div className={styles.strip}>
        <div className={styles.tabs} role="tablist" aria-label={t('label')} onKeyDown={move}>
          {shown.map((panel) => {
            const isLocked = accessOf(rules, panel) === 'locked';
            return (
              <button
                key={panel}
                type="button"
                role="tab"
                id={`${id}${panel}`}
                className={styles.tab}
                aria-selected={!isShut && panel === open}
                aria-disabled={isLocked}
                title={isLocked ? knobs('locked') : undefined}
                aria-controls={isShut ? undefined : `${id}content`}
                tabIndex={panel === focusable ? 0 : -1}
                ref={panel === open ? intoView : undefined}
                // A second press closes it again.
                onClick={() => (isOptional && !isShut && panel === open ? closePanel() : openPanel(panel))}
              >
                {t(panel)}
              </button>
            );
          })}
        </div>
        <div className={styles.sizes}>
          {hasStage && !isShut && (
            <button type="button" className={styles.size} aria-pressed={isLarge} onClick={togglePanelSize}>
              {t('large')}
            </button>
          )}
          {isBeginner && (
            <button type="button" className={styles.size} onClick={toggleLayout}>
              {t('all')}
            </button>
          )}
        </div>
      </div>
      {isShut ? (
        <div className={styles.foot}>{children}</div>
      ) : (
        <div
          className={styles.content}
          id={`${id}content`}
          role="tabpanel"
          aria-labelledby={`${id}${open}`}
          // It scrolls by itself, so it must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
          tabIndex={0}
        >
          <ErrorBoundary key={open}>
            <Suspense fallback={loading}>{hasRuns ? <Content /> : loading}</Suspense>
          </ErrorBoundary>
          {children}
        </div>
      )}
    </section>
  );
}
