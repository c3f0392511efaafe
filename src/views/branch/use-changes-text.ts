import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { fieldAt } from '../../scenario/fields.ts';
import type { diff } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { valueText } from '../scenario/value-text.ts';
import { useWords } from '../shared/texts.tsx';

/** Says what a branch changes: "Round-trip time 1 ms → 4 ms". Empty where it changes nothing. */
export function useChangesText(): (changes: ReturnType<typeof diff>) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b } = useStore(experiment);
  return (changes) =>
    changes
      .map(({ path, from, to }) => {
        const field = fieldAt(b?.scenario, path) ?? fieldAt(a?.scenario, path);
        const text = (value: unknown) =>
          value === undefined || value === null || !field ? t('profile') : valueText(field, value, words);
        return t('change', { label: words.labelOf(path) ?? path, from: text(from), to: text(to) });
      })
      .join(t('joiner'));
}
