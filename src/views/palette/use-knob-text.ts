import { useTranslations } from 'use-intl';
import type { Field } from '../../scenario/fields.ts';
import { getAt } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { valueText } from '../scenario/value-text.ts';
import { useWords } from '../shared/texts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { useStore } from '../shared/use-store.ts';
import { sidesWith } from './set-knob.ts';

/** A value in words. */
export function useValueText(): (field: Field, value: unknown) => string {
  const t = useTranslations('palette');
  const words = useWords();
  return (field, value) => {
    return value === undefined ? t('fromProfile') : valueText(field, value, words);
  };
}

/** What a knob stands at: once where the sides agree. */
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
    const [one, other] = values;
    if (one && other && one.text !== other.text) return t('bothValues', { a: one.text, b: other.text });
    return one?.text ?? '';
  };
}
