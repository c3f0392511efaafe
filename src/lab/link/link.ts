/** The address bar and the link: the whole pair, readable, in the fragment that no server sees. */

import { hasRules } from '../../model/scenario/controls.ts';
import { packQuery } from '../../model/scenario/pack.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { editsBetween } from '../../model/scenario/patch.ts';
import { type Link, type LinkSide, type LinkView, MAX_QUERY, writeLink } from '../../model/scenario/url.ts';
import { ui } from '../../ui/ui-state.ts';
import { follow } from '../follow/follow-state.ts';
import { focus } from '../marks/focus-state.ts';
import { playhead } from '../run/run-state.ts';
import { experiment, type SideState } from '../settings/experiment-state.ts';
import { isLab, LAB_PATH } from './address.ts';

/** Its address is written by `sweep-link.ts`. */
export const EXPERIMENTS_PATH = '/experiments';

const sideLink = ({ preset, base, scenario }: SideState): LinkSide => ({
  preset,
  edits: editsBetween(base, scenario),
});

/** What is on screen, as a link; undefined before there is anything. */
export function presentLink(): Link | undefined {
  const { a, b, branchNs, earlier, branches } = experiment.getState();
  if (!a || !b) return undefined;
  const { fromLink, speed, isPresenting, only, panel, zoom, sync, isElastic, rules, sloNs, embed } =
    ui.getState();
  const { one, other } = follow.getState();
  const { selected, lanes, marks } = focus.getState();
  const { now } = playhead.getState();
  const view: LinkView = {
    ...fromLink,
    ...(speed === undefined ? {} : { speed }),
    ...(now && !now.playing && now.timeNs > 0 ? { timeNs: now.timeNs, paused: true } : {}),
    ...(branchNs === undefined ? {} : { branchNs }),
    ...(branches?.includes(';') ? { branches } : {}),
    ...(isPresenting ? { present: true } : {}),
    ...(only ? { only } : {}),
    ...(panel === PANELS[0] ? {} : { panel }),
    ...(zoom === 'parts' ? {} : { zoom }),
    ...(sync === 'time' ? {} : { sync }),
    ...(isElastic ? { elastic: true } : {}),
    ...(one ? { follow: one, ...(other ? { compare: other } : {}) } : {}),
    ...(hasRules(rules) ? { rules } : {}),
    ...(sloNs === undefined ? {} : { sloNs }),
    ...(marks === undefined ? {} : { marks }),
    ...(selected ? { selected: selected.span } : {}),
    ...(lanes ? { lanes } : {}),
    ...(embed === undefined ? {} : { embed }),
  };
  // Where A is a branch itself, the link begins with the run from the start; the tree says the rest.
  return { a: sideLink({ ...a, ...earlier[0] }), b: sideLink(b), view };
}

/** The query as it is passed on. */
const packed = async (query: string): Promise<string> =>
  query.length <= MAX_QUERY ? query : packQuery(query);

const hashOf = (query: string): string => `#${LAB_PATH}${query === '' ? '' : `?${query}`}`;

const hashFor = async (link: Link | undefined, isShared: boolean): Promise<string> =>
  hashOf(link ? await packed(writeLink(link, isShared)) : '');

/** The fragment of the present link as the address bar has it, with its `#`. */
export const presentHash = (): Promise<string> => hashFor(presentLink(), false);

/** The address that was written or opened last. Another one is where the reader has just gone: nobody has been told of it yet. */
let taken: string | undefined;
/** The Lab's, as it was left for another page. */
let left: string | undefined;
export const takeAddress = (): void => {
  // Whoever comes back by the menu finds what was left, paused or not, as by the browser's way back.
  if (left && taken !== left && location.hash === hashOf('')) history.replaceState(history.state, '', left);
  taken = location.hash;
  if (isLab()) left = taken;
};

/** Whether what is done now takes the place of a whole system: the browser's way back leads to the one before. */
let isStep = false;
/** Does something as such a step. An embedding page's way back is not this one's to lengthen. */
export function asStep(act: () => void): void {
  isStep = ui.getState().embed === undefined;
  act();
  isStep = false;
}

/** Keeps the address bar up to date without a new history entry per change. */
export async function writeAddress(): Promise<void> {
  const isNew = isStep;
  const link = presentLink();
  if (!link || !isLab()) return;
  // What a newer version has written is kept for it: the page may be reloaded as that one.
  if (ui.getState().problems.some(({ problem }) => problem.code === 'URL-09')) return;
  const written = writeLink(link);
  const hash = hashOf(await packed(written));
  // Packing takes a moment, in which the reader may have gone elsewhere or changed something again.
  const now = presentLink();
  if (!now || writeLink(now) !== written || !isLab() || location.hash === hash) return;
  if ((taken ?? location.hash) !== location.hash) return;
  history[isNew ? 'pushState' : 'replaceState'](history.state, '', hash);
  takeAddress();
}

/** The whole address of a link, as it is given to others; without one, that of the Lab. */
export const addressOf = async (link: Link | undefined): Promise<string> =>
  location.href.replace(/#.*$/s, '') + (await hashFor(link, true));

/** The whole address, to be shared. An experiment's is the one in the bar; other pages share what is in the Lab. */
export const presentAddress = async (): Promise<string> =>
  location.hash.startsWith(`#${EXPERIMENTS_PATH}`) ? location.href : addressOf(presentLink());

/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts the address on the clipboard; false when the browser refuses. */
export const copyLink = async (): Promise<boolean> => copyText(await presentAddress());
