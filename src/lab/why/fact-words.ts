/** Facts of findings as text in the reader's language. */
import { useTranslations } from 'use-intl';
import type { Fact } from '../../model/explain/finding.ts';
import { useWords } from '../../ui/texts.tsx';
import { factTexts } from './fact-text.ts';

/** Facts as message values: counts stay numbers for plural rules, all else is text. */
export function useFacts(): (facts: Readonly<Record<string, Fact>>) => Record<string, string | number> {
  const t = useTranslations();
  const { language } = useWords();
  return (facts) => factTexts(facts, language, t);
}
