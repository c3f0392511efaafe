import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { type Field, fieldAt, fields, isActive } from '../../scenario/fields.ts';
import type { Scenario } from '../../scenario/generated/scenario.ts';
import { diff, getAt } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { MAIN_KNOBS } from '../scenario/knobs.ts';
import { valueText } from '../scenario/value-text.ts';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords, type Words } from '../shared/texts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

/** Differences that are named before the rest is counted. */
const SHOWN = 5;
/** What is asked of the system, and for how long: where these differ, results are not comparable as they stand. */
const isDemand = (path: string): boolean =>
  path.startsWith('workload.') || path.startsWith('run.') || path === 'seed';

interface Chip {
  readonly path: string;
  readonly label: string;
  readonly a: string;
  readonly b: string;
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
    .map((inner) => {
      const text = valueText(inner, getAt(scenario, inner.path), words);
      // A main knob's number says what it is beside the choice; yes or no, and a number that is seldom changed, do not.
      const isClear = mainPaths.has(inner.path) && inner.kind !== 'boolean';
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
    const text = (own: Field | undefined, value: unknown, scenario: Scenario) =>
      own && value !== undefined ? withNumbers(own, value, scenario, words, t) : t('absent');
    return [{ path, label: words.field(field), a: text(inA, from, a), b: text(inB, to, b) }];
  });
}

/** What differs between the two systems, generated from the scenarios themselves. */
export function Differences() {
  const t = useTranslations('lab.diff');
  const words = useWords();
  const { a, b } = useStore(experiment);
  const isComparing = useShownSides().length > 1;
  const chips = useMemo(() => (a && b ? chipsOf(a.scenario, b.scenario, words, t) : []), [a, b, words, t]);
  if (!a || !b || !isComparing) return null;
  const demands = chips.filter(({ path }) => isDemand(path));
  return (
    <div className={styles.differences}>
      <h2 className="visually-hidden">{t('label')}</h2>
      {chips.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.chips}>
        {chips.slice(0, SHOWN).map((chip) => (
          <li
            key={chip.path}
            className={styles.chip}
            title={t('fromTo', { label: chip.label, a: chip.a, b: chip.b })}
          >
            {chip.label} <SideBadge side="a" /> {chip.a} <SideBadge side="b" /> {chip.b}
          </li>
        ))}
        {chips.length > SHOWN && (
          <li
            className={styles.more}
            title={chips
              .slice(SHOWN)
              .map(({ label }) => label)
              .join(' · ')}
          >
            {t('more', { count: chips.length - SHOWN })}
          </li>
        )}
      </ul>
      {demands.length > 0 && chips.length > 1 && (
        <p className={styles.guard}>
          <code>CMP-01</code> {t('guard', { knobs: demands.map(({ label }) => label).join(' · ') })}
        </p>
      )}
    </div>
  );
}
