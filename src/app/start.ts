/** The start of the page: appearance, keyboard, the address's link, the bridge. */

import { appearanceOf, followAppearance } from '../lab/appearance/appearance.ts';
import { listenToKeys } from '../lab/keyboard/keys.ts';
import { addressQuery, isHome, isLab } from '../lab/link/address.ts';
import { presentHash, takeAddress } from '../lab/link/link.ts';
import { openLink, readQuery } from '../lab/link/open.ts';
import { experiment } from '../lab/settings/experiment-state.ts';
import { packageIn } from '../learn/platform/platform-state.ts';
import { takeToken } from '../live/bridge-token.ts';
import { connectBridge } from '../live/live.ts';
import { live } from '../live/live-state.ts';
import { ui } from '../ui/ui-state.ts';

/** Starts everything with the lifetime of the page. Called once; the first render waits for it. */
export async function start(): Promise<void> {
  // The language and theme of the link are needed before the first render.
  const { view } = (await readQuery(location.hash.split(/\?(.*)/s)[1] ?? '')).link;
  const { embed } = view;
  ui.setState({
    embed,
    fromLink: appearanceOf(view),
  });
  followAppearance();
  listenToKeys();
  // A learning platform has the learner's progress, which the first render needs.
  const packed = packageIn(location.hash);
  if (packed) {
    const { attachPlatform } = await import('../learn/platform/attach.ts');
    await attachPlatform(packed.format, packed.lesson);
  }
  // An embedded page gets the model, never a Redis.
  if (embed !== undefined) import('./embed/embed.ts').then(({ obeyHost }) => obeyHost(embed));
  else {
    // The bridge's token is read on every page, also when the address of a restarted bridge is opened in this tab.
    connectFromAddress();
    addEventListener('hashchange', () => {
      const isOpen = ['connected', 'connecting'].includes(live.getState().status);
      if (/[?&]bridge=/.test(location.hash) && !isOpen) connectFromAddress();
    });
  }
  keepFiles();
  showAddress();
  addEventListener('hashchange', async () => {
    // Writing the address raises no event: this is the reader, or the back button.
    const isShown = isLab() && experiment.getState().a && location.hash === (await presentHash());
    if (isShown) takeAddress();
    else showAddress();
  });
}

/** Connects with the token of the address, or with this tab's. */
function connectFromAddress(): void {
  const token = takeToken(location.hash.split(/\?(.*)/s)[1]);
  if (token === undefined) return;
  live.setState({ status: 'connecting' }, true);
  void connectBridge(token);
}

/** A browser navigates to a dropped file: prevented, with any drop target. */
function keepFiles(): void {
  const onDragOver = (event: DragEvent) => {
    const { dataTransfer: dropped } = event;
    // A drop target has handled it by now.
    if (event.defaultPrevented || !dropped?.types.includes('Files')) return;
    event.preventDefault();
    // The files must be read in this event; during the drag there are none.
    const files = [...dropped.files];
    if (files[0]) import('./file-drop.ts').then(({ openDropped }) => openDropped(files));
  };
  for (const name of ['dragover', 'drop'] as const) addEventListener(name, onDragOver);
}

/** Opens the link of the address; other pages than these two have no run yet. */
function showAddress(): void {
  takeAddress();
  if (isLab() || (isHome() && !experiment.getState().a)) openLink(addressQuery());
}
