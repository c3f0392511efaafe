import { useTranslations } from 'use-intl';
import { choiceEdits } from '../../model/scenario/choice-edits.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Explanation } from '../../ui/Explanation.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { dropDraft } from './edit.ts';
import styles from './KnobControl.module.css';
import { changeKnob, takeNearest } from './knob.ts';
import { NumberControl } from './NumberControl.tsx';
import { useSettingName } from './per-instance.ts';
import type { KnobValue } from './use-knob.ts';
import { valueText } from './value-text.ts';

interface ProblemNoteProps {
  readonly problem: Problem;
  readonly id: string;
  /** Formats and applies the nearest valid values. */
  readonly text: (value: number) => string;
  readonly use: (value: number) => void;
  /** The simulated value, and the action that restores it. */
  readonly last: { readonly text: string; readonly use: () => void } | undefined;
}

/** The values next to an invalid one: the engine's, or the whole numbers around a fraction. */
function nearestTo({ code, nearest, expected, value }: Problem): readonly number[] {
  if (typeof nearest === 'number') return [nearest];
  const number = Number(value);
  return code === 'SCN-03' && expected === 'integer' && Number.isFinite(number)
    ? [Math.floor(number), Math.ceil(number)]
    : [];
}

/** Below an input: the problem of its value, and the remedies. */
function ProblemNote({ problem, id, text, use, last }: ProblemNoteProps) {
  const t = useTranslations('app.problem');
  return (
    <div className={styles.note}>
      <p>
        <span id={id}>
          <Sentence problem={problem} />
        </span>{' '}
        <ProblemCode code={problem.code} />
      </p>
      <p className={styles.ways}>
        {nearestTo(problem).map((value) => (
          <Button key={value} variant="small" onClick={() => use(value)}>
            {t('useNearest', { value: text(value) })}
          </Button>
        ))}
        {last && (
          <Button variant="small" onClick={last.use}>
            {t('dropDraft', { value: last.text })}
          </Button>
        )}
      </p>
    </div>
  );
}

interface ChoiceControlProps {
  readonly field: Field;
  readonly label: string;
  readonly shown: string;
  readonly isRefused: boolean;
  readonly describedBy: string | undefined;
  readonly onEdit: (value: string) => void;
}

/** One of several named values; each has a description. */
function ChoiceControl({ field, label, shown, isRefused, describedBy, onEdit }: ChoiceControlProps) {
  const words = useWords();
  return (
    <Picker
      label={label}
      value={shown}
      title={words.choice(field, shown)}
      options={() =>
        field.choices.map((value) => ({
          id: value,
          title: words.choice(field, value),
          note: <Explanation field={field} choice={value} />,
        }))
      }
      isInvalid={isRefused}
      describedBy={describedBy}
      onChoose={onEdit}
    />
  );
}

interface YesNoControlProps {
  readonly label: string;
  /** The current value as text. */
  readonly text: string;
  readonly isOn: boolean;
  readonly describedBy: string | undefined;
  readonly onEdit: (isOn: boolean) => void;
}

/** A switch with its state as text. */
function YesNoControl({ label, text, isOn, describedBy, onEdit }: YesNoControlProps) {
  return (
    <label className={styles.control}>
      <Checkbox look="switch" label={label} describedBy={describedBy} isOn={isOn} onChange={onEdit} />
      <span aria-hidden="true">{text}</span>
    </label>
  );
}

export interface KnobControlProps {
  /** The sides it controls; they agree. */
  readonly knobs: readonly KnobValue[];
  readonly sliderMax: number | undefined;
  /** The displayed unit, if it is not the field's. */
  readonly unit: string | undefined;
  readonly problemId: string;
  /** Whether its name must include the side. */
  readonly hasSide: boolean;
}

/** The control, with the problem of its value below it. */
export function KnobControl({ knobs, sliderMax, unit, problemId, hasSide }: KnobControlProps) {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const nameOf = useSettingName();
  const [first] = knobs;
  if (!first) return null;
  const { field, value, draft, problem, side } = first;
  const sides = knobs.map((knob) => knob.side);
  const name = nameOf(field);
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
          unit={unit}
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
