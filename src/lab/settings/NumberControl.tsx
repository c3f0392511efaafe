import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownValue, valueFrom } from '../../model/scenario/amount.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { Slider } from '../../ui/Slider.tsx';
import { useWords } from '../../ui/texts.tsx';
import styles from './NumberControl.module.css';
import { nearestStop, nextStop, stopsOf } from './stops.ts';
import { valueText } from './value-text.ts';

export interface NumberControlProps {
  readonly field: Field;
  /** Name for screen readers, with the side where needed. */
  readonly label: string;
  /** The content of the input: the refused value if there is one. */
  readonly shown: Json | undefined;
  /** The simulated value; the position of the slider. */
  readonly value: Json | undefined;
  readonly isRefused: boolean;
  readonly describedBy: string | undefined;
  readonly side: 'a' | 'b' | undefined;
  /** End of the slider; without it there is none. */
  readonly sliderMax: number | undefined;
  /** The displayed unit, if it is not the field's: %, ms. */
  readonly unit?: string | undefined;
  readonly onEdit: (value: Json) => void;
  readonly onCancel: () => void;
}

/** A typed value with its own unit: `0.5 ms`, `1 %`. */
const HAS_UNIT = /[^\d\s.,+-]$/;

export function NumberControl(props: NumberControlProps) {
  const { field, label, shown, value, isRefused, describedBy, side, sliderMax, onEdit, onCancel } = props;
  const { unit = field.unit } = props;
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const stops = useMemo(() => stopsOf(field, sliderMax ?? field.max ?? 0), [field, sliderMax]);
  const number = typeof value === 'number' ? value : 0;
  const position = nearestStop(stops, number);
  const text =
    typed ?? (typeof shown === 'number' ? String(shownValue(shown, field, unit)) : String(shown ?? ''));

  /** Text that is no number goes to the engine unchanged, which returns a problem. */
  const edit = (text: string) => {
    if (text === '' && field.optional) onEdit(null);
    else onEdit(valueFrom(text, field, unit) ?? text);
  };

  // A value from elsewhere (a remedy, a preset) replaces the typed text, unless the input has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the moment when the value changes
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(undefined);
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setTyped(undefined);
      onCancel();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      setTyped(undefined);
      onEdit(nextStop(stops, number, event.key === 'ArrowUp' ? 1 : -1));
    }
  };

  return (
    <div className={styles.control} data-side={side}>
      {sliderMax !== undefined && (
        <Slider
          min={0}
          max={stops.length - 1}
          step={1}
          aria-label={t('slider', { label })}
          aria-valuetext={valueText(field, value, words)}
          value={position}
          onChange={(event) => {
            setTyped(undefined);
            onEdit(stops[Number(event.target.value)] ?? number);
          }}
        />
      )}
      <span className={styles.box} style={{ '--digits': text.length } as CSSProperties}>
        <input
          ref={input}
          className={styles.input}
          type="text"
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          aria-label={unit === undefined ? label : `${label} (${unit})`}
          aria-invalid={isRefused}
          aria-describedby={describedBy}
          placeholder={field.optional ? t('fromProfile') : undefined}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            edit(event.target.value.trim());
          }}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
        />
        {unit !== undefined && !HAS_UNIT.test(typed ?? '') && (
          <span className={styles.unit} aria-hidden="true">
            {unit === '1/s' ? '/s' : unit}
          </span>
        )}
      </span>
    </div>
  );
}
