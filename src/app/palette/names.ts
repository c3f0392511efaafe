/** Names in every language: a teacher may speak Chinese and read English manuals. */
import { useEffect, useState } from 'react';
import { loadCatalogue } from '../../i18n/catalogue.ts';
import type { FieldNames } from '../../i18n/setting-texts.ts';
import type { PresetTexts } from '../../i18n/texts.ts';
import { LANGUAGES, type Language } from '../../lib/languages.ts';

/** Names in one language. */
export interface Names {
  readonly language: Language;
  readonly fields: FieldNames;
  readonly presets: PresetTexts;
  /** The message with a path; only messages without values. */
  readonly message: (path: string) => string;
}

async function loadNames(language: Language): Promise<Names> {
  const { fields, messages, presets } = await loadCatalogue(language);
  const message = (path: string): string => {
    const found = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], messages);
    return typeof found === 'string' ? found : '';
  };
  return { language, fields, presets, message };
}

/** The names of all languages; undefined until they are loaded. */
export function useNames(): readonly Names[] | undefined {
  const [names, setNames] = useState<readonly Names[]>();
  useEffect(() => {
    let isWanted = true;
    Promise.all(LANGUAGES.map(loadNames)).then((loaded) => isWanted && setNames(loaded));
    return () => {
      isWanted = false;
    };
  }, []);
  return names;
}
