import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { axisField, valuesOf } from '../model/sweep/axis.ts';
import { readAxisValues } from '../model/sweep/axis-text.ts';
import type { Axis, Sweep } from '../model/sweep/definition.ts';
import { axisOfKnob, CONNECTIONS } from '../model/sweep/first-axis.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { Picker } from '../ui/Picker.tsx';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useSearchWords } from '../ui/search-words.ts';
import { useWords } from '../ui/texts.tsx';
import styles from './Experiments.module.css';
import { knobGroups } from './knob-menu.ts';
import { useListGroups } from './list-menu.ts';
import { SweepProblems } from './SweepProblems.tsx';
import { changeSweep } from './sweep-definition.ts';
import { useSettingName } from './use-setting-name.ts';

/** The option for no second setting. */
const NONE = 'none';

/** A number without a unit. */
const COUNT = {};

type Mode = 'list' | 'linear' | 'log';
const MODES: readonly Mode[] = ['list', 'linear', 'log'];

/**
 * One dimension: its setting and values.
 * @param axis undefined: there is no such dimension yet
 */
export function AxisForm({
  definition,
  index,
  axis,
}: {
  readonly definition: Sweep;
  readonly index: number;
  readonly axis: Axis | undefined;
}) {
  const t = useTranslations('experiments');
  const set = (next: Axis | undefined) => {
    const axes = [...definition.axes];
    if (next) axes[index] = next;
    else axes.splice(index, 1);
    changeSweep({ axes });
  };
  const words = useSearchWords();
  const settingName = useSettingName();
  const listGroups = useListGroups();
  const knob = axis?.paths.join() ?? NONE;
  const nameOf = (paths: readonly string[]) =>
    paths.join() === CONNECTIONS.join() ? t('connections') : paths.map(settingName).join(' / ');
  return (
    <fieldset className={styles.group}>
      <legend>{t(index === 0 ? 'axisX' : 'axisY')}</legend>
      <SearchPicker
        label={t('knob')}
        title={axis ? nameOf(axis.paths) : t('noAxis')}
        value={knob}
        prompt={t('search.prompt')}
        nothing={t('search.nothing')}
        groups={() => [
          {
            title: t('search.common'),
            options: [
              ...(index > 0 ? [{ id: NONE, title: t('noAxis') }] : []),
              { id: CONNECTIONS.join(), title: t('connections') },
            ],
          },
          ...listGroups(definition),
          ...knobGroups(words),
        ]}
        onChoose={(id) => set(id === NONE ? undefined : axisOfKnob(id.split(','), axis))}
      />
      {axis && <Values key={knob} axis={axis} onChange={set} />}
      <SweepProblems part={index === 0 ? 'axes.0' : 'axes.1'} />
    </fieldset>
  );
}

function Values({ axis, onChange }: { readonly axis: Axis; readonly onChange: (axis: Axis) => void }) {
  const t = useTranslations('experiments');
  const words = useWords();
  const field = axisField(axis);
  const isNumber = field?.kind === 'number' || field?.kind === 'integer';
  const mode: Mode = 'values' in axis ? 'list' : axis.scale;
  const [typed, setText] = useState('values' in axis ? axis.values.join(', ') : '');
  // The typed text stays until the values change from elsewhere.
  const isTyped = 'values' in axis && readAxisValues(typed, field).join() === axis.values.join();
  const text = 'values' in axis && !isTyped ? axis.values.join(', ') : typed;
  const setMode = (next: Mode) => {
    const values = valuesOf(axis);
    const numbers = values.filter((value) => typeof value === 'number');
    if (next === 'list') {
      setText(values.join(', '));
      onChange({ paths: axis.paths, values });
    } else {
      const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
      const from = next === 'log' && least <= 0 ? 1 : least;
      onChange({
        paths: axis.paths,
        from,
        to: Math.max(most, from),
        points: Math.max(2, values.length),
        scale: next,
      });
    }
  };
  return (
    <>
      {isNumber && (
        <Picker
          label={t('scale')}
          value={mode}
          title={t(`modes.${mode}`)}
          options={() => MODES.map((name) => ({ id: name, title: t(`modes.${name}`) }))}
          onChoose={(name) => setMode(name as Mode)}
        />
      )}
      {'values' in axis ? (
        <label className={styles.field}>
          {t('values')}
          <input
            className={styles.input}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange({ paths: axis.paths, values: readAxisValues(event.target.value, field) });
            }}
          />
        </label>
      ) : (
        <>
          <div className={styles.row}>
            {(['from', 'to', 'points'] as const).map((name) => (
              <AmountField
                key={name}
                className={styles.field}
                inputClass={styles.input}
                label={t(name)}
                value={axis[name]}
                field={name === 'points' ? COUNT : (field ?? COUNT)}
                isWhole={name === 'points'}
                onChange={(value) => onChange({ ...axis, [name]: value })}
              />
            ))}
          </div>
          <p className={styles.soft}>
            {valuesOf(axis)
              .map((value) => (typeof value === 'number' ? words.number(value) : String(value)))
              .join(', ')}
          </p>
        </>
      )}
    </>
  );
}
