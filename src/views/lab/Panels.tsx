import { type KeyboardEvent, type ReactNode, Suspense, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { openPanel, togglePanelSize } from '../../actions/appearance.ts';
import { PANELS } from '../../scenario/url.ts';
import { ui } from '../../stores/ui.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { useIsBeginner } from '../shared/use-media.ts';
import styles from './Panels.module.css';
import { FIRST_PANELS, PANEL_CONTENTS } from './panels.ts';

/** A narrow strip does not show all names: that of the open panel stands in its middle. */
function intoView(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  // With the next frame, which lays out the page anyhow: to ask where things are at once would do so once more.
  if (tab && strip)
    requestAnimationFrame(() => {
      strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
    });
}

/**
 * The panels below the stage, as tabs. The few lines that WAI-ARIA asks of tabs are here, because this is part of a first
 * visit and a library of menus is not.
 */
export function Panels({ children }: { readonly children?: ReactNode }) {
  const t = useTranslations('lab.panels');
  const open = useStore(ui, (state) => state.panel);
  const isLarge = useStore(ui, (state) => state.isPanelLarge);
  const id = useId();
  // A beginner has two, and whatever else was opened by its name.
  const isBeginner = useIsBeginner();
  const shown = PANELS.filter((panel) => !isBeginner || panel === open || FIRST_PANELS.includes(panel));
  const Content = PANEL_CONTENTS[open];
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = shown.indexOf(open);
    const last = shown.length - 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + shown.length) % shown.length;
    openPanel(shown[next] ?? open);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <section className={styles.panels} aria-label={t('label')}>
      <div className={styles.strip}>
        <div className={styles.tabs} role="tablist" aria-label={t('label')} onKeyDown={move}>
          {shown.map((panel) => (
            <button
              key={panel}
              type="button"
              role="tab"
              id={`${id}${panel}`}
              className={styles.tab}
              aria-selected={panel === open}
              aria-controls={`${id}content`}
              tabIndex={panel === open ? 0 : -1}
              ref={panel === open ? intoView : undefined}
              onClick={() => openPanel(panel)}
            >
              {t(panel)}
            </button>
          ))}
        </div>
        <button type="button" className={styles.size} aria-pressed={isLarge} onClick={togglePanelSize}>
          {t('large')}
        </button>
      </div>
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
          <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
            <Content />
          </Suspense>
        </ErrorBoundary>
        {children}
      </div>
    </section>
  );
}
