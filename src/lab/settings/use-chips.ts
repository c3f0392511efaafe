/** Differences between two scenarios, one per setting, generated from the scenarios. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Field, fieldAt, fields, isActive } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { diff, getAt } from '../../model/scenario/patch.ts';
import { useWords, type Words } from '../../ui/texts.tsx';
import { MAIN_KNOBS } from './knobs.ts';
import { valueText } from './value-text.ts';

/** One difference as text. */
export interface Chip {
  /** Path of the setting; for a choice with nested settings, that of its `kind`. */
  readonly path: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const mainPaths = new Set(MAIN_KNOBS.flatMap(({ paths }) => paths));

type Say = ReturnType<typeof useTranslations<'lab.diff'>>;

/** A choice with its main and its unusual nested values: "Pooled (8)". */
function withNumbers(field: Field, value: unknown, scenario: unknown, words: Words, t: Say): string {
  const name = valueText(field, value, words);
  if (!field.path.endsWith('.kind')) return name;
  const prefix = field.path.slice(0, -'kind'.length);
  const numbers = fields
    .filter((inner) => inner.path.startsWith(prefix) && inner.kind !== 'choice' && isActive(inner, scenario))
    .filter(({ path, default: usual }) => mainPaths.has(path) || getAt(scenario, path) !== usual)
    // The number of a main setting is clear next to the choice; a switch or a rarely changed number is not.
    .map((inner) => ({ inner, isClear: mainPaths.has(inner.path) && inner.kind !== 'boolean' }))
    .sort((one, other) => +other.isClear - +one.isClear)
    .map(({ inner, isClear }) => {
      const text = valueText(inner, getAt(scenario, inner.path), words);
      return isClear ? text : t('inner', { label: words.field(inner), value: text });
    });
  return numbers.length > 0 ? `${name} (${numbers.join(', ')})` : name;
}

/** One chip for each setting that differs; nested settings belong to the chip of their choice. */
function chipsOf(a: Scenario, b: Scenario, words: Words, t: Say): Chip[] {
  const differences = diff(a, b);
  const choices = differences
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.kind') && fieldAt(a, path) && fieldAt(b, path))
    .map((path) => path.slice(0, -'kind'.length));
  return differences.flatMap(({ path, from, to }): Chip[] => {
    if (choices.some((prefix) => path.startsWith(prefix) && path !== `${prefix}kind`)) return [];
    if (path === 'neighbours') {
      const names = ({ neighbours }: Scenario) =>
        neighbours?.map(({ name }) => name).join(', ') ?? t('absent');
      return [{ path, label: t('neighbours'), from: names(a), to: names(b) }];
    }
    if (path === 'events') {
      const count = ({ events = [] }: Scenario) => t('eventCount', { count: events.length });
      return [{ path, label: t('events'), from: count(a), to: count(b) }];
    }
    const inA = fieldAt(a, path);
    const inB = fieldAt(b, path);
    const field = inA ?? inB;
    if (!field) return [];
    if (!isAsked(path, a) && !isAsked(path, b)) return [];
    const text = (field: Field | undefined, value: unknown, scenario: Scenario) =>
      field && value !== undefined && isAsked(path, scenario)
        ? withNumbers(field, value, scenario, words, t)
        : t('absent');
    return [{ path, label: words.field(field), from: text(inA, from, a), to: text(inB, to, b) }];
  });
}

/** The type of the second or third command does not matter where there is none. */
function isAsked(path: string, { workload }: Scenario): boolean {
  const [, kind] = /^workload\.(second|third)\.(?!share)/.exec(path) ?? [];
  return kind === undefined || workload[kind as 'second' | 'third'].share > 0;
}

const NONE: readonly Chip[] = [];

/** The differences of `to`, as text. */
export function useChips(from: Scenario | undefined, to: Scenario | undefined): readonly Chip[] {
  const t = useTranslations('lab.diff');
  const words = useWords();
  return useMemo(() => (from && to ? chipsOf(from, to, words, t) : NONE), [from, to, words, t]);
}
