import { useTranslations } from 'use-intl';
import type { InputProps } from './inputs.ts';
import styles from './Question.module.css';
import { useUnits } from './units.ts';

/** Steps of the slider. */
const STEPS = 200;

/** Three digits are as many as a guess has. */
const rounded = (value: number): number => Number(value.toPrecision(3));

/** A number, with a slider for a rough idea and a box for an exact one. */
export function NumberInput({ question, draft, onDraft }: InputProps<'number'>) {
  const t = useTranslations('learn.ask');
  const text = useUnits();
  const { min, max, log, unit } = question;
  // A logarithmic slider has no zero: it begins a thousandth of the way up.
  const from = log ? Math.max(min, max / 1e9) : min;
  const valueAt = (step: number) =>
    rounded(log ? from * (max / from) ** (step / STEPS) : min + ((max - min) * step) / STEPS);
  const value = typeof draft === 'number' ? draft : undefined;
  const share =
    value === undefined
      ? 0.5
      : log
        ? Math.log(Math.max(value, from) / from) / Math.log(max / from)
        : (value - min) / (max - min);
  return (
    <div className={styles.number}>
      <input
        type="range"
        min={0}
        max={STEPS}
        aria-label={t('slider')}
        aria-valuetext={text(unit, value)}
        value={Math.round(share * STEPS)}
        onChange={(event) => onDraft(valueAt(Number(event.target.value)))}
      />
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('value')}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => {
          const typed = Number(event.target.value.trim());
          if (event.target.value.trim() !== '' && Number.isFinite(typed)) onDraft(typed);
        }}
      />
      <output>{value === undefined ? '' : text(unit, value)}</output>
    </div>
  );
}
