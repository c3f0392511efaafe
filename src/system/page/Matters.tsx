import { useTranslations } from 'use-intl';
import { useWords, type Words } from '../../ui/texts.tsx';
import type { Choice, QuestionId } from '../system.ts';
import type { ChoiceEffect, Effect } from './sensitivity.ts';

const NS_PER_US = 1000;
/** Effects below this are within what a single run can tell. */
const LEAST_EFFECT = 0.02;

/** Questions without an effect on times, with the reason: slow ones without a share, processes without a load. */
const IDLE = ['slowTime', 'instances'];

/** Values that are no plain number in a sentence. */
const VALUE_WORDS: Readonly<Record<string, (words: Words, value: number) => string>> = {
  slowShare: (words, value) => words.percent(value),
  slowTime: (words, value) => words.duration(value * NS_PER_US),
};

/** "×1.2", "÷3"; a dash where nothing has run. */
function factorText(words: Words, value: number | undefined): string {
  if (value === undefined) return '–';
  const number = (each: number) => words.number(Number(each.toPrecision(2)));
  return value > 0 && value <= 0.5 ? `÷${number(1 / value)}` : `×${number(value)}`;
}

interface MattersProps {
  readonly id: QuestionId;
  readonly effect: Effect | undefined;
}

/** What another answer would do to the metric. */
export function Matters({ id, effect }: MattersProps) {
  const t = useTranslations('system.ask');
  const words = useWords();
  if (!effect) return null;
  const { metric, half, twice, other } = effect;
  if (half !== undefined || twice !== undefined)
    return t('matters', { metric, half: factorText(words, half), twice: factorText(words, twice) });
  if (other?.factor !== undefined) {
    const value = (VALUE_WORDS[id] ?? ((_, each) => words.number(each)))(words, other.value);
    return t(`mattersAt.${id as 'rate'}`, { metric, factor: factorText(words, other.factor), value });
  }
  return t(`idle.${IDLE.includes(id) ? (id as 'slowTime') : 'other'}`);
}

interface ChoiceMattersProps {
  readonly kind: Choice['kind'];
  readonly effect: Effect | undefined;
  /** The name of a value. */
  readonly nameOf: (value: string) => string;
}

/** What another value of a choice would do to the metric. */
export function ChoiceMatters({ kind, effect, nameOf }: ChoiceMattersProps) {
  const t = useTranslations('system.choose.matters');
  const words = useWords();
  if (!effect) return null;
  if (!effect.choice || (effect.choice.compared === 0 && effect.half !== undefined))
    return <Matters id={kind} effect={effect} />;
  const { metric } = effect;
  const { others, compared, most } = effect.choice;
  if (compared === 0) return t('unknown');
  const tried = compared < others ? ` ${t('compared', { compared, others })}` : '';
  return `${largestEffect()}${tried}`;

  function largestEffect(): string {
    if (!most) return t('same', { kind, metric });
    if (isSmall(most)) return t('small', { kind, metric, limit: words.percent(LEAST_EFFECT) });
    return t('most', { metric, factor: factorText(words, most.factor), value: nameOf(most.value) });
  }
}

const isSmall = ({ factor }: NonNullable<ChoiceEffect['most']>): boolean =>
  Math.abs(factor - 1) < LEAST_EFFECT;
