/**
 * How far the advice holds: the load, the costs of the machine and the round trip are scaled until the goal is broken. The
 * stated uncertainty of each says what must be covered.
 */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import type { Goal } from './goal.ts';
import { outcomeOf } from './outcome.ts';

export type Uncertain = 'load' | 'costs' | 'rtt';

/**
 * Factor of uncertainty, up and down. Costs: the largest error of throughput that the project accepts for a group of
 * measurements is 40 %. Load and round trip vary in a day by a quarter.
 */
export const UNCERTAINTY: Readonly<Record<Uncertain, number>> = { load: 1.25, costs: 1.4, rtt: 1.25 };

export interface Robustness {
  readonly what: Uncertain;
  /** Factors between which the goal is met, with 1 among them; null: it is not met at 1. */
  readonly holdsFrom: number | null;
  readonly holdsTo: number | null;
  /** The lowest and the highest factor that were tried. */
  readonly triedFrom: number;
  readonly triedTo: number;
  /** The stated uncertainty, as a factor, and whether the goal is met over all of it. */
  readonly uncertainty: number;
  readonly isCovered: boolean;
}

const FACTORS = [0.5, 0.7, 0.8, 1, 1.25, 1.4, 2, 3] as const;

/** A scenario with one quantity scaled; undefined if it has none. */
function scaled(
  { workload: { arrivals }, costs, network }: Scenario,
  what: Uncertain,
  by: number,
): Edits | undefined {
  switch (what) {
    case 'load':
      return arrivals.kind === 'open'
        ? { 'workload.arrivals.ratePerSec': arrivals.ratePerSec * by }
        : { 'workload.arrivals.callers': Math.max(1, Math.round(arrivals.callers * by)) };
    case 'costs':
      return { 'costs.cpuFactor': costs.cpuFactor * by };
    case 'rtt':
      return network.rttUs > 0 ? { 'network.rttUs': network.rttUs * by } : undefined;
  }
}

/** The worst of all stated uncertainties at once: more load, slower code, a longer round trip. */
export const worstEdits = (
  scenario: Scenario,
  uncertainty: Readonly<Record<Uncertain, number>> = UNCERTAINTY,
): Edits =>
  Object.assign(
    {},
    ...(['load', 'costs', 'rtt'] as const).map((what) => scaled(scenario, what, uncertainty[what]) ?? {}),
  );

export interface RobustInput {
  readonly scenario: Scenario;
  readonly goal: Goal;
  readonly runs: PairedRuns;
  readonly normalize: Normalize;
  readonly seeds: number;
  readonly uncertainty?: Readonly<Record<Uncertain, number>>;
  readonly onRun: () => void;
}

/** For each uncertain quantity, where the goal holds. Quantities that the scenario lacks are left out. */
export async function robustness({
  scenario,
  goal,
  runs,
  normalize,
  seeds,
  uncertainty = UNCERTAINTY,
  onRun,
}: RobustInput): Promise<Robustness[]> {
  const points: { what: Uncertain; by: number; scenario: Scenario }[] = [];
  for (const what of ['load', 'costs', 'rtt'] as const)
    for (const by of new Set([...FACTORS, 1 / uncertainty[what], uncertainty[what]])) {
      const edits = scaled(scenario, what, by);
      const changed = edits && (await normalize(applyEdits(scenario, edits))).scenario;
      if (changed) points.push({ what, by, scenario: changed });
    }
  await runs.run(
    points.map((point) => point.scenario),
    seeds,
    onRun,
  );
  return (['load', 'costs', 'rtt'] as const).flatMap((what): Robustness[] => {
    const tried = points
      .filter((point) => point.what === what)
      .map(({ by, scenario: at }) => ({ by, isMet: outcomeOf(runs, goal, at, {})?.isMet ?? false }))
      .sort((a, b) => a.by - b.by);
    const [first, last] = [tried[0], tried.at(-1)];
    if (!first || !last) return [];
    const middle = tried.findIndex(({ by }) => by === 1);
    let [from, to] = [middle, middle];
    while (tried[from - 1]?.isMet) from--;
    while (tried[to + 1]?.isMet) to++;
    const holds = tried[middle]?.isMet ?? false;
    const holdsFrom = holds ? (tried[from]?.by ?? 1) : null;
    const holdsTo = holds ? (tried[to]?.by ?? 1) : null;
    const factor = uncertainty[what];
    return [
      {
        ...{ what, holdsFrom, holdsTo, triedFrom: first.by, triedTo: last.by, uncertainty: factor },
        isCovered: holdsFrom !== null && holdsTo !== null && holdsFrom <= 1 / factor && holdsTo >= factor,
      },
    ];
  });
}
