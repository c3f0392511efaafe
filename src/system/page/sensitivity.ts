/** How much an answer matters: the metric with half and with twice the value, against the present one. */
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

/** Factors of a metric against the present system; undefined where the model cannot run the other one. */
export interface Effect {
  readonly metric: Quantity;
  /** With half and with twice the value. */
  readonly half?: number | undefined;
  readonly twice?: number | undefined;
  /** With a value where there is none now. */
  readonly other?: { readonly value: number; readonly factor: number | undefined };
}
export type Effects = Readonly<Partial<Record<QuestionId, Effect>>>;

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

/**
 * Runs each variant once, with the seed of the present system.
 * @param onChange receives the effects so far
 */
export async function sensitivity(
  scenario: Scenario,
  questions: readonly OpenQuestion[],
  metric: Quantity,
  engines: Engines,
  normalize: Normalize,
  { onChange, signal }: { readonly onChange: (effects: Effects) => void; readonly signal: AbortSignal },
): Promise<void> {
  const runs = new PairedRuns(engines);
  signal.addEventListener('abort', () => runs.stop());
  await runs.run([scenario], 1, () => undefined);
  const served = runs.summaryOf(scenario)?.throughput.perSec ?? 0;
  const variants = await Promise.all(
    questions.map(async (question) => {
      const { factors, edits, value, by } = trialOf(scenario, question, served);
      const at = async (changes: Edits | undefined) => {
        if (!changes) return undefined;
        const { scenario: variant } = await normalize(applyEdits(scenario, changes));
        return variant && { ...variant, run: scenario.run };
      };
      const [half, twice, other] = await Promise.all([at(factors?.[0]), at(factors?.[1]), at(edits)]);
      return { id: question.id, by: by ?? metric, half, twice, other, value };
    }),
  );
  if (signal.aborted) return;
  const factor = (variant: Scenario | null | undefined, by: Quantity): number | undefined => {
    const effect = variant ? effectOf(runs.figuresOf(scenario), runs.figuresOf(variant), by) : undefined;
    return effect && effect.from > 0 ? effect.to / effect.from : undefined;
  };
  const show = () =>
    onChange(
      Object.fromEntries(
        variants.map(({ id, by, half, twice, other, value = 0 }): [QuestionId, Effect] => [
          id,
          {
            ...{ metric: by, half: factor(half, by), twice: factor(twice, by) },
            ...(other && { other: { value, factor: factor(other, by) } }),
          },
        ]),
      ),
    );
  const scenarios = variants.flatMap(({ half, twice, other }) =>
    [half, twice, other].filter((each) => !!each),
  );
  await runs.run([scenario, ...scenarios], 1, show);
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
