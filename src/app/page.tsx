/** Mounts the page, nothing else. */
import { createRoot } from 'react-dom/client';
import { loadCatalogue } from '../i18n/catalogue.ts';
import { presentLanguage } from '../lab/appearance/appearance.ts';
import { loadFonts } from '../ui/fonts.ts';
import { ui } from '../ui/ui-state.ts';
import { App } from './App.tsx';
import { installConsole } from './debug/console.ts';
import { keepOffline } from './offline/offline.ts';
import { routeAt } from './routes.ts';
import { start } from './start.ts';

/** Delay before files are cached for offline use, ms, so that the first picture and run come first. */
const KEEP_AFTER_MS = 8_000;

/** Renders the route of the address in the language of the link or the reader. */
export async function showPage(): Promise<void> {
  // The route loads in parallel with the language.
  const route = routeAt(location.hash)?.load();
  await start();
  installConsole();
  // An embedded page caches nothing in its reader's browser.
  if (import.meta.env.PROD && ui.getState().embed === undefined) setTimeout(keepOffline, KEEP_AFTER_MS);
  const language = presentLanguage();
  // A route that fails to load shows its own error.
  const [catalogue] = await Promise.all([loadCatalogue(language), route?.catch(() => undefined)]);
  loadFonts();
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App language={language} catalogue={catalogue} />);
}
