import { useEffect, useMemo, useState } from 'react';
import { loadCatalogue } from '../../i18n/catalogue.ts';
import { LANGUAGES, type Language } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Entry } from './entries.ts';
import { type Control, controlsIn } from './on-screen.ts';

/** What the page behind the palette has on screen, as entries, a moment after it is wanted. Found by the words of the other languages, too. */
export function useOnScreen(isWanted: boolean): readonly Entry[] {
  const { language } = useWords();
  const [controls, setControls] = useState<readonly Control[]>([]);
  const [elsewhere, setElsewhere] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!isWanted) return;
    let isOpen = true;
    const main = document.querySelector('main');
    if (main) void controlsIn(main, () => isOpen).then((found) => isOpen && setControls(found));
    void translations(language).then((found) => isOpen && setElsewhere(found));
    return () => {
      isOpen = false;
    };
  }, [language, isWanted]);
  return useMemo(
    () =>
      controls.map(({ name, place, isPressed, act }): Entry => {
        // As in menus: more is asked for.
        const title = isPressed ? name : `${name} …`;
        const others = [name, place].map((said) => elsewhere.get(said) ?? '');
        return {
          id: `here ${place} ${name}`,
          group: 'here',
          title,
          text: [title, place, ...others].join(' ').toLowerCase(),
          keys: [],
          act,
          place,
          opensMenu: true,
        };
      }),
    [controls, elsewhere],
  );
}

type Texts = readonly (readonly [path: string, text: string])[];

/** All texts of a language that need no values, by their paths. */
async function textsOf(language: Language): Promise<Texts> {
  const { messages } = await loadCatalogue(language);
  const textsIn = (value: unknown, path: string): Texts =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value ?? {}).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
  return textsIn(messages, '');
}

/** By a text of one language, what the others have in its place. */
async function translations(language: Language): Promise<ReadonlyMap<string, string>> {
  const [own, ...others] = await Promise.all(
    [language, ...LANGUAGES.filter((one) => one !== language)].map(textsOf),
  );
  const byPath = new Map<string, string>();
  for (const [path, text] of others.flat()) byPath.set(path, `${byPath.get(path) ?? ''} ${text}`);
  const found = new Map<string, string>();
  for (const [path, text] of own ?? []) found.set(text, `${found.get(text) ?? ''} ${byPath.get(path) ?? ''}`);
  return found;
}
