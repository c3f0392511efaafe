/**
 * Sources of costs in the reader's language. The English texts come from the profiles and the fits; other
 * languages translate each sentence.
 */
import type { Language } from '../lib/languages.ts';
import type { Texts } from './explanation-texts.ts';
import { loadExplanations } from './explanations.ts';

export const loadSources = async (language: Language): Promise<Texts> =>
  (await loadExplanations(language)).costSources;

/** The parts of a fitted cost's source (`evidence/fit/profile-text.ts`). */
const FITTED =
  /^(?<why>.*) The fit searched from (?<min>[\d.,]+) to (?<max>[\d.,]+) ns \((?<command>npm run fit -- [\w-]+)\)\.$/;
const FITTED_PATTERN = '{why} The fit searched from {min} to {max} ns ({command}).';

/** A source in another language; undefined without a translation. */
export function translatedSource(texts: Texts, source: string): string | undefined {
  const parts = FITTED.exec(source)?.groups;
  if (!parts) return texts[source];
  const why = texts[parts.why ?? ''];
  return (
    why &&
    texts[FITTED_PATTERN]?.replace(/\{(\w+)\}/g, (_, name) => (name === 'why' ? why : (parts[name] ?? '')))
  );
}
