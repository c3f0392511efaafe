/**
 * The effect of single mechanisms of the model on the claims: all claims are judged again without a
 * mechanism. `sim claims --without` prints what changes; `wasm/model/mechanisms.md` has the results.
 */

import { setAt } from '../../model/scenario/apply-edits.ts';
import type { CostProfile } from '../../model/scenario/cost-profiles.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { ioThreadDesign, lookaheadOf } from '../../model/scenario/io-threads.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import storedMechanisms from '../mechanisms.json' with { type: 'json' };
import type { Claim } from './claim.ts';
import type { Judgement } from './judge.ts';

/** A mechanism of the model that has costs or settings of its own. */
export interface Mechanism {
  readonly id: string;
  /** Only scenarios with these values by path have it; all when absent. Spares runs that cannot change. */
  readonly where?: Edits;
  /** Only scenarios in which one of these values by path is larger can change by {@link LEAST_EFFECT}. */
  readonly above?: Readonly<Record<string, number>>;
  /** Takes it out of a scenario, or adds it where all scenarios lack it: values by path. */
  readonly change: Edits;
  /** Rust tests that hold it to values worked out by hand. */
  readonly tests: readonly string[];
}

export const mechanisms = storedMechanisms as unknown as readonly Mechanism[];

const COST = 'costs.overrides.';

/** Settings that a scenario can leave to the server's release. */
const OF_RELEASE: Readonly<Record<string, (scenario: Scenario) => unknown>> = {
  'server.ioThreads.kind': ({ server }) => ioThreadDesign(server),
  'server.lookahead': ({ server }) => lookaheadOf(server),
};

const settingAt = (scenario: Scenario, path: string) =>
  OF_RELEASE[path] ? OF_RELEASE[path](scenario) : getAt(scenario, path);

/**
 * The scenario without the mechanism.
 * @returns undefined when the scenario does not have it: the settings do not exist there, or have these values
 */
export function withoutMechanism(
  scenario: Scenario,
  { where = {}, above = {}, change }: Mechanism,
  profiles: readonly CostProfile[],
): Scenario | undefined {
  if (Object.entries(where).some(([path, value]) => settingAt(scenario, path) !== value)) return undefined;
  const isBelow = Object.entries(above).every(
    ([path, value]) => !(Number(settingAt(scenario, path)) > value),
  );
  if (isBelow && Object.keys(above).length > 0) return undefined;
  const profile = profiles.find(({ name }) => name === scenario.costs.profile);
  const present = (path: string) =>
    getAt(scenario, path) ??
    (path.startsWith(COST) ? profile?.costs[path.slice(COST.length)]?.value : undefined);
  // A textbook profile has no costs, and gets none.
  const isFree = (path: string) => path.startsWith(COST) && scenario.costs.profile === 'ideal';
  const edits = Object.entries(change).filter(
    ([path, value]) => !isFree(path) && present(path) !== undefined && present(path) !== value,
  );
  if (edits.length === 0) return undefined;
  return edits.reduce<Json>(
    (changed, [path, value]) => setAt(changed, path, value),
    scenario as unknown as Json,
  ) as unknown as Scenario;
}

/** What a mechanism changes in one claim. */
export interface Effect {
  readonly claim: Claim;
  /** Whether the claim holds with the mechanism, and without it. */
  readonly holds: readonly [boolean, boolean];
  /** The largest change of a checked value, as a share of the value with the mechanism. */
  readonly largest: number;
}

/** Smaller changes of a value are not counted. */
export const LEAST_EFFECT = 0.01;

/** The claims that turn, or of which a checked value changes by {@link LEAST_EFFECT} or more; the largest first. */
export function effectsOf(
  withMechanism: readonly Judgement[],
  withoutIt: readonly Judgement[],
): readonly Effect[] {
  return withMechanism
    .flatMap((before, index) => {
      const after = withoutIt[index];
      if (after?.claim !== before.claim) throw new Error('judgements of different claims');
      const holds = [holdsIn(before), holdsIn(after)] as const;
      const largest = largestChange(before, after);
      const isEffect = holds[0] !== holds[1] || Math.abs(largest) >= LEAST_EFFECT;
      return isEffect ? [{ claim: before.claim, holds, largest }] : [];
    })
    .sort((a, b) => Math.abs(b.largest) - Math.abs(a.largest));
}

const holdsIn = ({ results }: Judgement) => results.every(({ holds }) => holds);

/** Infinite where a value of 0 becomes another one. */
function largestChange(before: Judgement, after: Judgement): number {
  const changes = before.results.flatMap(({ values }, check) =>
    values.map((value, index) => {
      const other = after.results[check]?.values[index] ?? Number.NaN;
      return Object.is(value, other) ? 0 : (other - value) / Math.abs(value);
    }),
  );
  return changes.reduce((most, change) => (Math.abs(change) > Math.abs(most) ? change : most), 0);
}
