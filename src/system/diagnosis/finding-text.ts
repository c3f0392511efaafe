/** The texts of a finding in a language, for the page and the command line. */
import { factTexts, type Translator } from '../../lab/why/fact-text.ts';
import type { Language } from '../../lib/languages.ts';
import type { Finding } from './finding.ts';

export interface FindingTexts {
  readonly title: string;
  /** Two sentences: what happens, and what follows from it. */
  readonly mechanism: string;
  /** What to do. */
  readonly change: string;
}

export function findingTexts({ id, facts }: Finding, language: Language, t: Translator): FindingTexts {
  const values = factTexts(facts, language, t);
  return {
    title: t(`findings.${id}.title`, values),
    mechanism: t(`findings.${id}.mechanism`, values),
    change: t(`findings.${id}.change`, values),
  };
}
