import { useEffect, useMemo, useState } from 'react';
import { loadCatalogue } from '../../i18n/catalogue.ts';
import { LANGUAGES, type Language } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Entry } from './entries.ts';

/** A control on screen. */
interface Control {
  readonly name: string;
  /** Its part of the page: the nearest named region, figure or group. Empty without one. */
  readonly place: string;
  /** Whether choosing it presses it; otherwise it gets the focus, to be filled in. */
  readonly isPressed: boolean;
  readonly act: () => void;
}

const CONTROLS =
  'button, a[href], summary, input, textarea, [role="slider"], [role="application"], canvas[tabindex="0"]';
/** Excluded controls: the palette lists menus itself, and file inputs have a button. */
const ELSEWHERE = '[aria-haspopup="menu"], [type="file"], [tabindex="-1"], :disabled, [aria-disabled="true"]';
const PRESSED = 'button:not([role="combobox"]), a[href], summary, input[type="submit"]';
const PLACES =
  'section, figure, fieldset, form, article, [role="group"], [role="region"], [role="tabpanel"], dialog';

/**
 * Controls per step: the page may paint between steps, since cards outside the view are laid out only for
 * this.
 */
const AT_ONCE = 10;

/**
 * All controls of a part of the page that are visible or can be scrolled to, in document order, each name
 * once per place.
 * @param isWanted whether the result is still needed
 */
async function controlsIn(part: ParentNode, isWanted: () => boolean): Promise<Control[]> {
  const found = new Map<string, Control>();
  for (const [index, element] of part.querySelectorAll<HTMLElement>(CONTROLS).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return [];
    const control = controlOf(element);
    const key = control && `${control.name}\n${control.place}`;
    if (key && !found.has(key)) found.set(key, control);
  }
  return [...found.values()];
}

function controlOf(element: HTMLElement): Control | undefined {
  if (element.matches(ELSEWHERE) || !element.checkVisibility()) return undefined;
  const name = nameOf(element);
  if (name === '') return undefined;
  const isPressed = element.matches(PRESSED);
  const act = () => {
    // Not under the sticky header.
    element.scrollIntoView({ block: 'center' });
    element.focus();
    if (isPressed) element.click();
  };
  return { name, place: placeOf(element), isPressed, act };
}

const words = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The accessible name from other elements or from the element itself. */
const labelOf = (element: Element): string =>
  (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => words(document.getElementById(id)?.textContent))
    .join(' ')
    .trim() ||
  (element.getAttribute('aria-label') ?? '');

function nameOf(element: HTMLElement): string {
  const text = element.textContent ?? '';
  // A label around a control contains its text too.
  const label = (element as HTMLInputElement).labels?.[0]?.textContent?.replace(text, '');
  const name = labelOf(element) || words(label) || words(text) || element.title;
  // Extra text for screen readers does not belong to the name.
  return name.split(/\. |。/)[0] ?? name;
}

const HEADING = ':scope > legend, :scope > figcaption, :scope > h2, :scope > h3';

/** The name of the nearest named part around an element. */
function placeOf(element: Element): string {
  const place = element.parentElement?.closest(PLACES);
  if (!place) return '';
  return labelOf(place) || words(place.querySelector(HEADING)?.textContent) || placeOf(place);
}

/**
 * The controls on the page behind the palette as entries, with a short delay. Found by the words of the other
 * languages too.
 */
export function useOnScreen(isWanted: boolean): readonly Entry[] {
  const { language } = useWords();
  const [controls, setControls] = useState<readonly Control[]>([]);
  const [translated, setElsewhere] = useState<ReadonlyMap<string, string>>(new Map());
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
        // As in menus: input follows.
        const title = isPressed ? name : `${name} …`;
        const others = [name, place].map((text) => translated.get(text) ?? '');
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
    [controls, translated],
  );
}

type Texts = readonly (readonly [path: string, text: string])[];

/** All texts of a language that need no values, by path. */
async function textsOf(language: Language): Promise<Texts> {
  const { messages } = await loadCatalogue(language);
  const textsIn = (value: unknown, path: string): Texts =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value ?? {}).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
  return textsIn(messages, '');
}

/** From a text of one language to the same text in the others. */
async function translations(language: Language): Promise<ReadonlyMap<string, string>> {
  const [base, ...others] = await Promise.all(
    [language, ...LANGUAGES.filter((name) => name !== language)].map(textsOf),
  );
  const byPath = new Map<string, string>();
  for (const [path, text] of others.flat()) byPath.set(path, `${byPath.get(path) ?? ''} ${text}`);
  const found = new Map<string, string>();
  for (const [path, text] of base ?? [])
    found.set(text, `${found.get(text) ?? ''} ${byPath.get(path) ?? ''}`);
  return found;
}
