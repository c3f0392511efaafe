/** Choices that the user can change: those that a text leaves open, and the machine, which no text names. */
import { fieldNamed } from '../model/scenario/fields.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Answers, Choice } from './system.ts';

/** The field of the cost profile, and the key of its answer. */
export const COSTS = 'costs.profile';
/** A machine without costs is none that anybody has. */
const IDEAL = 'ideal';

/** The profile of CPU costs: a server machine on Linux is assumed. */
export function costChoice({ costs }: Scenario, answers: Answers): Choice {
  const isAnswered = answers[COSTS] !== undefined;
  return {
    ...{ id: COSTS, kind: 'costs', value: costs.profile, isAnswered },
    values: (fieldNamed(COSTS)?.choices ?? []).filter((name) => name !== IDEAL),
    origin: { from: isAnswered ? 'answer' : 'proposal', question: COSTS },
  };
}

/** Other values of a choice of which the systems are compared at most. */
const MOST_COMPARED = 6;

/** A number at the beginning of a text, and what follows it, such as a unit. */
const AMOUNT = /^(\d+(?:\.\d+)?)(\s*[a-zµ%]*)$/i;

/** Values that say how much a choice matters. */
export interface Compared {
  /** Other values of the list, the nearest first. */
  readonly others: readonly string[];
  /** Of a number: half and twice of it. */
  readonly factors?: readonly [half: string, twice: string];
}

/** The values with which the present one is compared: neighbours in the list; half and twice of a number; the other of yes and no. */
export function comparedWith({ values, value }: Pick<Choice, 'values' | 'value'>): Compared {
  if (values.length > 0) {
    const at = values.indexOf(value ?? '');
    const distance = (each: string) => Math.abs(values.indexOf(each) - at);
    const others = values.filter((each) => each !== value).sort((a, b) => distance(a) - distance(b));
    return { others: others.slice(0, MOST_COMPARED) };
  }
  if (value === 'true' || value === 'false') return { others: [value === 'true' ? 'false' : 'true'] };
  const [, digits = '', unit = ''] = AMOUNT.exec(value?.trim() ?? '') ?? [];
  const number = Number(digits);
  if (!(number > 0)) return { others: [] };
  const half = digits.includes('.') ? number / 2 : Math.max(1, Math.round(number / 2));
  return { others: [], factors: [`${half}${unit}`, `${number * 2}${unit}`] };
}
