import { loadSources, translatedSource } from '../i18n/cost-sources.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

/** Where a cost comes from, in the reader's language if it has a sentence for it. */
export function CostSource({ source }: { readonly source: string }) {
  const { language } = useWords();
  const texts = useLoaded(loadSources, language);
  const own = texts && translatedSource(texts, source);
  return own === undefined ? <span lang="en">{source}</span> : <span>{own}</span>;
}
