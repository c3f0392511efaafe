/** Mounts the page, nothing else. */
import { createRoot } from 'react-dom/client';
import { loadCatalogue } from '../i18n/catalogue.ts';
import { presentLanguage } from '../lab/appearance/appearance.ts';
import { ui } from '../ui/ui-state.ts';
import { App } from './App.tsx';
import { installConsole } from './debug/console.ts';
import { keepOffline } from './offline/offline.ts';
import { routeAt } from './routes.ts';
import { start } from './start.ts';

/** The first picture and the first run come first; what is kept for visits without a network is fetched afterwards, ms. */
const KEEP_AFTER_MS = 8_000;

/** Draws what the address means, in the language that the link or the reader asks for. */
export async function showPage(): Promise<void> {
  // The route is fetched beside the language.
  const route = routeAt(location.hash)?.load();
  await start();
  installConsole();
  // A part of another page keeps nothing in its reader's browser.
  if (import.meta.env.PROD && ui.getState().embed === undefined) setTimeout(keepOffline, KEEP_AFTER_MS);
  const language = presentLanguage();
  // A route that cannot be loaded shows its own error.
  const [catalogue] = await Promise.all([loadCatalogue(language), route?.catch(() => undefined)]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App language={language} catalogue={catalogue} />);
}
