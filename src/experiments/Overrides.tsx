import { useTranslations } from 'use-intl';
import { valueText } from '../lab/settings/value-text.ts';
import { fieldNamed } from '../model/scenario/fields.ts';
import type { Edits, Json } from '../model/scenario/patch.ts';
import { overridesOf, withoutOverride } from '../model/sweep/overrides.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../ui/texts.tsx';
import styles from './Experiments.module.css';

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
  return (path, value) => {
    const field = fieldNamed(path);
    const text = field ? valueText(field, value, words) : JSON.stringify(value);
    return t('override', { label: words.labelOf(path) ?? path, value: text });
  };
}

/** Settings that an experiment changes in its systems, each with a reset; nothing without any. */
export function Overrides({ label, set, onChange }: OverridesProps) {
  const t = useTranslations('experiments');
  const textOf = useOverrideText();
  const overrides = overridesOf(set);
  if (overrides.length === 0) return null;
  return (
    <div className={styles.overrides}>
      <p className={styles.soft}>{label}</p>
      <ul className={styles.systems} aria-label={label}>
        {overrides.map(([path, value]) => {
          const text = textOf(path, value);
          return (
            <li key={path} className={styles.override} title={path}>
              <span>{text}</span>
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
    </div>
  );
}
