/** How much an answer matters: the metric with other values, against the present one. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { effectOf } from '../../model/sweep/effects.ts';
import { type Engines, PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import type { OpenQuestion } from '../questions.ts';
import type { QuestionId } from '../system.ts';
import type { ChoiceSystems } from './choice-systems.ts';

/** Factors of a metric against the present system; undefined where the model cannot run the other one. */
export interface Effect {
  readonly metric: Quantity;
  /** With half and with twice the value. */
  readonly half?: number | undefined;
  readonly twice?: number | undefined;
  /** With a value where there is none now. */
  readonly other?: { readonly value: number; readonly factor: number | undefined };
  /** Of a choice: its other values. */
  readonly choice?: ChoiceEffect;
}

/** What other values of a choice do to the metric. */
export interface ChoiceEffect {
  /** Number of other values, and of those that were compared. */
  readonly others: number;
  readonly compared: number;
  /** The value that changes the metric most; undefined: all compared ones give the same system. */
  readonly most?: { readonly value: string; readonly factor: number };
}

export type Effects = Readonly<Partial<Record<QuestionId, Effect>>>;

/** Effects so far, with the runs done and in all. */
export interface Weighing {
  readonly effects: Effects;
  readonly done: number;
  readonly total: number;
}

/** Time of a slow command where none is given, µs. */
const TRIED_SLOW_US = 10_000;
/** Values that are tried where the present one is 0: half and twice of it say nothing. */
const TRIED: Readonly<Record<QuestionId, number>> = { rtt: 500, slowShare: 0.01, slowTime: TRIED_SLOW_US };
/** A load that leaves room, as a share of the most that the system serves. */
const TRIED_LOAD = 0.5;

/** A value that the field can have: whole only where the field is, and within its bounds. */
export function scaled(value: number, field: Pick<Field, 'kind' | 'min' | 'max'> | undefined): number {
  const { kind, min = 0, max = Number.POSITIVE_INFINITY } = field ?? {};
  return Math.min(max, Math.max(min, kind === 'integer' ? Math.round(value) : value));
}

/** Systems that are compared with the present one for a question or a choice. */
interface Variants {
  readonly id: QuestionId;
  readonly by: Quantity;
  readonly half?: Scenario | undefined;
  readonly twice?: Scenario | undefined;
  readonly other?: { readonly value: number; readonly scenario: Scenario };
  readonly choice?: ChoiceSystems;
}

const scenariosOf = ({ half, twice, other, choice }: Variants): readonly Scenario[] => [
  ...[half, twice, other?.scenario].flatMap((each) => each ?? []),
  ...(choice?.alternatives ?? []).map(({ scenario }) => scenario),
];

export interface SensitivityOptions {
  readonly onChange: (now: Weighing) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs each variant once, with the seed and the length of the present system.
 * @param choices the systems of other choices
 */
export async function sensitivity(
  present: Scenario,
  {
    questions,
    choices,
  }: { readonly questions: readonly OpenQuestion[]; readonly choices: readonly ChoiceSystems[] },
  metric: Quantity,
  engines: Engines,
  normalize: Normalize,
  { onChange, signal }: SensitivityOptions,
): Promise<void> {
  const runs = new PairedRuns(engines);
  signal.addEventListener('abort', () => runs.stop());
  await runs.run([present], 1, () => undefined);
  const served = runs.summaryOf(present)?.throughput.perSec ?? 0;
  const variants: readonly Variants[] = [
    ...(await Promise.all(
      questions.map((question) => variantsOf(present, question, served, metric, normalize)),
    )),
    ...choices.map((choice) => ({
      id: choice.id,
      by: metric,
      half: choice.half,
      twice: choice.twice,
      choice,
    })),
  ];
  if (signal.aborted) return;
  const factor = (variant: Scenario, by: Quantity): number | undefined => {
    const effect = effectOf(runs.figuresOf(present), runs.figuresOf(variant), by);
    return effect && effect.from > 0 ? effect.to / effect.from : undefined;
  };
  const hasRun = (variant: Scenario): boolean => runs.missing([variant], 1) === 0;
  const effects = (): Effects =>
    Object.fromEntries(
      variants
        .filter((each) => scenariosOf(each).every(hasRun))
        .map((each): [QuestionId, Effect] => [
          each.id,
          effectIn(each, (variant) => factor(variant, each.by)),
        ]),
    );
  const systems = [present, ...variants.flatMap(scenariosOf)];
  const total = runs.missing(systems, 1);
  let done = 0;
  onChange({ effects: effects(), done, total });
  await runs.run(systems, 1, () => onChange({ effects: effects(), done: ++done, total }));
}

/** How far a factor is from 1, in either direction. */
const distance = (factor: number): number => Math.abs(Math.log(factor));

function effectIn(
  { by, half, twice, other, choice }: Variants,
  factor: (variant: Scenario) => number | undefined,
): Effect {
  const found = choice?.alternatives.flatMap(({ value, scenario }) => {
    const own = factor(scenario);
    return own === undefined || own === 0 ? [] : [{ value, factor: own }];
  });
  const [most] = found?.sort((a, b) => distance(b.factor) - distance(a.factor)) ?? [];
  return {
    metric: by,
    half: half && factor(half),
    twice: twice && factor(twice),
    ...(other && { other: { value: other.value, factor: factor(other.scenario) } }),
    ...(choice && {
      choice: { others: choice.others, compared: choice.compared, ...(most && { most }) },
    }),
  };
}

/** The systems with other answers to a question. */
async function variantsOf(
  present: Scenario,
  question: OpenQuestion,
  served: number,
  metric: Quantity,
  normalize: Normalize,
): Promise<Variants> {
  const { factors, edits, value = 0, by = metric } = trialOf(present, question, served);
  const at = async (changes: Edits | undefined) => {
    if (!changes) return undefined;
    const { scenario } = await normalize(applyEdits(present, changes));
    return scenario ? { ...scenario, run: present.run } : undefined;
  };
  const [half, twice, other] = await Promise.all([at(factors?.[0]), at(factors?.[1]), at(edits)]);
  return { id: question.id, by, half, twice, ...(other && { other: { value, scenario: other } }) };
}

interface Trial {
  /** Edits with half and with twice the value. */
  readonly factors?: readonly [Edits | undefined, Edits | undefined];
  /** Edits with `value` where there is none now. */
  readonly edits?: Edits;
  readonly value?: number;
  /** The metric, where it is not that of the diagnosis. */
  readonly by?: Quantity;
}

/** The systems that say how much an answer matters. @param served requests per second of the present system */
export function trialOf(scenario: Scenario, { id, path, value }: OpenQuestion, served: number): Trial {
  const { arrivals, second } = scenario.workload;
  if (id === 'rate' && arrivals.kind === 'closed') {
    const rate = Number((served * TRIED_LOAD).toPrecision(2));
    const edits = {
      ...{ 'workload.arrivals.kind': 'open', 'workload.arrivals.callers': arrivals.callers },
      'workload.arrivals.ratePerSec': rate,
    };
    return rate > 0 ? { edits, value: rate, by: 'p99' } : {};
  }
  // Without slow commands their time has no effect; without a load, further processes have none.
  if (id === 'slowTime' && second.share === 0) return {};
  const field = path ?? (arrivals.kind === 'open' ? 'client.instances' : undefined);
  if (field === undefined) return {};
  if (value === 0) {
    const tried = TRIED[id];
    const { execUs } = second;
    const isInstant = execUs.kind === 'constant' && execUs.value < TRIED_SLOW_US;
    const time = id === 'slowShare' && isInstant ? { 'workload.second.execUs.value': TRIED_SLOW_US } : {};
    return tried === undefined ? {} : { edits: { [field]: tried, ...time }, value: tried };
  }
  const at = (factor: number): Edits | undefined => {
    const changed = scaled(value * factor, fieldAt(scenario, field));
    // A bound of the field leaves nothing to compare.
    return changed === value ? undefined : { [field]: changed };
  };
  return { factors: [at(0.5), at(2)] };
}
