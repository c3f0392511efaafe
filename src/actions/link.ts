/** The address bar and the link: the whole pair, readable, in the fragment that no server sees. */
import { editsBetween } from '../scenario/patch.ts';
import { type Link, type LinkSide, type LinkView, writeLink } from '../scenario/url.ts';
import { experiment, type SideState } from '../stores/experiment.ts';
import { playhead } from '../stores/playhead.ts';
import { ui } from '../stores/ui.ts';

export const LAB_PATH = '/lab';

/** The part of the address after `#/lab?`; empty on other routes. */
export function addressQuery(): string {
  const [path, query = ''] = location.hash.slice(1).split(/\?(.*)/s);
  return path === LAB_PATH ? query : '';
}

const sideLink = ({ preset, base, scenario }: SideState): LinkSide => ({
  preset,
  edits: editsBetween(base, scenario),
});

/** What is on screen, as a link; undefined before there is anything. */
export function presentLink(): Link | undefined {
  const { a, b } = experiment.getState();
  if (!a || !b) return undefined;
  const { fromLink, speed, isPresenting } = ui.getState();
  const { now } = playhead.getState();
  const view: LinkView = {
    ...fromLink,
    ...(speed === undefined ? {} : { speed }),
    ...(now && !now.playing && now.timeNs > 0 ? { timeNs: now.timeNs, paused: true } : {}),
    ...(isPresenting ? { present: true } : {}),
  };
  return { a: sideLink(a), b: sideLink(b), view };
}

/** The fragment of the present link, with its `#`. */
export function presentHash(): string {
  const link = presentLink();
  const query = link ? writeLink(link) : '';
  return `#${LAB_PATH}${query === '' ? '' : `?${query}`}`;
}

/** Keeps the address bar up to date without a new history entry per change. */
export function writeAddress(): void {
  if (!presentLink() || !location.hash.startsWith(`#${LAB_PATH}`)) return;
  const hash = presentHash();
  if (location.hash !== hash) history.replaceState(history.state, '', hash);
}

/** The whole address, to be shared. */
export const presentAddress = (): string => location.href.replace(/#.*$/s, '') + presentHash();

/** Puts the address on the clipboard; false when the browser refuses. */
export async function copyLink(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(presentAddress());
    return true;
  } catch {
    return false;
  }
}
