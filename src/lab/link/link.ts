/**
 * The address bar and the link: the whole pair, readable, in the fragment, which browsers do not send to
 * servers.
 */

import { hasRules } from '../../model/scenario/controls.ts';
import { packQuery } from '../../model/scenario/pack.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { editsBetween } from '../../model/scenario/patch.ts';
import { type Link, type LinkSide, type LinkView, MAX_QUERY, writeLink } from '../../model/scenario/url.ts';
import { ui } from '../../ui/ui-state.ts';
import { follow } from '../follow/follow-state.ts';
import { focus } from '../marks/focus-state.ts';
import { playhead } from '../run/run-state.ts';
import { shownProcess } from '../run/shown-process.ts';
import { experiment, type SideState } from '../settings/experiment-state.ts';
import { isLab, LAB_PATH } from './address.ts';

/** `sweep-link.ts` writes its address. */
export const EXPERIMENTS_PATH = '/experiments';

const sideLink = ({ preset, base, scenario }: SideState): LinkSide => ({
  preset,
  edits: editsBetween(base, scenario),
});

/** The current state as a link; undefined before the first run. */
export function presentLink(): Link | undefined {
  const { a, b, branchNs, earlier, branches } = experiment.getState();
  if (!a || !b) return undefined;
  const { fromLink, speed, isPresenting, only, panel, zoom, sync, isElastic, rules, sloNs, embed } =
    ui.getState();
  const { followed, compared } = follow.getState();
  const { selected, lanes, marks } = focus.getState();
  const { now } = playhead.getState();
  const process = shownProcess.getState();
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
    ...(followed ? { follow: followed, ...(compared ? { compare: compared } : {}) } : {}),
    ...(process.a + process.b > 0 ? { process } : {}),
    ...(hasRules(rules) ? { rules } : {}),
    ...(sloNs === undefined ? {} : { sloNs }),
    ...(marks === undefined ? {} : { marks }),
    ...(selected ? { selected: selected.span } : {}),
    ...(lanes ? { lanes } : {}),
    ...(embed === undefined ? {} : { embed }),
  };
  // If A is a branch itself, the link begins with the root run; the tree holds the rest.
  return { a: sideLink({ ...a, ...earlier[0] }), b: sideLink(b), view };
}

/** The packed query for sharing. */
const packed = async (query: string): Promise<string> =>
  query.length <= MAX_QUERY ? query : packQuery(query);

const hashOf = (query: string): string => `#${LAB_PATH}${query === '' ? '' : `?${query}`}`;

const hashFor = async (link: Link | undefined, isShared: boolean): Promise<string> =>
  hashOf(link ? await packed(writeLink(link, isShared)) : '');

/** The fragment of the current link as in the address bar, with its `#`. */
export const presentHash = (): Promise<string> => hashFor(presentLink(), false);

/** The address that was written or opened last. Any other is a new navigation that is not handled yet. */
let lastAddress: string | undefined;
/** The Lab's address when it was left for another page. */
let lastLabHash: string | undefined;
export const takeAddress = (): void => {
  // A return by the menu restores the Lab as it was left, like the browser's Back.
  if (lastLabHash && lastAddress !== lastLabHash && location.hash === hashOf(''))
    history.replaceState(history.state, '', lastLabHash);
  lastAddress = location.hash;
  if (isLab()) lastLabHash = lastAddress;
};

/** Whether the current action replaces a whole system: then the browser's Back leads to the one before. */
let isStep = false;
/** Runs an action as such a step. An embedded page adds no history entries. */
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
  // A link of a newer version stays in the bar: the page may be reloaded as that version.
  if (ui.getState().problems.some(({ problem }) => problem.code === 'URL-09')) return;
  const written = writeLink(link);
  const hash = hashOf(await packed(written));
  // Packing is asynchronous: the address or the state may have changed in the meantime.
  const now = presentLink();
  if (!now || writeLink(now) !== written || !isLab() || location.hash === hash) return;
  if ((lastAddress ?? location.hash) !== location.hash) return;
  history[isNew ? 'pushState' : 'replaceState'](history.state, '', hash);
  takeAddress();
}

/** The full address of a link; without one, that of the Lab. */
export const addressOf = async (link: Link | undefined): Promise<string> =>
  location.href.replace(/#.*$/s, '') + (await hashFor(link, true));

/** The full address to share: an experiment's own, else the state of the Lab. */
export const presentAddress = async (): Promise<string> =>
  location.hash.startsWith(`#${EXPERIMENTS_PATH}`) ? location.href : addressOf(presentLink());

/** Copies a text to the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies the address to the clipboard; false when the browser refuses. */
export const copyLink = async (): Promise<boolean> => copyText(await presentAddress());
