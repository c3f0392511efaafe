/** Maps the named runs of a topic to scenarios. */

import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Check, Claim, RunSpec, Topic } from './claim.ts';
import { runsIn } from './expression.ts';

/** A partial scenario to run, and its swept value (empty without a sweep). */
export interface PlannedRun {
  readonly key: string;
  readonly scenario: Json;
}

/**
 * Returns the canonical scenario of a partial one: the engine's `normalize`, here or in a worker. Throws when
 * it is invalid.
 */
export type Complete = (partial: Json) => Scenario | Promise<Scenario>;

/** The scenarios of a named run. Throws when the name or its base does not exist. */
export async function scenariosOf(topic: Topic, name: string, complete: Complete): Promise<PlannedRun[]> {
  const { scenario, sweep } = await resolve(topic, name, complete);
  const swept = Object.entries(sweep ?? {});
  const [first] = swept;
  if (!first) return [{ key: '', scenario }];
  return first[1].map((value, index) => {
    const edits = Object.fromEntries(swept.map(([path, values]) => [path, values[index] ?? null]));
    return { key: String(value), scenario: applyEdits(scenario, edits) };
  });
}

/** The preset that a run is based on, or the name of its first run. */
export function rootOf({ runs }: Topic, name: string): string {
  let root = name;
  for (let next = runs[name]?.from; next !== undefined; next = runs[next]?.from) root = next;
  return root;
}

/**
 * The edited base of a run, and its sweep: its own, or that of its base. Bases are complete scenarios, so
 * that edits need not repeat default choices.
 */
async function resolve(topic: Topic, name: string, complete: Complete): Promise<Resolved> {
  if (!Object.hasOwn(topic.runs, name)) {
    const preset = presetById(name);
    if (!preset) throw new Error(`${topic.id}: no run and no preset is named ${name}`);
    return { scenario: asJson(await complete(preset.scenario)), sweep: undefined };
  }
  const { from, set = {}, sweep } = topic.runs[name] as RunSpec;
  const base =
    from === undefined
      ? { scenario: asJson(await complete({})), sweep: undefined }
      : await resolve(topic, from, complete);
  return { scenario: applyEdits(base.scenario, set), sweep: sweep ?? base.sweep };
}

interface Resolved {
  readonly scenario: Json;
  readonly sweep: RunSpec['sweep'];
}

/** A scenario is JSON; its type lacks the index signature. */
const asJson = (scenario: Scenario): Json => scenario as unknown as Json;

/** The names of a claim's runs. */
export const runsOf = ({ checks = [] }: Claim): string[] => [...new Set(checks.flatMap(runsOfCheck))];

function runsOfCheck(check: Check): string[] {
  if ('identical' in check) return [...check.identical];
  if ('rising' in check) return check.rising.flatMap(runsIn);
  const against = 'equals' in check ? [check.equals].flat() : check.between.filter((bound) => bound !== null);
  return [check.value, ...against].flatMap((operand) => runsIn(operand));
}
