/** Mounts the page, nothing else. */
import { createRoot } from 'react-dom/client';
import { loadCatalogue, loadFirstTexts } from '../i18n/catalogue.ts';
import { presentLanguage } from '../lab/appearance/appearance.ts';
import { isHome, isLab } from '../lab/link/address.ts';
import { run } from '../lab/run/run-state.ts';
import { loadFonts } from '../ui/fonts.ts';
import { ui } from '../ui/ui-state.ts';
import { App } from './App.tsx';
import { installConsole } from './debug/console.ts';
import { keepOffline } from './offline/offline.ts';
import { routeAt } from './routes.ts';
import { start } from './start.ts';

/** Delay before files are cached for offline use, ms, so that the first picture and run come first. */
const KEEP_AFTER_MS = 8_000;

/** How long the first render waits for the first picture, ms. One render with it takes less than one without and one with. */
const PICTURE_WAIT_MS = 400;

/** Renders the route of the address in the language of the link or the reader. */
export async function showPage(): Promise<void> {
  // The route loads in parallel with the language.
  const route = routeAt(location.hash)?.load();
  await start();
  installConsole();
  // An embedded page caches nothing in its reader's browser.
  if (import.meta.env.PROD && ui.getState().embed === undefined) setTimeout(keepOffline, KEEP_AFTER_MS);
  const language = presentLanguage();
  // Start and the Lab begin with few texts, and with a picture.
  const isFirst = isLab() || isHome();
  const [catalogue] = await Promise.all([
    isFirst ? loadFirstTexts(language) : loadCatalogue(language),
    // A route that fails to load shows its own error.
    route?.catch(() => undefined),
    isFirst && firstPicture(),
  ]);
  loadFonts();
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App language={language} catalogue={catalogue} />);
}

/** Resolves when the stage has its first picture or its error, or when the page should not stay empty any longer. */
function firstPicture(): Promise<void> {
  return new Promise((resolve) => {
    const isThere = () => ['ready', 'failed'].includes(run.getState().status);
    const done = () => {
      unsubscribe();
      clearTimeout(limit);
      resolve();
    };
    const unsubscribe = run.subscribe(() => isThere() && done());
    const limit = setTimeout(done, PICTURE_WAIT_MS);
    // It may have come while the texts were loading.
    if (isThere()) done();
  });
}
