/** Edits of the compared systems. The engine validates every edit before it is shown. */

import { accessOf } from '../../model/scenario/controls.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Pair } from '../../model/scenario/presets.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { isFree, ui } from '../../ui/ui-state.ts';
import { midRunEdit } from '../branch/mid-run-edit-state.ts';
import { follow } from '../follow/follow-state.ts';
import { asStep, writeAddress } from '../link/link.ts';
import { focus } from '../marks/focus-state.ts';
import type { Role } from '../run/engines.ts';
import { normalize } from '../run/normalize.ts';
import { chooseSpeedAnew, failed, nextView, showPair } from '../run/run.ts';
import { shownProcess } from '../run/shown-process.ts';
import { type ExperimentState, experiment, SIDES, type SideState } from './experiment-state.ts';
import { type ValidatedEdits, validateEdits } from './validate-edits.ts';

/** Copies one side to the other, as a start for a comparison in one setting. */
export function copySide(from: SideName): void {
  const source = experiment.getState()[from];
  const to = SIDES.find((name) => name !== from);
  if (!source || !to) return;
  asStep(() => {
    experiment.setState({ [to]: source, branchNs: undefined });
    showPair();
  });
}

/** Without edits there is nothing to validate. */
async function judged(scenario: Scenario, drafts: Edits, edits: Edits, role?: Role): Promise<ValidatedEdits> {
  if (Object.keys({ ...drafts, ...edits }).length === 0) return { scenario, drafts, problems: [] };
  return validateEdits(scenario, drafts, edits, role);
}

const waiting: Record<SideName, Edits> = { a: {}, b: {} };
let judging: Promise<void> | undefined;
/** Presets are fetched. The later choice wins, and edits made in the meantime apply to it. */
let placing = Promise.resolve();

/**
 * Edits values of one or both sides. Edits that arrive during a validation are validated together, and both
 * sides are shown at once, because opening a run is expensive.
 */
export function edit(sides: readonly SideName[], edits: Edits): Promise<void> {
  for (const side of sides) waiting[side] = { ...waiting[side], ...edits };
  // Edits of one action on both sides are validated together.
  judging ??= Promise.resolve()
    .then(judgeWaiting)
    .catch(failed)
    .finally(() => {
      judging = undefined;
    });
  return judging;
}

async function judgeWaiting(): Promise<void> {
  for (;;) {
    await placing;
    const names = SIDES.filter((name) => Object.keys(waiting[name]).length > 0);
    if (names.length === 0) return;
    replace(Object.assign({}, ...(await Promise.all(names.map(judgeSide)))));
  }
}

/** A side with its pending edits as the next state; nothing when a preset was chosen in the meantime. */
async function judgeSide(name: SideName): Promise<Partial<ExperimentState>> {
  const edits = waiting[name];
  waiting[name] = {};
  const side = experiment.getState()[name];
  if (!side) return {};
  const next = { ...side, ...(await judged(side.scenario, side.drafts, edits)) };
  return experiment.getState()[name]?.base === side.base ? { [name]: next } : {};
}

/** Applies new states of sides, and shows the pair if the simulated scenario changed. */
function replace(next: Partial<ExperimentState>): void {
  const before = experiment.getState();
  experiment.setState(next);
  const after = experiment.getState();
  const isSameStart = before.branchNs === after.branchNs;
  if (!isSameStart || SIDES.some((name) => !isSameScenario(before[name]?.scenario, after[name]?.scenario)))
    showPair();
}

/** Whether two sides would run the same. */
export const isSameScenario = (left: Scenario | undefined, right: Scenario | undefined): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** A side at a preset; undefined when the engine refuses the preset itself. */
export async function sideAt(preset: string, edits: Edits, role?: Role): Promise<SideState | undefined> {
  const answer = await normalize(presetById(preset)?.scenario ?? {}, role);
  if (!answer.scenario) return undefined;
  return { preset, base: answer.scenario, ...(await judged(answer.scenario, {}, edits, role)) };
}

/** Resets a side to a preset. */
export const choosePreset = (name: SideName, preset: string): Promise<void> => put({ [name]: preset });

/** Resets both sides to a pair of presets. */
export function choosePair({ a, b }: Pair): Promise<void> {
  nextView.timeNs = 'start';
  return put({ a, b });
}

function put(presets: Partial<Record<SideName, string>>): Promise<void> {
  placing = placing
    .then(async () => {
      const found = await Promise.all(
        SIDES.map(async (name) => {
          const side = presets[name] && (await sideAt(presets[name], {}));
          return side ? { [name]: side } : {};
        }),
      );
      const sides: Partial<ExperimentState> = Object.assign({}, ...found);
      if (Object.keys(sides).length === 0) return;
      ui.setState({ problems: [] });
      chooseSpeedAnew();
      asStep(() => replace({ ...sides, branchNs: undefined }));
    })
    .catch(failed);
  return placing;
}

/** Discards a refused value; the last valid one is shown again. */
export function dropDraft(name: SideName, path: string): void {
  const side = experiment.getState()[name];
  if (!side) return;
  const drafts = Object.fromEntries(Object.entries(side.drafts).filter(([other]) => other !== path));
  experiment.setState({
    [name]: { ...side, drafts, problems: side.problems.filter((problem) => problem.path !== path) },
  });
}

/**
 * Swaps the two sides with the followed requests, the thread and the lanes. Nothing changes if the link locks
 * them or one is a branch of the other.
 */
export function swapSides(): void {
  if (!isFree('compare')) return;
  const { a, b, branchNs } = experiment.getState();
  if (branchNs !== undefined) {
    midRunEdit.setState({ refusal: 'swap' });
    return;
  }
  asStep(() => {
    experiment.setState({ a: b, b: a });
    const process = shownProcess.getState();
    shownProcess.setState({ a: process.b, b: process.a });
    showPair();
    const { followed, compared } = follow.getState();
    // The timeline drops its lanes when another request is followed.
    const { lanes, thread } = focus.getState();
    follow.setState({ followed: beyond(followed), compared: beyond(compared) });
    focus.setState({ lanes: beyond(lanes), thread: beyond(thread) });
    writeAddress();
  });
}

/** The same item on the side that has its run after the swap. */
const beyond = <T extends { readonly side: SideName }>(of: T | undefined): T | undefined =>
  of && { ...of, side: of.side === 'a' ? 'b' : 'a' };

/** Draws another seed for both sides. */
export async function drawNewSeed(): Promise<void> {
  const { rules } = ui.getState();
  if (
    ['luck', 'seed'].some((name) => accessOf(rules, name) === 'locked') ||
    accessOf(rules, 'luck') === 'hidden'
  )
    return;
  const seed = experiment.getState().a?.scenario.seed ?? 0;
  // A linear congruential generator on 32-bit numbers: a new seed needs no randomness and is reproducible.
  return edit(SIDES, { seed: (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0 });
}
