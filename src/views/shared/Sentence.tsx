import { loadSentences } from '../../i18n/sentences.ts';
import type { Problem } from '../../scenario/problem.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What is wrong, why, and what to do; nothing until the sentences are loaded. */
export function Sentence({ problem }: { readonly problem: Problem }) {
  const { language, labelOf } = useWords();
  const sentence = useLoaded(loadSentences, language);
  return sentence?.(problem, { labelOf });
}
