/** How much an answer matters: the metric with half and with twice the value, against the present one. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { effectOf } from '../../model/sweep/effects.ts';
import { type Engines, PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import type { OpenQuestion } from '../questions.ts';
import type { QuestionId } from '../system.ts';

/** Factors of the metric with half and with twice the value; undefined where the model cannot run it. */
export interface Effect {
  readonly half: number | undefined;
  readonly twice: number | undefined;
}
export type Effects = Readonly<Partial<Record<QuestionId, Effect>>>;

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
  const variants = await Promise.all(
    questions.map(async ({ id, path, value }) => {
      if (path === undefined || value === undefined || value <= 0) return { id };
      const field = fieldAt(scenario, path);
      const at = async (factor: number) => {
        const changed = scaled(value * factor, field);
        // A bound of the field leaves nothing to compare.
        if (changed === value) return undefined;
        const { scenario: variant } = await normalize(applyEdits(scenario, { [path]: changed }));
        return variant && { ...variant, run: scenario.run };
      };
      const [half, twice] = await Promise.all([at(0.5), at(2)]);
      return { id, half, twice };
    }),
  );
  if (signal.aborted) return;
  const factor = (variant: Scenario | null | undefined): number | undefined => {
    const effect = variant ? effectOf(runs.figuresOf(scenario), runs.figuresOf(variant), metric) : undefined;
    return effect && effect.from > 0 ? effect.to / effect.from : undefined;
  };
  const show = () =>
    onChange(
      Object.fromEntries(
        variants.map(({ id, half, twice }) => [id, { half: factor(half), twice: factor(twice) }]),
      ),
    );
  const scenarios = variants.flatMap(({ half, twice }) => [half, twice].filter((each) => !!each));
  await runs.run([scenario, ...scenarios], 1, show);
}
