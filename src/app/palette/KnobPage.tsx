import { Command } from 'cmdk';
import { useTranslations } from 'use-intl';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { useShownSides } from '../../lab/shared/use-shown-sides.ts';
import type { Amount } from '../../model/scenario/amount.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import styles from './Palette.module.css';
import { readQuery, search } from './query.ts';
import { isInRange, sidesMeant, sidesWith, typedValue } from './set-knob.ts';
import { useSetKnob } from './use-direct.ts';
import { useKnobText, useValueText } from './use-knob-text.ts';

export interface KnobPageProps {
  readonly path: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onDone: () => void;
}

interface Target {
  readonly id: 'both' | SideName;
  readonly sides: readonly SideName[];
}

/** The values of a setting: its choices, or the typed number. For both sides, or one. */
export function KnobPage({ path, text, onText, onDone }: KnobPageProps) {
  const t = useTranslations('palette');
  const words = useWords();
  const shown = useShownSides();
  const knobText = useKnobText();
  const textOf = useValueText();
  const set = useSetKnob();
  const owners = sidesWith(path, shown);
  const [first] = owners;
  if (!first) return null;
  const { field } = first;
  const label = words.field(field);
  const values = valuesOf(field, text, (value) => textOf(field, value));
  const names = owners.map(({ side }) => side);
  const single = names.map((side): Target => ({ id: side, sides: [side] }));
  const isOne = sidesMeant(experiment.getState(), names).length < names.length;
  const both: Target = { id: 'both', sides: names };
  // Enter takes the first one.
  const targets = names.length < 2 ? single : isOne ? [...[...single].reverse(), both] : [both, ...single];
  return (
    <>
      <Command.Input
        className={styles.input ?? ''}
        value={text}
        onValueChange={onText}
        placeholder={knobText(path)}
        autoFocus
      />
      <p className={styles.hint} role="status">
        <Advice field={field} label={label} amount={readQuery(text).amount} />
      </p>
      <Command.List className={styles.list ?? ''} label={t('results')}>
        {values.length === 0 && (
          <Command.Item className={styles.item ?? ''} value="now" disabled>
            {t('now', { value: knobText(path) })}
          </Command.Item>
        )}
        {values.length > 0 &&
          targets.map(({ id, sides }) => (
            <Command.Group key={id} heading={t(`groups.${id}`)} className={styles.group ?? ''}>
              {values.map((value) => (
                <Command.Item
                  key={String(value)}
                  className={styles.item ?? ''}
                  value={`${id} ${value}`}
                  onSelect={() => {
                    onDone();
                    void set(field, sides, value);
                  }}
                >
                  {textOf(field, value)}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
      </Command.List>
    </>
  );
}

/** The current choices. */
function valuesOf(field: Field, text: string, textOf: (value: Json) => string): readonly Json[] {
  const choices: readonly Json[] = field.kind === 'boolean' ? [true, false] : field.choices;
  if (choices.length > 0) {
    const named = choices.map((value) => {
      const title = textOf(value);
      return { value, title, text: `${value} ${title}`.toLowerCase() };
    });
    return search(named, readQuery(text).words, choices.length).map(({ value }) => value);
  }
  if (field.kind === 'string') return text.trim() === '' ? [] : [text.trim()];
  const value = typedValue(field, readQuery(text).amount);
  return value !== undefined && isInRange(field, value) ? [value] : [];
}

interface AdviceProps {
  readonly field: Field;
  readonly label: string;
  readonly amount: Amount | undefined;
}

/** The valid input, or the problem of the typed text. */
function Advice({ field, label, amount }: AdviceProps) {
  const t = useTranslations('palette');
  const textOf = useValueText();
  if (field.kind === 'choice' || field.kind === 'boolean') return t('choose', { label });
  if (field.min === undefined || field.max === undefined) return t('free', { label });
  const limits = { label, min: textOf(field, field.min), max: textOf(field, field.max) };
  const value = typedValue(field, amount);
  return t(amount && (value === undefined || !isInRange(field, value)) ? 'outside' : 'range', limits);
}
