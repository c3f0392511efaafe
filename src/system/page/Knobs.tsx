import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { knobGroups } from '../../experiments/knob-menu.ts';
import { clientKey } from '../../model/libraries/client-keys.ts';
import { valueFrom } from '../../model/scenario/amount.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { SearchPicker } from '../../ui/SearchPicker.tsx';
import { useSearchWords } from '../../ui/search-words.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { canChange, knobFor } from '../advice/knobs.ts';
import type { Knob } from '../advice/vary.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { addKnob, knobsOf, removeKnob, setKnob } from './actions.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** What advice may change, each within bounds. */
export function Knobs({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.advice.knobs');
  const words = useSearchWords();
  const vary = useStore(system, (state) => state.vary);
  const knobs = knobsOf(subject, vary);
  const { scenario } = subject;
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <ul className={styles.knobs}>
        {knobs.map((knob) => (
          <KnobRow key={knob.path} knob={knob} subject={subject} />
        ))}
      </ul>
      <SearchPicker
        label={t('add')}
        title={t('add')}
        value=""
        prompt={t('prompt')}
        nothing={t('nothing')}
        groups={() =>
          knobGroups(
            words,
            (field) =>
              canChange(scenario, field) &&
              !knobs.some(({ path }) => path === field.path) &&
              knobFor(scenario, field.path) !== undefined,
          )
        }
        onChoose={addKnob}
      />
    </fieldset>
  );
}

function KnobRow({ knob, subject: { scenario } }: { readonly knob: Knob; readonly subject: Subject }) {
  const t = useTranslations('system.advice.knobs');
  const words = useWords();
  const field = fieldAt(scenario, knob.path);
  const name = field ? words.field(field) : knob.path;
  const key = field && clientKey(field.key, scenario);
  return (
    <li className={styles.knob}>
      <span>
        {name}
        {field?.unit !== undefined && <span className={styles.soft}>, {field.unit}</span>}
        {key !== undefined && <code className={styles.key}>{key}</code>}
      </span>
      {'values' in knob ? (
        <span className={styles.actions}>
          {valuesOf(scenario, knob).map((value) => (
            <label key={String(value)} className={styles.actions}>
              <Checkbox
                isOn={knob.values.includes(value)}
                onChange={(isOn) =>
                  setKnob({
                    path: knob.path,
                    values: valuesOf(scenario, knob).filter((other) =>
                      other === value ? isOn : knob.values.includes(other),
                    ),
                  })
                }
              />
              {field ? words.choice(field, String(value)) : String(value)}
            </label>
          ))}
        </span>
      ) : (
        <Range knob={knob} name={name} />
      )}
      <Button variant="small" aria-label={t('remove', { name })} onClick={() => removeKnob(knob.path)}>
        ×
      </Button>
    </li>
  );
}

/** All values that the setting can have. */
function valuesOf(
  scenario: Subject['scenario'],
  knob: { readonly path: string; readonly values: readonly Json[] },
) {
  const all = knobFor(scenario, knob.path);
  return all && 'values' in all ? all.values : knob.values;
}

type Bounded = Exclude<Knob, { readonly values: readonly Json[] }>;

/** Two numbers; they count once both are valid. */
function Range({ knob, name }: { readonly knob: Bounded; readonly name: string }) {
  const t = useTranslations('system.advice.knobs');
  const names = useId();
  const scenario = useStore(system, (state) => state.subject?.scenario);
  const [draft, setDraft] = useState<readonly [string, string]>();
  const [min, max] = draft ?? [String(knob.min), String(knob.max)];
  const field = scenario && fieldAt(scenario, knob.path);
  const [from, to] = [valueFrom(min, field ?? {}), valueFrom(max, field ?? {})];
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined &&
    bound >= (field?.min ?? 0) &&
    bound <= (field?.max ?? Number.POSITIVE_INFINITY) &&
    (!knob.isWhole || Number.isInteger(bound));
  const range = isBound(from) && isBound(to) && from < to ? { min: from, max: to } : undefined;
  const commit = () => {
    if (draft === undefined || range === undefined) return;
    setKnob({ ...knob, ...range });
    setDraft(undefined);
  };
  const input = (index: 0 | 1, label: string) => (
    <input
      className={styles.bound}
      inputMode="decimal"
      aria-label={label}
      aria-invalid={range === undefined}
      aria-describedby={`${names}-problem`}
      value={index === 0 ? min : max}
      onChange={({ target }) => setDraft(index === 0 ? [target.value, max] : [min, target.value])}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setDraft(undefined);
      }}
    />
  );
  return (
    <span className={styles.actions}>
      {input(0, t('from', { name }))} – {input(1, t('to', { name }))}
      <span id={`${names}-problem`}>
        <ProblemList problems={range ? [] : [{ code: 'SYS-07', path: '', value: `${min} – ${max}` }]} />
      </span>
    </span>
  );
}
