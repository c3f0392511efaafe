/** The texts of findings and advice in every language. */
import { createTranslator } from 'use-intl/core';
import { byLanguage } from '../i18n/by-language.ts';
import type advice from '../i18n/en/advice.json';
import type findings from '../i18n/en/findings.json';
import type phases from '../i18n/en/phases.json';
import type why from '../i18n/en/why.json';
import type { Translator } from '../lab/why/fact-text.ts';
import type { Language } from '../lib/languages.ts';

const parts = {
  advice: byLanguage(
    import.meta.glob<typeof advice>('../i18n/*/advice.json', { eager: true, import: 'default' }),
  ),
  findings: byLanguage(
    import.meta.glob<typeof findings>('../i18n/*/findings.json', { eager: true, import: 'default' }),
  ),
  phases: byLanguage(
    import.meta.glob<typeof phases>('../i18n/*/phases.json', { eager: true, import: 'default' }),
  ),
  why: byLanguage(import.meta.glob<typeof why>('../i18n/*/why.json', { eager: true, import: 'default' })),
};

/** Looks up messages of those files by their whole paths. */
export const systemTexts = (locale: Language): Translator =>
  createTranslator({
    locale,
    messages: {
      ...{ advice: parts.advice[locale], findings: parts.findings[locale] },
      ...{ phases: parts.phases[locale], why: parts.why[locale] },
    },
  }) as unknown as Translator;
