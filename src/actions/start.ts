/** The beginning: appearance, keyboard, the address's link, the bridge. */
import { readLink } from '../scenario/url.ts';
import { ui } from '../stores/ui.ts';
import { followAppearance } from './appearance.ts';
import { listenToKeys } from './keys.ts';
import { LAB_PATH, presentHash } from './link.ts';
import { connectBridge } from './live.ts';
import { openLink } from './open.ts';

/** The part of the address after `#/lab?`; empty on other routes. */
const labQuery = (): string => {
  const [path, query = ''] = location.hash.slice(1).split(/\?(.*)/s);
  return path === LAB_PATH ? query : '';
};

/** Starts everything that lives as long as the page. Called once, before the first render. */
export function start(): void {
  // The language and theme of the link are needed before anything is drawn.
  const { lang, theme, motion } = readLink(labQuery()).link.view;
  ui.setState({
    fromLink: { ...(lang ? { lang } : {}), ...(theme ? { theme } : {}), ...(motion ? { motion } : {}) },
  });
  followAppearance();
  listenToKeys();
  connectBridge(labQuery());
  openLink(labQuery());
  addEventListener('hashchange', () => {
    // Our own writing of the address raises no event: this is the reader, or the back button.
    if (location.hash.startsWith(`#${LAB_PATH}`) && location.hash !== presentHash()) openLink(labQuery());
  });
}
