import { useEffect, useState } from 'react';
import type { Language } from '../lib/languages.ts';

/**
 * The result of `load` for a language; `undefined` until it is there.
 * @param load a stable function
 */
export function useLoaded<T>(load: (language: Language) => Promise<T>, language: Language): T | undefined {
  const [loaded, setLoaded] = useState<{ readonly language: Language; readonly texts: T }>();
  useEffect(() => {
    let isWanted = true;
    load(language).then((texts) => {
      if (isWanted) setLoaded({ language, texts });
    });
    return () => {
      isWanted = false;
    };
  }, [load, language]);
  return loaded?.language === language ? loaded.texts : undefined;
}
