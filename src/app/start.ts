/** The beginning: appearance, keyboard, the address's link, the bridge. */

import { appearanceOf, followAppearance } from '../lab/appearance/appearance.ts';
import { listenToKeys } from '../lab/keyboard/keys.ts';
import { addressQuery, isHome, isLab } from '../lab/link/address.ts';
import { presentHash, takeAddress } from '../lab/link/link.ts';
import { openLink, readQuery } from '../lab/link/open.ts';
import { experiment } from '../lab/settings/experiment-state.ts';
import { takeToken } from '../live/bridge-token.ts';
import { connectBridge } from '../live/live.ts';
import { live } from '../live/live-state.ts';
import { ui } from '../ui/ui-state.ts';

/** Starts everything that lives as long as the page. Called once; the first render waits for it. */
export async function start(): Promise<void> {
  // The language and theme of the link are needed before anything is drawn.
  const { view } = (await readQuery(location.hash.split(/\?(.*)/s)[1] ?? '')).link;
  const { embed } = view;
  ui.setState({
    embed,
    fromLink: appearanceOf(view),
  });
  followAppearance();
  listenToKeys();
  // Whoever embeds the page gets the model, never a Redis.
  if (embed !== undefined) import('./embed/embed.ts').then(({ obeyHost }) => obeyHost(embed));
  else {
    // Whichever page the bridge's address opens, its token counts.
    const token = takeToken(location.hash.split(/\?(.*)/s)[1]);
    if (token !== undefined) {
      live.setState({ status: 'connecting' }, true);
      void connectBridge(token);
    }
  }
  keepFiles();
  showAddress();
  addEventListener('hashchange', async () => {
    // Our own writing of the address raises no event: this is the reader, or the back button.
    const isShown = isLab() && experiment.getState().a && location.hash === (await presentHash());
    if (isShown) takeAddress();
    else showAddress();
  });
}

/** A browser leaves the page for a file that is dropped on it: never here, whoever takes the file. */
function keepFiles(): void {
  const hear = (event: DragEvent) => {
    const { dataTransfer: dropped } = event;
    // Whoever has a place for it has taken it by now.
    if (event.defaultPrevented || !dropped?.types.includes('Files')) return;
    event.preventDefault();
    // Nobody may read them later. While they are still in the air, there are none to be read.
    const files = [...dropped.files];
    if (files[0]) import('./file-drop.ts').then(({ openDropped }) => openDropped(files));
  };
  for (const name of ['dragover', 'drop'] as const) addEventListener(name, hear);
}

/** Opens what the address means; other pages than these two have nothing to run yet. */
function showAddress(): void {
  takeAddress();
  if (isLab() || (isHome() && !experiment.getState().a)) openLink(addressQuery());
}
