/** Languages of the page. Each has a folder in `src/i18n` and an entry here. */

interface LanguageFacts {
  /** Native name of the language. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** The glossary also shows each term's name in this language. */
  readonly termsAlsoIn: string;
  /** Separator of list parts, where `Intl.ListFormat` puts none between units. */
  readonly listSeparator?: string;
}

const FACTS = {
  en: { name: 'English', direction: 'ltr', termsAlsoIn: 'zh-CN' },
  'zh-CN': { name: '简体中文', direction: 'ltr', termsAlsoIn: 'en', listSeparator: '，' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

/** A BCP 47 tag, also the name of the language's folder. */
export type Language = keyof typeof FACTS;

/** The first is the reference language, used for missing translations. */
export const LANGUAGES = Object.keys(FACTS) as readonly Language[];

export const REFERENCE = 'en' satisfies Language;

export const factsOf = (language: Language): LanguageFacts => FACTS[language];

/** A text with at least the reference language. */
export type Translated<T = string> = Readonly<Record<typeof REFERENCE, T> & Partial<Record<Language, T>>>;

/** The text in a language; falls back to the reference language. */
export const inLanguage = <T>(texts: Translated<T>, language: Language): T =>
  texts[language] ?? texts[REFERENCE];

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

const primary = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

/**
 * The first preferred language that exists, else the reference. Regions are ignored: any Chinese tag gives
 * Simplified Chinese.
 */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => primary(language) === primary(tag));
    if (found) return found;
  }
  return REFERENCE;
}

/** Joins parts into a list without "and". */
export function formatList(language: Language, parts: readonly string[]): string {
  const { listSeparator } = factsOf(language);
  return listSeparator === undefined
    ? new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts)
    : parts.join(listSeparator);
}
