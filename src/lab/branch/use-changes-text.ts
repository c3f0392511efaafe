import { useTranslations } from 'use-intl';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { diff } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from '../settings/experiment-state.ts';
import { valueText } from '../settings/value-text.ts';

type Changes = ReturnType<typeof diff>;

/** A value of a knob of either side, in words. */
function useValueAt(): (path: string, value: unknown) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b } = useStore(experiment);
  return (path, value) => {
    const field = fieldAt(b?.scenario, path) ?? fieldAt(a?.scenario, path);
    return value === undefined || value === null || !field ? t('profile') : valueText(field, value, words);
  };
}

/** Says what a branch changes: "Round-trip time 1 ms → 4 ms". Empty where it changes nothing. */
export function useChangesText(): (changes: Changes) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const text = useValueAt();
  return (changes) =>
    changes
      .map(({ path, from, to }) =>
        t('change', { label: words.labelOf(path) ?? path, from: text(path, from), to: text(path, to) }),
      )
      .join(t('joiner'));
}

/** The same for a mark on an axis: "Round-trip time 4 ms", and how many more. */
export function useShortChange(): (changes: Changes) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const text = useValueAt();
  return ([first, ...more]) =>
    first
      ? t('short', {
          label: words.labelOf(first.path) ?? first.path,
          to: text(first.path, first.to),
          more: more.length,
        })
      : '';
}
