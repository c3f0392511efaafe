import { type PointerEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { curveFrame } from '../../charts/curve-frame.ts';
import { type CurveData, predictedCurve } from '../../charts/predicted-curve.ts';
import { SvgTree } from '../../lab/results/SvgTree.tsx';
import { useSize } from '../../lab/results/use-size.ts';
import { useTheme } from '../../lab/shared/use-media.ts';
import { paletteOf } from '../../lib/palette.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { announce } from '../../ui/ui-state.ts';
import type { Given } from '../lessons/grade.ts';
import { readGuess } from '../lessons/guess.ts';
import type { Question, QuestionName } from '../lessons/lesson.ts';
import { useCurveWords, useLabels, useUnits } from './lesson-words.ts';
import { Prose } from './Prose.tsx';
import styles from './Question.module.css';

/** Props of the input for a kind of question. */

export interface InputProps<Kind extends Question['kind']> {
  readonly name: QuestionName;
  readonly question: Extract<Question, { kind: Kind }>;
  /** Undefined: no answer yet. */
  readonly draft: Given | undefined;
  readonly onDraft: (draft: Given) => void;
}

type Shares = Readonly<Record<string, number>>;

/** Sets the share of a part; the others keep their proportions, so that the sum stays 100 per cent. */
function withShare(shares: Shares, part: string, share: number): Shares {
  const others = Object.entries(shares).filter(([other]) => other !== part);
  const sum = others.reduce((total, [, value]) => total + value, 0);
  const rest = 100 - share;
  return Object.fromEntries([
    ...others.map(
      ([other, value]) => [other, sum > 0 ? (value / sum) * rest : rest / others.length] as const,
    ),
    [part, share],
  ]);
}

/** Divides a whole into parts. */
export function AllocationInput({ name, question, draft, onDraft }: InputProps<'allocation'>) {
  const t = useTranslations('learn.ask');
  const label = useLabels(name);
  const text = useUnits();
  const { parts } = question;
  const even = Object.fromEntries(parts.map((part) => [part, 100 / parts.length]));
  const shares = typeof draft === 'object' && draft !== null ? (draft as Shares) : even;
  return (
    <div className={styles.parts}>
      {parts.map((part) => (
        <div key={part} className={styles.part}>
          <span>
            <Prose section={`${name}.${part}`} isInline />
          </span>
          <Slider
            min={0}
            max={100}
            aria-label={label(part)}
            aria-valuetext={text('percent', shares[part])}
            value={Math.round(shares[part] ?? 0)}
            onChange={(event) => onDraft(withShare(shares, part, Number(event.target.value)))}
          />
          {/* The slider says the same value. */}
          <span className={styles.shown} aria-hidden="true">
            {text('percent', Math.round(shares[part] ?? 0))}
          </span>
        </div>
      ))}
      <p className={styles.note}>{t('whole')}</p>
    </div>
  );
}

/** One of several options. */
export function ChoiceInput({ name, question, draft, onDraft }: InputProps<'choice'>) {
  const t = useTranslations('learn.ask');
  return (
    <RadioGroup
      label={t('options')}
      className={styles.options}
      value={typeof draft === 'string' ? draft : undefined}
      onChoose={onDraft}
    >
      {question.options.map((option) => (
        <label key={option} className={styles.option}>
          <Radio value={option} />
          <span>
            <Prose section={`${name}.${option}`} isInline />
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}

/** Steps of the slider. */
const STEPS = 200;

/** Three digits are enough for a guess. */
const rounded = (value: number): number => Number(value.toPrecision(3));

/** A number, with a slider for a rough value and a field for an exact one, which takes units. */
export function NumberInput({ question, draft, onDraft }: InputProps<'number'>) {
  const t = useTranslations('learn.ask');
  const text = useUnits();
  const id = useId();
  const { min, max, log, unit } = question;
  // A count has no unit, and a message cannot be empty.
  const unitId = unit === 'count' ? undefined : `${id}unit`;
  // A logarithmic slider has no zero: it begins at a fraction of the maximum.
  const from = log ? Math.max(min, max / 1e9) : min;
  const valueAt = (step: number) =>
    rounded(log ? from * (max / from) ** (step / STEPS) : min + ((max - min) * step) / STEPS);
  const value = typeof draft === 'number' ? draft : undefined;
  // What is typed stays as it is typed; the slider replaces it.
  const [typed, setTyped] = useState<string>();
  const share =
    value === undefined
      ? 0.5
      : log
        ? Math.log(Math.max(value, from) / from) / Math.log(max / from)
        : (value - min) / (max - min);
  const marks = [min, valueAt(STEPS / 2), max];
  return (
    <div className={styles.number}>
      <label className={styles.guess} htmlFor={`${id}field`}>
        {t('mine')}
      </label>
      <span className={styles.field}>
        <input
          id={`${id}field`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={unitId}
          value={typed ?? (value === undefined ? '' : String(value))}
          onChange={(event) => {
            setTyped(event.target.value);
            const guess = readGuess(event.target.value, unit);
            if (guess !== undefined) onDraft(guess);
          }}
          onBlur={() => setTyped(undefined)}
        />
        {unitId && <span id={unitId}>{t('unit', { unit })}</span>}
      </span>
      {/* What is typed is said as it was read, with its unit. The slider says its value itself. */}
      <span className={styles.shown} aria-live={typed === undefined ? 'off' : 'polite'}>
        {value === undefined ? '' : text(unit, value)}
      </span>
      <div className={styles.scale}>
        <Slider
          min={0}
          max={STEPS}
          aria-label={t('slider')}
          aria-valuetext={text(unit, value)}
          value={Math.round(share * STEPS)}
          onChange={(event) => {
            setTyped(undefined);
            onDraft(valueAt(Number(event.target.value)));
          }}
        />
        <p aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{text(unit, mark)}</span>
          ))}
        </p>
      </div>
    </div>
  );
}

/** Orders items, the first on top. */
export function RankingInput({ name, question, draft, onDraft }: InputProps<'ranking'>) {
  const t = useTranslations('learn.ask');
  const label = useLabels(name);
  const order = Array.isArray(draft) ? (draft as readonly string[]) : question.items;
  const move = (from: number, by: -1 | 1) => {
    const next = [...order];
    const [item] = next.splice(from, 1);
    if (item === undefined) return;
    next.splice(from + by, 0, item);
    onDraft(next);
    announce(t('rank', { place: from + by + 1, item: label(item) }));
  };
  return (
    <ol className={styles.ranking}>
      {order.map((item, place) => (
        <li key={item} data-item={item}>
          <span>
            <Prose section={`${name}.${item}`} isInline />
          </span>
          <Button
            variant="small"
            aria-label={t('up', { item: label(item) })}
            aria-disabled={place === 0}
            onClick={() => place > 0 && move(place, -1)}
          >
            <span className={styles.upward}>
              <Icon name="chevron" />
            </span>
          </Button>
          <Button
            variant="small"
            aria-label={t('down', { item: label(item) })}
            aria-disabled={place === order.length - 1}
            onClick={() => place < order.length - 1 && move(place, 1)}
          >
            <Icon name="chevron" />
          </Button>
        </li>
      ))}
    </ol>
  );
}

const CURVE_STEPS = 100;

/** A curve that is drawn with the pointer, or point by point with sliders. */
export function CurveInput({ name, question, draft, onDraft }: InputProps<'curve'>) {
  const t = useTranslations('learn.ask');
  const words = useCurveWords(name, question);
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const { x, min, max } = question;
  // Before the first touch the line is in the middle.
  const values = Array.isArray(draft) ? (draft as readonly number[]) : x.map(() => Math.sqrt(min * max));
  const data: CurveData = { x, min, max, drawn: values, model: undefined };
  const box = { width, height, fontSize };
  const set = (place: number, value: number) =>
    onDraft(values.map((old, i) => (i === place ? Number(value.toPrecision(3)) : old)));
  const draw = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && event.type !== 'pointerdown') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bounds = event.currentTarget.getBoundingClientRect();
    const frame = curveFrame(data, box, words);
    set(frame.placeAt(event.clientX - bounds.left), frame.valueAt(event.clientY - bounds.top));
  };
  return (
    <div className={styles.curve}>
      <p className={styles.note}>{t('draw')}</p>
      <div ref={ref} className={styles.drawing} aria-hidden="true" onPointerDown={draw} onPointerMove={draw}>
        {width > 0 && <SvgTree node={predictedCurve.draw(data, box, palette, words)} />}
      </div>
      <div className={styles.points}>
        {x.map((place, i) => (
          <div key={place}>
            {/* Part of the slider’s name. */}
            <span aria-hidden="true">{words.x(place)}</span>
            <Slider
              min={0}
              max={CURVE_STEPS}
              aria-label={t('point', { x: words.x(place) })}
              aria-valuetext={words.y(values[i] ?? min)}
              value={Math.round((CURVE_STEPS * Math.log((values[i] ?? min) / min)) / Math.log(max / min))}
              onChange={(event) => set(i, min * (max / min) ** (Number(event.target.value) / CURVE_STEPS))}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
