/** The languages of the page. A language is a folder in `src/i18n` and a line here. */

interface LanguageFacts {
  /** What the language calls itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** The glossary also gives each term's name in this language. */
  readonly termsAlsoIn: string;
  /** Between the parts of a list, where `Intl.ListFormat` puts nothing between units. */
  readonly listSeparator?: string;
}

const FACTS = {
  en: { name: 'English', direction: 'ltr', termsAlsoIn: 'zh-CN' },
  'zh-CN': { name: '简体中文', direction: 'ltr', termsAlsoIn: 'en', listSeparator: '，' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

/** A BCP 47 tag, also the name of the language's folder. */
export type Language = keyof typeof FACTS;

/** The first one is the reference: what another language lacks is shown in it. */
export const LANGUAGES = Object.keys(FACTS) as readonly Language[];

export const REFERENCE = 'en' satisfies Language;

export const factsOf = (language: Language): LanguageFacts => FACTS[language];

/** A text in the reference language at least. */
export type Translated<T = string> = Readonly<Record<typeof REFERENCE, T> & Partial<Record<Language, T>>>;

/** A text in a language, else in the reference. */
export const inLanguage = <T>(texts: Translated<T>, language: Language): T =>
  texts[language] ?? texts[REFERENCE];

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

const primary = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

/** The first wanted language that there is, else the reference. Regions are ignored: any Chinese gets Simplified Chinese. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => primary(language) === primary(tag));
    if (found) return found;
  }
  return REFERENCE;
}

/** Parts side by side, without an "and". */
export function listed(language: Language, parts: readonly string[]): string {
  const { listSeparator } = factsOf(language);
  return listSeparator === undefined
    ? new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts)
    : parts.join(listSeparator);
}
