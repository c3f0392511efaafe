import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { loadTerms } from '../../i18n/terms.ts';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { Finder } from './marks.ts';
import { eachText, isIn, type Mention, mentionAt, termFinder } from './page-terms.ts';
import { TermMention } from './TermMention.tsx';
import './terms.css';

/** Delay of the term search after a change of the page, ms. */
const SETTLED_MS = 500;
/** Texts that are searched in one task: a few milliseconds. */
const TEXTS_AT_ONCE = 150;
/** Lesson pages, which mark their own terms, and none before the prediction is locked. */
const LESSON = /^\/(learn|teach)\/./;

/** Explains terms anywhere on the page on hover and press; the keyboard has a list of them. */
export function TermMarks() {
  const [path] = useLocation();
  return LESSON.test(path) ? null : <Marks />;
}

function Marks() {
  const { language } = useWords();
  const texts = useLoaded(loadTerms, language);
  const finder = useMemo(() => texts && termFinder(texts), [texts]);
  useUnderlines(finder);
  const { place, onOpen } = usePlace(finder);
  const text = place && texts?.[place.mention.id];
  if (!text) return null;
  const { left, top, width, height } = place.box;
  return (
    <TermMention
      key={`${place.mention.id} ${left} ${top} ${place.isPressed}`}
      id={place.mention.id}
      text={text}
      place={{ left, top, width, height }}
      isOpenAtFirst={place.isPressed}
      onOpen={onOpen}
    />
  );
}

/**
 * Underlines terms, also after elements are added or removed, or come near the window. Changes of numbers are ignored. A long
 * page is searched in parts.
 */
function useUnderlines(finder: Finder | undefined): void {
  useEffect(() => {
    if (!finder || !('highlights' in CSS)) return;
    let due = 0;
    let part = 0;
    let isChanged = false;
    const layers = new Layers();
    const later = () => {
      if (part !== 0) isChanged = true;
      else due ||= window.setTimeout(mark, SETTLED_MS);
    };
    const mark = () => {
      due = 0;
      isChanged = false;
      const ranges: Range[] = [];
      const texts = eachText(document.body, finder, true);
      const search = () => {
        for (let count = 0; count < TEXTS_AT_ONCE; count++) {
          const { done, value } = texts.next();
          if (done) {
            CSS.highlights.set('term', new Highlight(...ranges));
            layers.set(ranges);
            part = 0;
            if (isChanged) later();
            return;
          }
          ranges.push(...value.map(({ range }) => range));
        }
        part = window.setTimeout(search);
      };
      search();
    };
    mark();
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('contentvisibilityautostatechange', later);
    return () => {
      observer.disconnect();
      document.removeEventListener('contentvisibilityautostatechange', later);
      clearTimeout(due);
      clearTimeout(part);
      CSS.highlights.delete('term');
      layers.set([]);
    };
  }, [finder]);
}

/**
 * Gives the element of each marked text a paint layer of its own. Browsers paint marked texts again after any change of the
 * page, and with them all that shares their layer.
 */
class Layers {
  private elements: ReadonlySet<Element> = new Set();

  set(ranges: readonly Range[]): void {
    const parents = ranges.flatMap(({ startContainer }) => startContainer.parentElement ?? []);
    const elements = new Set<Element>(parents);
    for (const element of this.elements) if (!elements.has(element)) element.removeAttribute('data-has-term');
    for (const element of elements) element.setAttribute('data-has-term', '');
    this.elements = elements;
  }
}

/** A pointed term: an element is placed over its word. */
interface Place {
  readonly mention: Mention;
  readonly box: DOMRect;
  readonly isPressed: boolean;
}

/** The place of the hovered or pressed term; it stays while its note is open. */
function usePlace(finder: Finder | undefined) {
  const [place, setPlace] = useState<Place>();
  const isOpen = useRef(false);
  useEffect(() => {
    if (!finder) return;
    let pointed: Mention | undefined;
    let box: DOMRect | undefined;
    const take = (mention: Mention | undefined, isPressed: boolean) => {
      box = mention?.range.getBoundingClientRect();
      // The note belongs to the place, and a pressed place opens with its note.
      isOpen.current = isPressed;
      pointed = mention;
      setPlace(mention && box && { mention, box, isPressed });
    };
    const onMove = ({ pointerType, buttons, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0 || isOpen.current) return;
      // Inside the place over the word.
      if (box && isIn(box, clientX, clientY)) return;
      const mention = mentionAt(clientX, clientY, finder);
      if (mention || box) take(mention, false);
    };
    const onClick = (event: Event) => {
      // Radio buttons report a press with an event that has no place.
      if (!(event instanceof MouseEvent)) return;
      // A text selection has priority.
      if (isOpen.current || !getSelection()?.isCollapsed) return;
      const { clientX, clientY } = event;
      // The place may have covered the word during the press; then the press counts for neither.
      const isPointed = box && isIn(box, clientX, clientY);
      const mention = isPointed ? pointed : mentionAt(clientX, clientY, finder);
      if (!mention) return;
      // What was pressed may have covered the word, such as an item of a menu that has closed by now.
      const { target } = event;
      const isOfWord = target instanceof Node && target.contains(mention.range.startContainer);
      if (!isPointed && !isOfWord) return;
      take(mention, true);
      event.preventDefault();
    };
    const onScroll = () => {
      if (!box || !pointed) return;
      const { left, top } = pointed.range.getBoundingClientRect();
      // A scroll may have moved the word away.
      if (left !== box.left || top !== box.top) take(undefined, false);
    };
    document.addEventListener('pointermove', onMove, { passive: true });
    document.addEventListener('click', onClick);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('click', onClick);
      document.removeEventListener('scroll', onScroll, { capture: true });
      setPlace(undefined);
    };
  }, [finder]);
  const onOpen = (open: boolean) => {
    isOpen.current = open;
  };
  return { place, onOpen };
}
