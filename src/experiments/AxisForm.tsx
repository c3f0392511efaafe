import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fields } from '../model/scenario/fields.ts';
import { axisField, valuesOf } from '../model/sweep/axis.ts';
import type { Axis, AxisValue, Sweep } from '../model/sweep/definition.ts';
import { axisOfKnob, CONNECTIONS, canVary } from '../model/sweep/first-axis.ts';
import { useWords } from '../ui/texts.tsx';
import styles from './Experiments.module.css';
import { SweepProblems } from './SweepProblems.tsx';
import { changeSweep } from './sweep-definition.ts';

/** Every setting once, by the group of its path. */
const KNOBS = [...new Set(fields.filter(canVary).map(({ path }) => path))];

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
  const knob = axis?.paths.join() ?? '';
  return (
    <fieldset className={styles.group}>
      <legend>{t(index === 0 ? 'axisX' : 'axisY')}</legend>
      <label className={styles.field}>
        {t('knob')}
        <select
          className={styles.select}
          value={knob}
          onChange={(event) =>
            set(event.target.value === '' ? undefined : axisOfKnob(event.target.value.split(','), axis))
          }
        >
          {index > 0 && <option value="">{t('noAxis')}</option>}
          <KnobOptions knob={knob} />
        </select>
      </label>
      {axis && <Values key={knob} axis={axis} onChange={set} />}
      <SweepProblems part={index === 0 ? 'axes.0' : 'axes.1'} />
    </fieldset>
  );
}

function KnobOptions({ knob }: { readonly knob: string }) {
  const t = useTranslations('experiments');
  const words = useWords();
  const groups = [...new Set(KNOBS.map((path) => path.split('.')[0] ?? ''))];
  const isListed = knob === '' || knob === CONNECTIONS.join() || KNOBS.includes(knob);
  return (
    <>
      {!isListed && <option value={knob}>{knob}</option>}
      <option value={CONNECTIONS.join()}>{t('connections')}</option>
      {groups.map((group) => (
        <optgroup key={group} label={words.group(group)}>
          {KNOBS.filter((path) => path.startsWith(`${group}.`)).map((path) => (
            <option key={path} value={path}>
              {words.labelOf(path) ?? path} ({path.slice(group.length + 1)})
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

const readValue = (text: string): AxisValue => {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) ? Number(text) : text;
};

const readList = (text: string): AxisValue[] => [
  ...new Set(
    text
      .split(/[\s,;，；、]+/)
      .filter((part) => part !== '')
      .map(readValue),
  ),
];

function Values({ axis, onChange }: { readonly axis: Axis; readonly onChange: (axis: Axis) => void }) {
  const t = useTranslations('experiments');
  const words = useWords();
  const field = axisField(axis);
  const isNumber = field?.kind === 'number' || field?.kind === 'integer';
  const mode: Mode = 'values' in axis ? 'list' : axis.scale;
  const [typed, setText] = useState('values' in axis ? axis.values.join(', ') : '');
  // The typed text stays until the values change from elsewhere.
  const isTyped = 'values' in axis && readList(typed).join() === axis.values.join();
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
        <label className={styles.field}>
          {t('scale')}
          <select
            className={styles.select}
            value={mode}
            onChange={(event) => setMode(event.target.value as Mode)}
          >
            {MODES.map((name) => (
              <option key={name} value={name}>
                {t(`modes.${name}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {'values' in axis ? (
        <label className={styles.field}>
          {t('values')}
          <input
            className={styles.input}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange({ paths: axis.paths, values: readList(event.target.value) });
            }}
          />
        </label>
      ) : (
        <>
          <div className={styles.row}>
            {(['from', 'to', 'points'] as const).map((name) => (
              <label key={name} className={styles.field}>
                {t(name)}
                <input
                  className={styles.input}
                  type="number"
                  step="any"
                  value={axis[name]}
                  onChange={(event) => onChange({ ...axis, [name]: Number(event.target.value) })}
                />
              </label>
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
