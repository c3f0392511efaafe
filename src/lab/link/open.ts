/** Opening what others made: a link, a scenario's text. What cannot be used is named, the rest is used. */
import { withUnits } from '../../model/scenario/amount.ts';
import { NO_RULES } from '../../model/scenario/controls.ts';
import { withMeantNames } from '../../model/scenario/link-words.ts';
import { unpackQuery } from '../../model/scenario/pack.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { runEndNs } from '../../model/scenario/run-end.ts';
import { DEFAULT_PAIR, isPacked, type LinkSide } from '../../model/scenario/url.ts';
import { settings } from '../../ui/settings-state.ts';
import { type LinkProblem, ui } from '../../ui/ui-state.ts';
import { appearanceOf } from '../appearance/appearance.ts';
import { follow } from '../follow/follow-state.ts';
import { select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { keepPace } from '../pace/pace.ts';
import { restartEngines } from '../run/engines.ts';
import { chooseSpeedAnew, failed, nextView, showPair } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { sideAt } from '../settings/edit.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { addressQuery } from './link.ts';
import { linkProblems } from './link-problems.ts';
import { openTree } from './open-tree.ts';
import { readQuery } from './read-query.ts';

let claims = 0;

/** Says that something new is about to be shown; the answer tells whether it still is the newest. */
export function claimStage(): () => boolean {
  const mine = ++claims;
  return () => mine === claims;
}

/** Shows what the query of a link (after `#/lab?`) describes. */
export async function openLink(query: string): Promise<void> {
  const isNewest = claimStage();
  const unpacked = isPacked(query) ? await unpackQuery(query) : { query, problems: [] };
  if (!isNewest()) return;
  const { link, problems: unread } = await readQuery(unpacked.query);
  const problems = withMeantNames(unread);
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
    // Where the parts take turns, a link to a panel opens with it.
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
  // Nothing of what was looked at before is left: a link means the same wherever it is opened. The address is its own until it is shown.
  follow.setState({ ...follow.getInitialState(), one: link.view.follow, other: link.view.compare });
  focus.setState({ thread: undefined, zooms: [], marks, lanes, lastMark: undefined, selected: undefined });
  select(selected);
  // Most links want nothing but model time.
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
    // Only now: a pair that was still being opened meanwhile must not take it for its own.
    nextView.timeNs = timeNs ?? 'start';
    // To play from the end is to begin again.
    nextView.isPaused = paused ?? (timeNs !== undefined && timeNs >= endNs ? true : 'byMotion');
    chooseSpeedAnew();
    showPair();
  } catch (error) {
    if (isNewest()) failed(error);
  }
}

/**
 * A side of a link, judged by the worker that will run it: no other has to be started first. Its refused edits become problems of the
 * link: there is no input that could keep showing them.
 */
async function openSide(name: SideName, { preset, edits: written }: LinkSide) {
  const edits = withUnits(written);
  const side = (await sideAt(preset, edits, name)) ?? (await sideAt(DEFAULT_PAIR[name], {}, name));
  if (!side) return undefined;
  return { side: { ...side, drafts: {}, problems: [] }, judged: side };
}

const unmended = (problem: Problem): LinkProblem => ({ problem, sides: [], mends: [] });

/** Starts the engine anew after a failure and shows what should be on screen. */
export function retry(): void {
  restartEngines();
  run.setState({ failure: undefined, status: 'loading' });
  if (experiment.getState().a) showPair();
  else openLink(addressQuery());
}
