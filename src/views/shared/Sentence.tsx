import { useTranslations } from 'use-intl';
import { loadSentences } from '../../i18n/sentences.ts';
import type { Language } from '../../lib/languages.ts';
import type { Problem } from '../../scenario/problem.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

/** Without a network not even the sentences may come. */
const sentencesOrNone = (language: Language) => loadSentences(language).catch(() => null);

/** What is wrong, why, and what to do; nothing until the sentences are loaded. */
export function Sentence({ problem }: { readonly problem: Problem }) {
  const t = useTranslations('app.problem');
  const { language, labelOf } = useWords();
  const sentence = useLoaded(sentencesOrNone, language);
  return sentence === null ? t('unsaid') : sentence?.(problem, { labelOf });
}
