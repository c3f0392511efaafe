/**
 * The page's first file. It starts what takes long to arrive: the texts, the engines and the page itself. They load side by side,
 * so this file imports little.
 */
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { loadFirstTexts } from './i18n/catalogue.ts';
import { addressQuery, isHome, isLab } from './lab/link/address.ts';
import { engine } from './lab/run/engines.ts';
import { isLanguage, pickLanguage } from './lib/languages.ts';
import { settings } from './ui/settings-state.ts';

const page = import('./app/page.tsx');
if (isLab()) void import('./lab/page/Lab.tsx');
if (isLab() || isHome()) for (const side of ['a', 'b'] as const) engine(side);
const asked = new URLSearchParams(addressQuery()).get('lang');
// A packed link may ask for another language: the page then loads that one.
void loadFirstTexts(
  settings.getState().language ?? (isLanguage(asked) ? asked : pickLanguage(navigator.languages)),
);
void page.then(({ showPage }) => showPage());
