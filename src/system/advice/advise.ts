/** Advice for a goal: the smallest change that meets it, the best configuration, what lies between, and how far it holds. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { type Engines, PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import { commonLength } from '../../model/sweep/run-length.ts';
import { frontierOf } from './frontier.ts';
import { type Goal, loadEdits } from './goal.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type Robustness, robustness, type Uncertain, worstEdits } from './robust.ts';
import { Search } from './search.ts';
import type { Knob } from './vary.ts';

/** Replications while searching, of what is shown, and of each point of the robustness. */
const SEEDS = { search: 3, shown: 8, robust: 3 } as const;

export type Stage = 'search' | 'verify' | 'robust' | 'done';

export interface Advice {
  readonly goal: Goal;
  readonly vary: readonly Knob[];
  readonly stage: Stage;
  /** Runs so far. */
  readonly done: number;
  /** The unchanged configuration under the load of the goal; null before it has run. */
  readonly now: Outcome | null;
  /** The smallest change that meets the goal; null if none was found. */
  readonly smallest: Outcome | null;
  /** The smallest change that meets the goal even with all stated uncertainties at once; null if none was found. */
  readonly sturdy: Outcome | null;
  /** The best configuration; if it does not meet the goal, the nearest one. */
  readonly best: Outcome | null;
  readonly frontier: readonly Outcome[];
  /** Of the smallest change; empty if nothing meets the goal. */
  readonly robust: readonly Robustness[];
}

/** The outcome whose change is written down. A goal without conditions is met by the present one: there the best counts. */
export const advisedIn = ({ goal, sturdy, smallest, best }: Advice): Outcome | null =>
  goal.conditions.length === 0 ? best : (sturdy ?? smallest ?? best);

export interface AdviceOptions {
  readonly uncertainty?: Readonly<Record<Uncertain, number>>;
  /** The length of every run; undefined: one that suits all candidates. */
  readonly run?: Scenario['run'] | undefined;
  /** Receives the advice so far. */
  readonly onChange?: (advice: Advice) => void;
  /** Ends the search with what is known. */
  readonly signal?: AbortSignal;
}

/**
 * Searches advice for a scenario.
 * @param normalize the engine's validation
 * @throws when the unchanged configuration cannot be simulated
 */
export async function advise(
  scenario: Scenario,
  knobs: readonly Knob[],
  goal: Goal,
  engines: Engines,
  normalize: Normalize,
  { uncertainty, run, onChange, signal }: AdviceOptions = {},
): Promise<Advice> {
  const loaded = (await normalize(applyEdits(scenario, loadEdits(scenario, goal)))).scenario ?? scenario;
  const runs = new PairedRuns(engines);
  const stop = () => runs.stop();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const isStopped = () => signal?.aborted ?? false;
  let advice: Advice = {
    ...{ goal, vary: knobs, stage: 'search', done: 0 },
    ...{ now: null, smallest: null, sturdy: null, best: null, frontier: [], robust: [] },
  };
  const show = (part: Partial<Advice>) => {
    advice = { ...advice, ...part };
    onChange?.(advice);
  };
  const onRun = () => show({ done: advice.done + 1 });
  const common = { base: loaded, knobs, goal, runs, normalize, seeds: SEEDS.search, onRun, isStopped };
  const candidates = new Search({ ...common, length: loaded.run });
  const length = run ?? (await commonLength(await candidates.scenarios(), engines));
  const search = new Search({ ...common, length });
  await search.explore();
  const found = search.outcomes;
  const now = found.find(({ edits }) => Object.keys(edits).length === 0) ?? null;
  const failure = runs.failureOf({ ...loaded, run: length });
  if (!now && failure !== undefined) throw failure;
  show({ now, frontier: frontierOf(found, goal) });
  const smallest = (await search.smallest()) ?? null;
  const best = (await search.best()) ?? null;
  show({ stage: 'verify', smallest, best, frontier: frontierOf(search.outcomes, goal) });
  const again = async (outcome: Outcome | null) =>
    outcome && !isStopped() ? ((await search.repeat(outcome, SEEDS.shown)) ?? outcome) : outcome;
  show({ now: await again(now) });
  show({ smallest: await again(smallest) });
  show({ best: await again(best) });
  for (const outcome of frontierOf(search.outcomes, goal))
    if (!isStopped()) await search.repeat(outcome, SEEDS.search);
  show({ frontier: frontierOf(search.outcomes, goal) });
  const chosen = advice.smallest ?? advice.best;
  if (chosen?.isMet && goal.conditions.length > 0 && !isStopped()) {
    show({ stage: 'robust' });
    const input = { scenario: chosen.scenario, goal, runs, normalize, seeds: SEEDS.robust, onRun, isStopped };
    show({ robust: await robustness({ ...input, ...(uncertainty && { uncertainty }) }) });
    const worst = (await normalize(applyEdits(loaded, worstEdits(loaded, uncertainty)))).scenario;
    const hard = worst && new Search({ ...common, base: worst, length });
    // What misses the goal now would miss it in the worst case as well.
    if (hard && !isStopped()) await hard.among(search.outcomes.filter(({ isMet }) => isMet));
    const edits = (await hard?.smallest())?.edits;
    const same = edits && (await normalize(applyEdits({ ...loaded, run: length }, edits))).scenario;
    if (same && !isStopped()) {
      await runs.run([same], SEEDS.shown, onRun);
      show({ sturdy: outcomeOf(runs, goal, same, edits) ?? null });
    }
  }
  signal?.removeEventListener('abort', stop);
  show({ stage: 'done' });
  return advice;
}
