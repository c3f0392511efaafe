/** Opens links and scenario texts. Invalid parts are reported, the rest is used. */

import { applyCustomPalette } from '../../lib/custom-palette.ts';
import { withUnits } from '../../model/scenario/amount.ts';
import { lostBranches } from '../../model/scenario/branches.ts';
import { NO_RULES } from '../../model/scenario/controls.ts';
import type { Leg } from '../../model/scenario/course.ts';
import { runEndNs } from '../../model/scenario/derived.ts';
import { presetById } from '../../model/scenario/library.ts';
import { withSuggestions } from '../../model/scenario/link-words.ts';
import { packQuery, unpackQuery } from '../../model/scenario/pack.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { editsBetween, type Json } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { type ReadLink, readLink } from '../../model/scenario/read-link.ts';
import {
  DEFAULT_PAIR,
  isPacked,
  type LinkSide,
  pairLink,
  writeLink,
  writeTime,
} from '../../model/scenario/url.ts';
import { settings } from '../../ui/settings-state.ts';
import { type LinkProblem, ui } from '../../ui/ui-state.ts';
import { appearanceOf } from '../appearance/appearance.ts';
import { runOnA } from '../branch/branch.ts';
import { follow } from '../follow/follow-state.ts';
import { select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { keepPace } from '../pace/pace.ts';
import { restartEngines } from '../run/engines.ts';
import { chooseSpeedAnew, failed, nextView, showPair } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { shownProcess } from '../run/shown-process.ts';
import { completed } from '../run/whole-run.ts';
import { sideAt } from '../settings/edit.ts';
import { experiment, SIDES, type SideState } from '../settings/experiment-state.ts';
import { addressQuery, LAB_PATH } from './address.ts';
import { asLinkProblem, linkProblems } from './link-problems.ts';

/** The tree of a link: A if it is a branch, and the parts that are invalid. */

interface OpenTree {
  readonly side: SideState;
  readonly earlier: readonly Leg[];
  readonly branchNs: number | undefined;
  readonly branches: string | undefined;
  readonly problems: readonly Problem[];
}

/**
 * A branch that begins at or after the end of the run is dropped: both sides run from the start.
 * @param root `a` of the link: the root run
 * @param branchNs when B leaves A; undefined where B is no branch
 * @param text the tree in link form
 */
async function openTree(
  root: SideState,
  b: SideState,
  branchNs: number | undefined,
  text: string | undefined,
): Promise<OpenTree> {
  const shown =
    branchNs === undefined ? undefined : { atNs: branchNs, edits: editsBetween(root.scenario, b.scenario) };
  const value = text === undefined ? '' : lostBranches(text, root.preset, shown);
  const lost: Problem[] = value === '' ? [] : [{ code: 'URL-03', path: 'branches', value }];
  const { side, earlier, problems } = await runOnA(root, text, shown);
  const endNs = runEndNs(root.scenario);
  const beyondEnd = [...earlier.map(({ untilNs }) => untilNs), branchNs ?? 0].find((ns) => ns >= endNs);
  if (beyondEnd !== undefined) {
    const facts = { hint: 'branch', end: writeTime(endNs) };
    const problem: Problem = { code: 'URL-02', path: 'branch', value: writeTime(beyondEnd), facts };
    return { side: root, earlier: [], branchNs: undefined, branches: undefined, problems: [problem] };
  }
  return {
    side,
    earlier,
    branchNs,
    branches: text,
    problems: [...lost, ...problems.map(asLinkProblem)],
  };
}

/** A scenario, complete or partial, and the preset that it changes. */
export interface Shown {
  readonly scenario: Json;
  readonly preset?: string;
}

/** Opens the Lab with one system, or with two side by side. */
export async function showInLab(a: Shown, b?: Shown): Promise<void> {
  location.hash = await labHash(a, b);
}

/** The full address of {@link showInLab}. */
export const labAddress = async (a: Shown, b?: Shown): Promise<string> =>
  location.href.replace(/#.*$/s, '') + (await labHash(a, b));

async function labHash(a: Shown, b?: Shown): Promise<string> {
  const sides = await Promise.all([linkSide(a), linkSide(b ?? a)]);
  const view = b ? {} : ({ only: 'a' } as const);
  const query = await packQuery(writeLink({ a: sides[0], b: sides[1], view }));
  return `#${LAB_PATH}?${query}`;
}

async function linkSide({ scenario, preset = DEFAULT_PAIR.a }: Shown): Promise<LinkSide> {
  const [base, whole] = await Promise.all(
    [presetById(preset)?.scenario ?? {}, scenario].map((partial) => completed('judge', partial)),
  );
  return { preset, edits: editsBetween(base, whole) };
}

/**
 * Reads a query (after `#/lab?`, unpacked); an empty one means the default pair. Applies its palette before
 * anything is drawn.
 */
export function readQuery(query: string): ReadLink {
  if (query === '') return { link: pairLink(DEFAULT_PAIR), problems: [] };
  const found = readLink(query);
  applyCustomPalette(found.link.view.palette);
  return found;
}

let claims = 0;

/** Claims the stage for a new pair; the returned function reports whether the claim is still the newest. */
export function claimStage(): () => boolean {
  const token = ++claims;
  return () => token === claims;
}

/** Opens the query of a link (after `#/lab?`). */
export async function openLink(query: string): Promise<void> {
  const isNewest = claimStage();
  const unpacked = isPacked(query) ? await unpackQuery(query) : { query, problems: [] };
  if (!isNewest()) return;
  const { link, problems: unread } = await readQuery(unpacked.query);
  const problems = withSuggestions(unread);
  if (!isNewest()) return;
  const { speed, present, timeNs, paused, only, panel, zoom, rules, branchNs, branches, sloNs } = link.view;
  const {
    sync = 'time',
    elastic: isElastic = false,
    explain: explaining,
    marks,
    selected,
    lanes,
  } = link.view;
  ui.setState({
    fromLink: appearanceOf(link.view),
    speed,
    isPresenting: present ?? false,
    isHeld: false,
    only,
    panel: panel ?? PANELS[0],
    isPanelOpen: panel !== undefined,
    // On a narrow screen a link to a panel opens that panel.
    tab: panel === undefined ? 'stage' : 'results',
    zoom: zoom ?? settings.getState().zoom,
    sync,
    isElastic,
    explaining,
    rules: rules ?? NO_RULES,
    split: [],
    sloNs,
    problems: [...unpacked.problems, ...problems].map(unmended),
  });
  // Resets the whole view: a link means the same everywhere. The address stays the link's until it is shown.
  follow.setState({ ...follow.getInitialState(), followed: link.view.follow, compared: link.view.compare });
  shownProcess.setState(link.view.process ?? shownProcess.getInitialState());
  focus.setState({ thread: undefined, zooms: [], marks, lanes, lastMark: undefined, selected: undefined });
  select(selected);
  // Most links need only model time.
  if (sync !== 'time' || isElastic) keepPace();
  try {
    const [a, b] = await Promise.all(SIDES.map((side) => openSide(side, link[side])));
    if (!a || !b || !isNewest()) return;
    const { problems: lost, ...opened } =
      (branchNs ?? branches) === undefined
        ? { side: a.side, earlier: [], problems: [], branchNs, branches }
        : await openTree(a.side, b.side, branchNs, branches);
    const endNs = Math.min(...[a, b].map(({ judged }) => runEndNs(judged.scenario)));
    if (!isNewest()) return;
    const wrong = linkProblems(a.judged, b.judged, link, endNs);
    const { side, ...rest } = opened;
    experiment.setState({ a: side, b: b.side, ...rest });
    ui.setState((state) => ({ problems: [...state.problems, ...wrong, ...lost.map(unmended)] }));
    // Set last: a pair still being opened must not take it.
    nextView.timeNs = timeNs ?? 'start';
    // Playing from the end means a restart.
    nextView.isPaused = paused ?? (timeNs !== undefined && timeNs >= endNs ? true : 'byMotion');
    chooseSpeedAnew();
    showPair();
  } catch (error) {
    if (isNewest()) failed(error);
  }
}

/**
 * A side of a link, validated by the worker that will run it, so that no other worker starts. Its refused
 * edits become problems of the link, since no input can show them.
 */
async function openSide(name: SideName, { preset, edits: written }: LinkSide) {
  const edits = withUnits(written);
  const side = (await sideAt(preset, edits, name)) ?? (await sideAt(DEFAULT_PAIR[name], {}, name));
  if (!side) return undefined;
  return { side: { ...side, drafts: {}, problems: [] }, judged: side };
}

const unmended = (problem: Problem): LinkProblem => ({ problem, sides: [], fixes: [] });

/** Restarts the engine after a failure and shows the current state. */
export function retry(): void {
  restartEngines();
  run.setState({ failure: undefined, status: 'loading' });
  if (experiment.getState().a) showPair();
  else openLink(addressQuery());
}
