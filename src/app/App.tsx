import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { loadCatalogue } from '../i18n/catalogue.ts';
import type { Catalogue } from '../i18n/texts.ts';
import { presentLanguage } from '../lab/appearance/appearance.ts';
import { useIsPresented } from '../lab/shared/use-media.ts';
import { TermMarks } from '../learn/glossary/TermMarks.tsx';
import { factsOf, type Language } from '../lib/languages.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { keepPresses } from '../ui/held-press.ts';
import { watchMenus } from '../ui/opener.ts';
import { OVERLAYS } from '../ui/overlays.ts';
import { useProductTitle } from '../ui/page-title.ts';
import { lazy, Suspense, startHeldTransition } from '../ui/prompt.tsx';
import { settings } from '../ui/settings-state.ts';
import { Texts } from '../ui/texts.tsx';
import { type LabTab, ui } from '../ui/ui-state.ts';
import { useStore } from '../ui/use-store.ts';
import styles from './App.module.css';
import { dismissNewVersion, loadNewVersion } from './offline/offline.ts';
import { LAB, ROUTES } from './routes.ts';
import { Announcer } from './shell/Announcer.tsx';
import { Dialogs } from './shell/Dialogs.tsx';
import { Header } from './shell/Header.tsx';

/** The note on a new version, with a button: the page never reloads by itself. */
function NewVersion() {
  const t = useTranslations('offline');
  return (
    <div className={styles.bar} role="status">
      <p>{t('newVersion')}</p>
      <Button variant="strong" onClick={loadNewVersion}>
        {t('load')}
      </Button>
      <Button onClick={dismissNewVersion}>{t('later')}</Button>
    </div>
  );
}

const EmbedBar = lazy(() => import('./embed/EmbedBar.tsx').then((module) => ({ default: module.EmbedBar })));

/** Skip links: the presenter view has no settings, and other pages have none of the Lab's parts. */
const SKIPS = { lab: ['stage', 'knobs', 'results'], presented: ['stage'], page: ['content'] } as const;

/** Shows a part and moves the focus there. */
function skipTo(part: LabTab | 'content'): void {
  if (part !== 'content')
    flushSync(() =>
      // Showing one part may hide another.
      ui.setState({
        tab: part,
        ...(part === 'stage' && { isPanelLarge: false }),
        ...(part === 'results' && { isPanelOpen: true }),
      }),
    );
  const main = document.getElementById('main');
  main?.focus();
  // A part that is still loading gets the focus on arrival, unless the reader has moved it by then.
  const reach = () => {
    if (document.activeElement === main) document.getElementById(part)?.focus();
    else coming.disconnect();
  };
  const coming = new MutationObserver(reach);
  coming.observe(document.body, { childList: true, subtree: true });
  reach();
}

/** The route is the fragment up to its query; the query belongs to the link. */
const usePath: typeof useHashLocation = (options) => {
  const [location, navigate] = useHashLocation(options);
  return [location.replace(/\?.*$/s, ''), navigate];
};

export interface AppProps {
  /** Loaded before the first render, so that no text is ever missing. */
  readonly language: Language;
  readonly catalogue: Catalogue;
}

export function App(initial: AppProps) {
  const { language, catalogue } = useCatalogue(initial);
  useEffect(watchMenus, []);
  useEffect(keepPresses, []);
  return (
    <Texts language={language} catalogue={catalogue}>
      <Router hook={usePath} hrefs={(path) => `#${path}`}>
        <Page />
      </Router>
    </Texts>
  );
}

/** The catalogue of the current language; the old one stays while another loads. */
function useCatalogue(initial: AppProps): AppProps {
  const [shown, setShown] = useState(initial);
  useStore(settings, (state) => state.language);
  useStore(ui, (state) => state.fromLink.lang);
  const language = presentLanguage();
  useEffect(() => {
    if (language === shown.language) return;
    let isWanted = true;
    let end: () => void = () => undefined;
    // All text renders again: as a transition, so that keys and the stage stay responsive.
    loadCatalogue(language).then((catalogue) => {
      if (!isWanted) return;
      const next = { language, catalogue };
      end = startHeldTransition(() => {
        if (isWanted) setShown(next);
      });
    });
    return () => {
      isWanted = false;
      end();
    };
  }, [language, shown.language]);
  // After all texts have changed and before they are laid out: a second layout takes as long again.
  useLayoutEffect(() => {
    const root = document.documentElement;
    const { direction } = factsOf(shown.language);
    root.lang = shown.language;
    if (root.dir !== direction) root.dir = direction;
  }, [shown.language]);
  return shown;
}

function Page() {
  const t = useTranslations('app');
  const dialog = useStore(ui, (state) => state.dialog);
  const hasNewVersion = useStore(ui, (state) => state.hasNewVersion);
  const isPresenting = useIsPresented();
  const isEmbedded = useStore(ui, (state) => state.embed !== undefined);
  useProductTitle(`${t('name')} · ${t('tagline')}`);
  const isLab = usePath()[0] === LAB.path;
  return (
    <div className={styles.page}>
      {SKIPS[isLab ? (isPresenting ? 'presented' : 'lab') : 'page'].map((part) => (
        <button key={part} type="button" className={styles.skip} onClick={() => skipTo(part)}>
          {t(`skip.${part}`)}
        </button>
      ))}
      {!isPresenting &&
        (isEmbedded ? (
          <Suspense fallback={<div />}>
            <EmbedBar />
          </Suspense>
        ) : (
          <Header />
        ))}
      <main className={styles.main} id="main" tabIndex={-1}>
        <ErrorBoundary>
          <Suspense fallback={<Arriving />}>
            <Switch>
              {ROUTES.map(({ path, pattern = path, Page }) => (
                <Route key={path} path={pattern} component={Page} />
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
        <div id={OVERLAYS} />
      </main>
      <Suspense>{dialog !== undefined && <Dialogs dialog={dialog} />}</Suspense>
      {hasNewVersion && <NewVersion />}
      <TermMarks />
      <Announcer />
    </div>
  );
}

/** Instead of a page whose code is still loading. */
function Arriving() {
  const t = useTranslations('lab.panels');
  return <p className={styles.arriving}>{t('loading')}</p>;
}

function NotFound() {
  const t = useTranslations('app.notFound');
  return (
    <div className={styles.notFound}>
      <h1>{t('title')}</h1>
      <p>
        <a href={`#${LAB.path}`}>{t('lab')}</a>
      </p>
    </div>
  );
}
