import { useTranslations } from 'use-intl';
import { choiceEdits } from '../../model/scenario/choice-edits.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { ChoiceControl } from './ChoiceControl.tsx';
import { dropDraft } from './edit.ts';
import { changeKnob, takeNearest } from './knob.ts';
import { NumberControl } from './NumberControl.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import type { KnobValue } from './use-knob.ts';
import { valueText } from './value-text.ts';
import { YesNoControl } from './YesNoControl.tsx';

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
  const choose = (variant: string) => {
    void changeKnob(sides, ({ scenario }) => choiceEdits(field, scenario, variant));
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
        <YesNoControl
          label={label}
          text={valueText(field, value, words)}
          isOn={value === true}
          describedBy={describedBy}
          onEdit={set}
        />
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
      {problem && (
        <ProblemNote
          problem={problem}
          id={problemId}
          text={(usable) => valueText(field, usable, words)}
          use={(nearest) => void takeNearest(sides, { ...problem, nearest })}
          last={value === undefined ? undefined : { text: valueText(field, value, words), use: cancel }}
        />
      )}
    </>
  );
}
