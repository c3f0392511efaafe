/**
 * `sim claims --mutate`: finds, for each claim, a cost change that makes it fail; writes the changes into the
 * repository.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import recordedMutations from '../evidence/answers/generated/mutations.json';
import { canFail } from '../evidence/check/judge.ts';
import { isCounted, mutationText, type RecordedMutations, targetsOf } from '../evidence/check/mutation.ts';
import { type Filed, planFor } from '../evidence/check/plan.ts';
import { type Simulate, search } from '../evidence/check/search.ts';
import { filed } from '../evidence/check/topics.ts';
import { Engine, ScenarioRefused, TimeStandsStill } from '../model/engine/engine.ts';
import type { CostProfile } from '../model/scenario/cost-profiles.ts';
import storedProfiles from '../model/scenario/generated/profiles.json' with { type: 'json' };
import type { Json } from '../model/scenario/patch.ts';
import { EXIT, print, printMessage } from './input.ts';

const recorded: RecordedMutations = recordedMutations;
const profiles = storedProfiles as readonly CostProfile[];

/** A mutated run may need many more events than its original; beyond this limit it is aborted. */
const MAX_EVENTS = 100_000_000;

/**
 * Searches and records one change per claim. With ids, tries every check of these claims, also those that
 * hold by construction, and records nothing. Prints claims without a mutation. Returns the exit code: 1 if
 * there is such a claim, or such a check that does not hold by construction.
 */
export async function searchMutations(only: readonly string[], wasm: string, root: string): Promise<number> {
  const engine = await Engine.load(await readFile(wasm));
  const isWhole = only.length === 0;
  const wanted: Filed[] = filed.filter(({ claim }) => (isWhole ? isCounted(claim) : only.includes(claim.id)));
  const targets = targetsOf(wanted, (check) => !isWhole || canFail(check));
  const plan = await planFor(targets, (partial: Json) => {
    const { scenario, issues } = engine.normalize(JSON.stringify(partial));
    if (!scenario) throw new ScenarioRefused(issues);
    return scenario;
  });
  const tools = { plan, profiles, simulate: simulateIn(engine) };
  const start = Date.now();
  const found = search(targets, tools, recorded, isWhole ? 'claim' : 'check', (target, mutation) =>
    printMessage(
      `${((Date.now() - start) / 1000).toFixed(0)} s: ${target.claim.id} check ${target.index}: ${mutationText(mutation)}`,
    ),
  );
  if (!isWhole) {
    const missing = targets.filter((target) => !found.has(target));
    for (const { claim, index, check } of missing)
      print(`${claim.id} check ${index}: no change of a cost makes it fail: ${JSON.stringify(check)}`);
    return missing.some(({ check }) => canFail(check)) ? EXIT.failed : EXIT.done;
  }
  const lines = wanted.flatMap(({ claim }) => {
    const [mutation] = [...found].filter(([target]) => target.claim.id === claim.id);
    if (mutation)
      return `  ${JSON.stringify(claim.id)}: ${JSON.stringify({ check: mutation[0].index, ...mutation[1] })}`;
    print(`${claim.id}: no change of a cost makes it fail; mark its checks as by construction`);
    return [];
  });
  const file = join(root, 'src/evidence/answers/generated/mutations.json');
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
  print(`written: ${file}`);
  return lines.length === wanted.length ? EXIT.done : EXIT.failed;
}

const simulateIn =
  (engine: Engine): Simulate =>
  (scenario) => {
    try {
      engine.open(scenario, false);
      if (engine.advance(Number.MAX_SAFE_INTEGER, MAX_EVENTS) !== 'done') return undefined;
      return engine.summary();
    } catch (error) {
      if (error instanceof ScenarioRefused || error instanceof TimeStandsStill) return undefined;
      throw error;
    }
  };
