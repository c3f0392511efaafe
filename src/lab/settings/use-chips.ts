/** What differs between two scenarios, knob by knob, generated from the scenarios themselves. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Field, fieldAt, fields, isActive } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { diff, getAt } from '../../model/scenario/patch.ts';
import { useWords, type Words } from '../../ui/texts.tsx';
import { MAIN_KNOBS } from './knobs.ts';
import { valueText } from './value-text.ts';

/** One difference, in words. */
export interface Chip {
  /** Of the knob; of a choice with what belongs to it that of its `kind`. */
  readonly path: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const mainPaths = new Set(MAIN_KNOBS.flatMap(({ paths }) => paths));

type Say = ReturnType<typeof useTranslations<'lab.diff'>>;

/** A choice with what belongs to it, the main knobs and whatever is not as usual: "Pooled (8)". */
function withNumbers(field: Field, value: unknown, scenario: unknown, words: Words, t: Say): string {
  const name = valueText(field, value, words);
  if (!field.path.endsWith('.kind')) return name;
  const prefix = field.path.slice(0, -'kind'.length);
  const numbers = fields
    .filter((inner) => inner.path.startsWith(prefix) && inner.kind !== 'choice' && isActive(inner, scenario))
    .filter(({ path, default: usual }) => mainPaths.has(path) || getAt(scenario, path) !== usual)
    // A main knob's number says what it is right beside the choice; yes or no, and a number that is seldom changed, do not.
    .map((inner) => ({ inner, isClear: mainPaths.has(inner.path) && inner.kind !== 'boolean' }))
    .sort((one, other) => +other.isClear - +one.isClear)
    .map(({ inner, isClear }) => {
      const text = valueText(inner, getAt(scenario, inner.path), words);
      return isClear ? text : t('inner', { label: words.field(inner), value: text });
    });
  return numbers.length > 0 ? `${name} (${numbers.join(', ')})` : name;
}

/** One chip for each knob that differs; what belongs to a choice that differs is said with the choice. */
function chipsOf(a: Scenario, b: Scenario, words: Words, t: Say): Chip[] {
  const differences = diff(a, b);
  const choices = differences
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.kind') && fieldAt(a, path) && fieldAt(b, path))
    .map((path) => path.slice(0, -'kind'.length));
  return differences.flatMap(({ path, from, to }): Chip[] => {
    if (choices.some((prefix) => path.startsWith(prefix) && path !== `${prefix}kind`)) return [];
    const inA = fieldAt(a, path);
    const inB = fieldAt(b, path);
    const field = inA ?? inB;
    if (!field) return [];
    if (!isAsked(path, a) && !isAsked(path, b)) return [];
    const text = (own: Field | undefined, value: unknown, scenario: Scenario) =>
      own && value !== undefined && isAsked(path, scenario)
        ? withNumbers(own, value, scenario, words, t)
        : t('absent');
    return [{ path, label: words.field(field), from: text(inA, from, a), to: text(inB, to, b) }];
  });
}

/** What the second or the third command is says nothing where there is none. */
function isAsked(path: string, { workload }: Scenario): boolean {
  const [, kind] = /^workload\.(second|third)\.(?!share)/.exec(path) ?? [];
  return kind === undefined || workload[kind as 'second' | 'third'].share > 0;
}

const NONE: readonly Chip[] = [];

/** What is different in `to`, in words. */
export function useChips(from: Scenario | undefined, to: Scenario | undefined): readonly Chip[] {
  const t = useTranslations('lab.diff');
  const words = useWords();
  return useMemo(() => (from && to ? chipsOf(from, to, words, t) : NONE), [from, to, words, t]);
}
