/** `sim claims --without`: what single mechanisms of the model change in the claims. */
import { readFile } from 'node:fs/promises';
import {
  type Effect,
  effectsOf,
  type Mechanism,
  mechanisms,
  withoutMechanism,
} from '../evidence/check/effects.ts';
import { type Filed, type NeededRun, planFor } from '../evidence/check/plan.ts';
import { runsOf } from '../evidence/check/runs.ts';
import { Engine, ScenarioRefused } from '../model/engine/engine.ts';
import type { CostProfile } from '../model/scenario/cost-profiles.ts';
import storedProfiles from '../model/scenario/generated/profiles.json' with { type: 'json' };
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Json } from '../model/scenario/patch.ts';
import { EXIT, print, printMessage } from './input.ts';

const profiles = storedProfiles as unknown as readonly CostProfile[];

/**
 * Judges the claims with and without each mechanism, and prints the claims that change.
 * @param ids of mechanisms; `all` stands for all of them
 * @returns the exit code
 */
export async function showEffects(
  ids: readonly string[],
  wanted: readonly Filed[],
  wasm: string,
): Promise<number> {
  const unknown = ids.filter((id) => id !== 'all' && !mechanisms.some((mechanism) => mechanism.id === id));
  if (unknown.length > 0) {
    const known = mechanisms.map(({ id }) => id).join(', ');
    printMessage(`no mechanism is named ${unknown.join(', ')} (there are: all, ${known})`);
    return EXIT.badInput;
  }
  const engine = await Engine.load(await readFile(wasm));
  const simulate = (scenario: Scenario): Summary => {
    engine.open(scenario, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return engine.summary();
  };
  const complete = (partial: Json): Scenario => {
    const { scenario, issues } = engine.normalize(JSON.stringify(partial));
    if (!scenario) throw new ScenarioRefused(issues);
    return scenario;
  };
  const known = new Map<string, Summary>();
  const unchanged = ({ id, scenario }: NeededRun) => {
    const summary = known.get(id) ?? simulate(scenario);
    known.set(id, summary);
    return summary;
  };
  for (const mechanism of mechanisms.filter(({ id }) => ids.includes('all') || ids.includes(id))) {
    const all = await planFor(wanted, complete);
    const changed = new Map<string, Summary>();
    for (const { id, scenario } of all.runs) {
      const without = withoutMechanism(scenario, mechanism, profiles);
      if (without) changed.set(id, simulate(without));
    }
    // Only claims with such runs are judged, so that the others need no run at all.
    const concerned = wanted.filter(({ topic, claim }) =>
      runsOf(claim).some((name) => all.runsNamed(topic, name).some(({ id }) => changed.has(id))),
    );
    const plan = await planFor(concerned, complete);
    const before = plan.judge(unchanged);
    const after = plan.judge((run) => changed.get(run.id) ?? unchanged(run));
    print(effectText(mechanism, changed.size, concerned.length, effectsOf(before, after)));
  }
  return EXIT.done;
}

/** One paragraph for a mechanism: claims that turn, then values that change. */
function effectText({ id }: Mechanism, runs: number, claims: number, effects: readonly Effect[]): string {
  const turned = (to: boolean) =>
    effects.filter(({ holds: [from, now] }) => from !== to && now === to).map(({ claim }) => claim.id);
  const percent = (share: number) => `${share > 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(0)} %`;
  return [
    `${id}: in ${runs} runs of ${claims} claims`,
    `  fail without it  ${turned(false).join(', ') || 'none'}`,
    `  hold without it  ${turned(true).join(', ') || 'none'}`,
    `  values change    ${effects.map(({ claim, largest }) => `${claim.id} ${percent(largest)}`).join(', ') || 'none by 1 %'}`,
  ].join('\n');
}
