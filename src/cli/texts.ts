/** Messages of the command line in the user's language. */
import { createTranslator } from 'use-intl/core';
import { byLanguage } from '../i18n/by-language.ts';
import type english from '../i18n/en/cli.json';
import type { Language } from '../lib/languages.ts';

const texts = byLanguage(
  import.meta.glob<typeof english>('../i18n/*/cli.json', { eager: true, import: 'default' }),
);

/** Looks up and formats a message under `claims` in `cli.json`. */
export const claimTexts = (language: Language) =>
  createTranslator({ locale: language, messages: texts[language], namespace: 'claims' });
