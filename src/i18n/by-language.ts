/** Files that exist for every language, by language. */
import { LANGUAGES, type Language } from '../lib/languages.ts';

/**
 * @param files the result of `import.meta.glob`: `./en/issues.json`
 * @throws when a language has no such file
 */
export function byLanguage<T>(files: Readonly<Record<string, T>>): Readonly<Record<Language, T>> {
  const found = LANGUAGES.map((language) => {
    const path = Object.keys(files).find((file) => file.split('/').at(-2) === language);
    if (path === undefined) throw new Error(`src/i18n/${language} lacks a file that every language has`);
    return [language, files[path]];
  });
  return Object.fromEntries(found);
}
