import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useAccess } from '../../ui/Guarded.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { KnobPanel } from '../settings/KnobPanel.tsx';
import { useIsBeginner, useIsNarrow, useIsPresented } from '../shared/use-media.ts';
import { Headline } from './Headline.tsx';
import styles from './Lab.module.css';
import { Panels } from './Panels.tsx';
import { Problems, TransportBar } from './parts.tsx';
import { StagePane, WORDS } from './StagePane.tsx';
import { useLeftPanels } from './use-left-panels.ts';

const PresenterLab = lazy(() =>
  import('./PresenterLab.tsx').then((module) => ({ default: module.PresenterLab })),
);
const NarrowLab = lazy(() => import('./NarrowLab.tsx').then((module) => ({ default: module.NarrowLab })));

/** Two systems under one clock: change one setting, watch both. */
export function Lab() {
  const t = useTranslations('lab');
  // A frame in another page is rarely high, at any width.
  const isEmbedded = useStore(ui, (state) => state.embed !== undefined);
  const isNarrow = useIsNarrow() || isEmbedded;
  const isPresenting = useIsPresented();
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      <Suspense>{isPresenting ? <PresenterLab /> : isNarrow ? <NarrowLab /> : <Wide />}</Suspense>
    </>
  );
}

function Wide() {
  const [wordsPlace, setWordsPlace] = useState<HTMLElement | null>(null);
  const [guidePlace, setGuidePlace] = useState<HTMLElement | null>(null);
  const isPanelLarge = useStore(ui, (state) => state.isPanelLarge);
  const hasStage = useAccess('stage') !== 'hidden';
  const hasPanels = useLeftPanels().length > 0;
  const isPanelOpen = useStore(ui, (state) => state.isPanelOpen);
  const isBeginner = useIsBeginner();
  const isShut = isBeginner && !isPanelOpen;
  return (
    // Document order: stage, settings, results. Visually the settings are on the left.
    <div className={styles.wide} data-layout={isBeginner ? 'beginner' : 'full'}>
      <Problems />
      <Headline />
      {hasStage && (
        <div className={styles.stage} hidden={isPanelLarge && hasPanels && !isShut}>
          <ErrorBoundary>
            <StagePane wordsPlace={wordsPlace} guidePlace={guidePlace} canSave />
          </ErrorBoundary>
        </div>
      )}
      <TransportBar />
      <aside className={styles.knobs}>
        {/* Explanations are above the settings, which stay usable. */}
        <div ref={setGuidePlace} style={{ display: 'contents' }} />
        <ErrorBoundary>
          <KnobPanel />
        </ErrorBoundary>
      </aside>
      <div className={styles.results} data-shut={isShut}>
        <ErrorBoundary>
          <Panels isBeginner={isBeginner} isOptional={isBeginner}>
            <div ref={setWordsPlace} id={WORDS} />
          </Panels>
        </ErrorBoundary>
      </div>
    </div>
  );
}
