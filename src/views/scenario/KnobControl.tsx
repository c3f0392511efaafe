import { useTranslations } from 'use-intl';
import { dropDraft } from '../../actions/edit.ts';
import { changeKnob, takeNearest } from '../../actions/knob.ts';
import type { Json } from '../../scenario/patch.ts';
import { lazy, Suspense } from '../shared/prompt.tsx';
import { useWords } from '../shared/texts.tsx';
import { ChoiceControl } from './ChoiceControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import type { KnobValue } from './use-knob.ts';
import { valueText } from './value-text.ts';

// None of the main knobs is one.
const YesNoControl = lazy(() =>
  import('./YesNoControl.tsx').then((module) => ({ default: module.YesNoControl })),
);

// Most values are right.
const ProblemNote = lazy(() =>
  import('./ProblemNote.tsx').then((module) => ({ default: module.ProblemNote })),
);

export interface KnobControlProps {
  /** The sides it sets; they agree. */
  readonly knobs: readonly KnobValue[];
  readonly sliderMax: number | undefined;
  readonly problemId: string;
  /** Whether its name must say which side it is for. */
  readonly hasSide: boolean;
}

/** The control itself, with what is wrong with its value below it. */
export function KnobControl({ knobs, sliderMax, problemId, hasSide }: KnobControlProps) {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const [first] = knobs;
  if (!first) return null;
  const { field, value, draft, problem, side } = first;
  const sides = knobs.map((knob) => knob.side);
  const name = words.field(field);
  const label = hasSide ? t('labelForSide', { label: name, side: side.toUpperCase() }) : name;
  const isRefused = draft !== undefined;
  const describedBy = problem ? problemId : undefined;
  const set = (to: Json) => void changeKnob(sides, () => ({ [field.path]: to }));
  const cancel = () => {
    for (const each of sides) dropDraft(each, field.path);
  };
  const choose = async (variant: string) => {
    const { choiceEdits } = await import('../../scenario/choice-edits.ts');
    await changeKnob(sides, ({ scenario }) => choiceEdits(field, scenario, variant));
  };
  return (
    <>
      {field.kind === 'choice' ? (
        <ChoiceControl
          field={field}
          label={label}
          shown={String(draft ?? value ?? '')}
          isRefused={isRefused}
          describedBy={describedBy}
          onEdit={choose}
        />
      ) : field.kind === 'boolean' ? (
        <Suspense>
          <YesNoControl
            label={label}
            text={valueText(field, value, words)}
            isOn={value === true}
            describedBy={describedBy}
            onEdit={set}
          />
        </Suspense>
      ) : (
        <NumberControl
          field={field}
          label={label}
          shown={draft ?? value}
          value={value}
          isRefused={isRefused}
          describedBy={describedBy}
          side={hasSide || knobs.length === 1 ? side : undefined}
          sliderMax={sliderMax}
          onEdit={set}
          onCancel={cancel}
        />
      )}
      <Suspense>
        {problem && (
          <ProblemNote
            problem={problem}
            id={problemId}
            text={(usable) => valueText(field, usable, words)}
            use={(nearest) => void takeNearest(sides, { ...problem, nearest })}
            last={value === undefined ? undefined : { text: valueText(field, value, words), use: cancel }}
          />
        )}
      </Suspense>
    </>
  );
}
