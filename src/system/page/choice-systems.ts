/** The systems that other values of the choices give. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { comparedWith } from '../choices.ts';
import type { Choice, QuestionId } from '../system.ts';

export interface ChoiceSystems {
  readonly id: QuestionId;
  /** Number of other values, and of those that were compared. */
  readonly others: number;
  readonly compared: number;
  /** Systems that differ from the present one, each once, with the first value that gives it. */
  readonly alternatives: readonly { readonly value: string; readonly scenario: Scenario }[];
  /** Of a number: the systems with half and with twice of it. */
  readonly half?: Scenario | undefined;
  readonly twice?: Scenario | undefined;
}

/** Other systems of one choice that are run at most. */
const MOST_RUN = 4;

/** The system with another value of a choice; undefined if the model cannot run it. */
export type SystemWith = (id: QuestionId, value: string) => Promise<Scenario | undefined>;

/** Reads and assembles the systems of all choices, one after the other: nothing runs yet. */
export async function choiceSystems(
  choices: readonly Choice[],
  present: Scenario,
  systemWith: SystemWith,
  signal: AbortSignal,
): Promise<readonly ChoiceSystems[]> {
  const found: ChoiceSystems[] = [];
  for (const choice of choices) {
    const { others, factors } = comparedWith(choice);
    const systemOf = async (value: string) => {
      const scenario = signal.aborted ? undefined : await systemWith(choice.id, value);
      return scenario && { ...scenario, run: present.run };
    };
    if (factors) {
      const [half, twice] = [await systemOf(factors[0]), await systemOf(factors[1])];
      found.push({ id: choice.id, others: 0, compared: 0, alternatives: [], half, twice });
    } else if (others.length > 0) found.push(await alternativesOf(choice, others, present, systemOf));
  }
  return found;
}

async function alternativesOf(
  { id, values, value: own }: Choice,
  tried: readonly string[],
  present: Scenario,
  systemOf: (value: string) => Promise<Scenario | undefined>,
): Promise<ChoiceSystems> {
  const known = new Set([JSON.stringify(present)]);
  const alternatives: { readonly value: string; readonly scenario: Scenario }[] = [];
  let compared = 0;
  for (const value of tried) {
    const scenario = await systemOf(value);
    if (!scenario) continue;
    const key = JSON.stringify(scenario);
    if (!known.has(key)) {
      if (alternatives.length === MOST_RUN) continue;
      known.add(key);
      alternatives.push({ value, scenario });
    }
    compared++;
  }
  return { id, others: Math.max(1, values.filter((value) => value !== own).length), compared, alternatives };
}
