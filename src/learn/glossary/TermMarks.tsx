import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { loadTerms } from '../../i18n/terms.ts';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { Finder } from './marks.ts';
import { isIn, type Mention, mentionAt, mentionsOn, termFinder } from './page-terms.ts';
import { TermMention } from './TermMention.tsx';
import './terms.css';

/** How long after parts of the page have come or gone its terms are looked for, ms. */
const SETTLED_MS = 500;
/** The pages of lessons, which mark their own terms, and none before the prediction is locked. */
const LESSON = /^\/(learn|teach)\/./;

/** Terms anywhere on the page explain themselves to a mouse that rests on them, and when they are pressed; the keyboard has a list of them. */
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

/** Underlines what the page says, now and whenever parts of it come or go. Numbers that change are no such thing. */
function useUnderlines(finder: Finder | undefined): void {
  useEffect(() => {
    if (!finder || !('highlights' in CSS)) return;
    let timer = 0;
    const mark = () => {
      timer = 0;
      const ranges = mentionsOn(document.body, finder).map(({ range }) => range);
      CSS.highlights.set('term', new Highlight(...ranges));
    };
    mark();
    const observer = new MutationObserver(() => {
      timer ||= window.setTimeout(mark, SETTLED_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      CSS.highlights.delete('term');
    };
  }, [finder]);
}

/** A term that is pointed at: over its word lies a place of its own. */
interface Place {
  readonly mention: Mention;
  readonly box: DOMRect;
  readonly isPressed: boolean;
}

/** The place of the term that a mouse is on or somebody has pressed; it stays while its note is open. */
function usePlace(finder: Finder | undefined) {
  const [place, setPlace] = useState<Place>();
  const isOpen = useRef(false);
  useEffect(() => {
    if (!finder) return;
    let pointed: Mention | undefined;
    let box: DOMRect | undefined;
    const take = (mention: Mention | undefined, isPressed: boolean) => {
      box = mention?.range.getBoundingClientRect();
      // A place that goes takes its note with it; one that was pressed comes with it.
      isOpen.current = isPressed;
      pointed = mention;
      setPlace(mention && box && { mention, box, isPressed });
    };
    const onMove = ({ pointerType, buttons, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0 || isOpen.current) return;
      // On the place that lies over the word.
      if (box && isIn(box, clientX, clientY)) return;
      const mention = mentionAt(clientX, clientY, finder);
      if (mention || box) take(mention, false);
    };
    const onClick = (event: MouseEvent) => {
      // Whoever has marked a piece of text wanted that.
      if (isOpen.current || !getSelection()?.isCollapsed) return;
      const { clientX, clientY } = event;
      // Its place may have come over the word while the button was down; then the press belongs to neither.
      const isPointed = box && isIn(box, clientX, clientY);
      const mention = isPointed ? pointed : mentionAt(clientX, clientY, finder);
      if (!mention) return;
      take(mention, true);
      event.preventDefault();
    };
    const onScroll = () => {
      if (!box || !pointed) return;
      const { left, top } = pointed.range.getBoundingClientRect();
      // Something else may have been scrolled, or this before it was pointed at.
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
