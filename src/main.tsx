/** Mounts the page, nothing else. */
import { keepOffline } from './app/offline/offline.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { installConsole } from './app/debug/console.ts';
import { routeAt } from './app/routes.ts';
import { start } from './app/start.ts';
import { loadCatalogue } from './i18n/catalogue.ts';
import { presentLanguage } from './lab/appearance/appearance.ts';
import { ui } from './ui/ui-state.ts';

/** The first picture and the first run come first; what is kept for visits without a network is fetched afterwards, ms. */
const KEEP_AFTER_MS = 8_000;

/** Draws what the address means, in the language that it or the reader asks for. */
async function show(): Promise<void> {
  // The page is fetched beside the language, and before anything else is asked of the machine.
  const page = routeAt(location.hash)?.load();
  await start();
  installConsole();
  // A part of another page keeps nothing in its reader's browser.
  if (import.meta.env.PROD && ui.getState().embed === undefined) setTimeout(keepOffline, KEEP_AFTER_MS);
  const language = presentLanguage();
  // Who cannot have the page is told so by what draws it.
  const [catalogue] = await Promise.all([loadCatalogue(language), page?.catch(() => undefined)]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App language={language} catalogue={catalogue} />);
}

void show();
