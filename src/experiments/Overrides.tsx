import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NumberControl } from '../lab/settings/NumberControl.tsx';
import { valueText } from '../lab/settings/value-text.ts';
import type { Field } from '../model/scenario/fields.ts';
import { anyField } from '../model/scenario/list-fields.ts';
import type { Edits, Json } from '../model/scenario/patch.ts';
import { overridesOf, withoutOverride } from '../model/sweep/overrides.ts';
import { Button } from '../ui/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import { useWords } from '../ui/texts.tsx';
import { changedCondition } from './conditions.ts';
import styles from './Experiments.module.css';
import { useSettingName } from './use-setting-name.ts';

export interface OverridesProps {
  /** Label of the list: "Changes in all systems". */
  readonly label: string;
  readonly set: Edits;
  readonly onChange: (set: Edits) => void;
}

/** A setting with its value, as text. */
export function useOverrideText(): (path: string, value: Json) => string {
  const t = useTranslations('experiments');
  const words = useWords();
  const settingName = useSettingName();
  return (path, value) => {
    const field = anyField(path);
    const text = field ? valueText(field, value, words) : JSON.stringify(value);
    return t('override', { label: settingName(path), value: text });
  };
}

interface ValueProps {
  readonly field: Field;
  readonly label: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** The value of a condition: a number, a choice or a switch. */
function Value({ field, label, value, onChange }: ValueProps) {
  const words = useWords();
  // Text that is no number is refused by the engine; it stays to be corrected.
  const [refused, setRefused] = useState<Json>();
  if (field.kind === 'number' || field.kind === 'integer')
    return (
      <NumberControl
        field={field}
        label={label}
        shown={refused ?? value}
        value={value}
        isRefused={refused !== undefined}
        describedBy={undefined}
        side={undefined}
        sliderMax={undefined}
        onEdit={(next) => {
          const isValid = typeof next === 'number' || next === null;
          setRefused(isValid ? undefined : next);
          if (isValid) onChange(next);
        }}
        onCancel={() => setRefused(undefined)}
      />
    );
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices;
  if (choices.length === 0) return <span>{valueText(field, value, words)}</span>;
  return (
    <Picker
      label={label}
      value={String(value)}
      title={words.choice(field, String(value))}
      options={() => choices.map((choice) => ({ id: choice, title: words.choice(field, choice) }))}
      onChoose={(choice) => onChange(field.kind === 'boolean' ? choice === 'true' : choice)}
    />
  );
}

/** Settings that an experiment changes in its systems, each with its value and a reset; nothing without any. */
export function Overrides({ label, set, onChange }: OverridesProps) {
  const t = useTranslations('experiments');
  const settingName = useSettingName();
  const textOf = useOverrideText();
  const overrides = overridesOf(set);
  if (overrides.length === 0) return null;
  return (
    <ul className={styles.systems} aria-label={label}>
      {overrides.map(([path, value]) => {
        const text = textOf(path, value);
        const field = anyField(path);
        return (
          <li key={path} className={styles.override} title={path}>
            <span>{field ? settingName(path) : text}</span>
            {field ? (
              <Value
                field={field}
                label={settingName(path)}
                value={value}
                onChange={async (next) => onChange(await changedCondition(set, field, next))}
              />
            ) : (
              <span />
            )}
            <Button
              variant="quiet"
              aria-label={t('removeOverride', { label: text })}
              onClick={() => onChange(withoutOverride(set, path))}
            >
              ×
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
