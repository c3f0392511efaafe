import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedUnits, type NumberField, shownValue, valueFrom } from '../model/scenario/amount.ts';
import styles from './AmountInput.module.css';
import { useWords } from './texts.tsx';

export interface AmountInputProps {
  readonly id?: string;
  readonly className?: string | undefined;
  /** Name for screen readers, where no label element names the field. */
  readonly label?: string;
  /** In the unit of the field; undefined if there is none. */
  readonly value: number | undefined;
  /** The unit of the value; the default is a count. */
  readonly field?: NumberField;
  /** The unit of a number without one, where it is not that of the field: `%` for a share, `ms` for a time in µs. */
  readonly shown?: string | undefined;
  /** Least and most, in the unit of the field; a value beyond them is not taken. */
  readonly range?: readonly [least: number, most: number];
  readonly isWhole?: boolean;
  /** The step of the arrow keys, in the unit of the field; without it they do nothing. */
  readonly step?: number;
  readonly placeholder?: string;
  /** The unit is shown behind the field, unless one was typed. */
  readonly showsUnit?: boolean;
  /**
   * The value counts at Enter and when the focus leaves, not at each key: it starts much work. Escape gives up what was
   * typed.
   */
  readonly waits?: boolean;
  /** The id of a text about the field. */
  readonly noteId?: string;
  readonly onChange: (value: number) => void;
  /** The field may be empty, and was emptied. */
  readonly onClear?: () => void;
}

/** A typed value with its own unit. */
const HAS_UNIT = /[^\d\s.,+-]$/;

/** Without the noise of binary fractions. */
const plain = (value: number | undefined): string =>
  value === undefined ? '' : String(Number(value.toPrecision(12)));

/**
 * A number as people type it: `0.5 ms`, `3 KB`, `20k/s`. When the field loses the focus, the number replaces the text. A text
 * without a valid value stays, is marked, and a sentence says what to type; a form that contains it is not submitted.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, field = {}, range, isWhole = false, step, showsUnit = false, onChange, onClear } = props;
  const { shown = field.unit, waits = false, noteId } = props;
  const [least, most] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const note = useId();
  const sentence = useSentence(props);
  const textOf = (own: number | undefined) =>
    plain(own === undefined ? undefined : shownValue(own, field, shown));
  const text = typed ?? textOf(value);
  const isTaken = (amount: number | undefined): amount is number =>
    amount !== undefined && amount >= least && amount <= most && (!isWhole || Number.isInteger(amount));
  const isEmpty = text.trim() === '';
  const amount = valueFrom(text, field, shown);
  const problem = (isEmpty && onClear) || isTaken(amount) ? undefined : sentence(text, amount);

  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);

  // A value from elsewhere (a button beside the field) replaces the typed text, unless the field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the moment when the value changes
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(undefined);
  }, [value]);

  const take = (next: string) => {
    const read = valueFrom(next, field, shown);
    if (isTaken(read)) onChange(read);
    else if (next.trim() === '') onClear?.();
  };
  const edit = (next: string) => {
    setTyped(next);
    if (!waits) take(next);
  };
  const finish = () => {
    if (problem !== undefined) return;
    if (waits && typed !== undefined) take(typed);
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (waits && event.key === 'Enter') return finish();
    if (waits && event.key === 'Escape') return setTyped(undefined);
    if (step === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const next = (isTaken(amount) ? amount : (value ?? 0)) + (event.key === 'ArrowUp' ? step : -step);
    edit(textOf(Math.min(most, Math.max(least, next))));
  };
  const notes = [noteId, problem === undefined ? undefined : note].filter((id) => id !== undefined);
  return (
    <>
      <input
        ref={input}
        id={props.id}
        className={props.className}
        inputMode={isWhole && acceptedUnits(field)[0] === 'k' ? 'numeric' : 'decimal'}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        aria-label={props.label}
        aria-invalid={problem !== undefined}
        aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
        value={text}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
      {showsUnit && shown !== undefined && !HAS_UNIT.test(typed ?? '') && (
        <span className={styles.unit}>{shown}</span>
      )}
      {problem !== undefined && (
        <span id={note} className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}

/** A form field with its label. */
export function AmountField({
  className,
  inputClass,
  label,
  ...props
}: Omit<AmountInputProps, 'id' | 'className' | 'label'> & {
  readonly className: string | undefined;
  readonly inputClass: string | undefined;
  readonly label: ReactNode;
}) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <AmountInput id={id} className={inputClass} {...props} />
    </div>
  );
}

/** Says what is wrong with a text, and what to type. */
function useSentence({ field = {}, shown: unit = field.unit, range, isWhole = false }: AmountInputProps) {
  const t = useTranslations('amount');
  const words = useWords();
  const shown = (value: number) => {
    const number = words.number(shownValue(value, field, unit));
    return unit === undefined ? number : `${number}\u00a0${unit}`;
  };
  return (text: string, amount: number | undefined): string => {
    const [least = 0, most = 0] = range ?? [];
    const facts = {
      text: text.trim(),
      bounds: !range ? 'none' : Number.isFinite(most) ? 'both' : 'least',
      least: shown(least),
      most: shown(most),
    };
    if (facts.text === '') return t('missing', facts);
    if (amount === undefined) return t('unreadable', { ...facts, units: acceptedUnits(field).join(', ') });
    return t(isWhole && !Number.isInteger(amount) ? 'whole' : 'range', facts);
  };
}
