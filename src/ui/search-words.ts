/** The words of the page for a search: an engineer may read Chinese and type a term of an English manual. */
import { useEffect, useMemo, useState } from 'react';
import { loadFirstTexts } from '../i18n/catalogue.ts';
import { fieldSearchText } from '../i18n/field-names.ts';
import type { FieldNames } from '../i18n/setting-texts.ts';
import { LANGUAGES } from '../lib/languages.ts';
import { useWords, type Words } from './texts.tsx';

/** Words whose `searchText` has the names of a setting in every language, once these are loaded. */
export function useSearchWords(): Words {
  const words = useWords();
  const [names, setNames] = useState<readonly FieldNames[]>([]);
  useEffect(() => {
    let isWanted = true;
    Promise.all(LANGUAGES.map(loadFirstTexts)).then(
      (all) => isWanted && setNames(all.map(({ fields }) => fields)),
      // Without the other languages, the search has the words of the page.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return useMemo(
    () =>
      names.length === 0
        ? words
        : { ...words, searchText: (field) => names.map((one) => fieldSearchText(one, field)).join(' ') },
    [words, names],
  );
}
