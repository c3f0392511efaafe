import { memo, type Ref, type RefCallback, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useAccess } from '../../ui/Guarded.tsx';
import { Later, lazy, Suspense, startTransition } from '../../ui/prompt.tsx';
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
  const [wordsPlace, wordsRef] = usePlace();
  const [guidePlace, guideRef] = usePlace();
  const isPanelLarge = useStore(ui, (state) => state.isPanelLarge);
  const hasStage = useAccess('stage') !== 'hidden';
  const hasPanels = useLeftPanels().length > 0;
  const isBeginner = useIsBeginner();
  const isShut = useIsShut();
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
      <Settings guideRef={guideRef} />
      <Results wordsRef={wordsRef} />
    </div>
  );
}

/** An element once it is on the page, and its ref. What renders into it comes after the first picture. */
function usePlace(): [HTMLElement | null, RefCallback<HTMLElement>] {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const ref = useCallback((element: HTMLElement | null) => startTransition(() => setPlace(element)), []);
  return [place, ref];
}

/** Whether the beginner has no panel open. */
function useIsShut(): boolean {
  const isPanelOpen = useStore(ui, (state) => state.isPanelOpen);
  return useIsBeginner() && !isPanelOpen;
}

// Neither renders again when the place that it gives is known.

const Settings = memo(function Settings({ guideRef }: { readonly guideRef: Ref<HTMLDivElement> }) {
  return (
    <aside className={styles.knobs}>
      {/* Explanations are above the settings, which stay usable. */}
      <div ref={guideRef} style={{ display: 'contents' }} />
      <ErrorBoundary>
        <Later>
          <KnobPanel />
        </Later>
      </ErrorBoundary>
    </aside>
  );
});

const Results = memo(function Results({ wordsRef }: { readonly wordsRef: Ref<HTMLDivElement> }) {
  const isBeginner = useIsBeginner();
  return (
    <div className={styles.results} data-shut={useIsShut()}>
      <ErrorBoundary>
        <Panels isBeginner={isBeginner} isOptional={isBeginner}>
          <div ref={wordsRef} id={WORDS} />
        </Panels>
      </ErrorBoundary>
    </div>
  );
});
