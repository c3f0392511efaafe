import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';

/** Settings that stand in a branch's way and are named; of another kind of client, nearly all would be. */
const MOST_NAMED = 4;

/** The settings that stand in a branch's way, as values of the sentence that names them. */
export function useBlockedValues(): (paths: readonly string[]) => { names: string; more: number } {
  const t = useTranslations('branch');
  const words = useWords();
  return (paths) => {
    const names = paths.map((path) => words.labelOf(path) ?? path);
    return {
      names: names.slice(0, MOST_NAMED).join(t('joiner')),
      more: Math.max(0, names.length - MOST_NAMED),
    };
  };
}
