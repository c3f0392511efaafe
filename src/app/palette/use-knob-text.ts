import { useTranslations } from 'use-intl';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { valueText } from '../../lab/settings/value-text.ts';
import { useShownSides } from '../../lab/shared/use-shown-sides.ts';
import type { Field } from '../../model/scenario/fields.ts';
import { getAt } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { sidesWith } from './set-knob.ts';

/** Formats a value. */
export function useValueText(): (field: Field, value: unknown) => string {
  const t = useTranslations('palette');
  const words = useWords();
  return (field, value) => {
    return value === undefined ? t('fromProfile') : valueText(field, value, words);
  };
}

/** Formats the current value of a setting: once where the sides agree. */
export function useKnobText(): (path: string) => string {
  const t = useTranslations('palette');
  const state = useStore(experiment);
  const shown = useShownSides();
  const textOf = useValueText();
  return (path) => {
    const values = sidesWith(path, shown).map(({ side, field }) => ({
      side,
      text: textOf(field, getAt(state[side]?.scenario, path)),
    }));
    const [first, second] = values;
    if (first && second && first.text !== second.text)
      return t('bothValues', { a: first.text, b: second.text });
    return first?.text ?? '';
  };
}
