import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TermText } from '../../i18n/terms.ts';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import styles from './Term.module.css';

/**
 * Calls `onAway` once the mouse has been outside everything with `data-pointer-area={area}` for `restMs`. It
 * tracks the position instead of enter and leave events: an element that is placed under a resting mouse, or
 * removed there, gets neither, and its note would never close.
 */
function usePointerAway(area: string, isWatched: boolean, restMs: number, onAway: () => void): void {
  const away = useRef(onAway);
  away.current = onAway;
  useLayoutEffect(() => {
    if (!isWatched) return;
    let timer = 0;
    const leave = () => {
      timer ||= window.setTimeout(() => away.current(), restMs);
    };
    const stay = () => {
      clearTimeout(timer);
      timer = 0;
    };
    const onMove = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const isOn = target instanceof Element && target.closest(`[data-pointer-area="${area}"]`);
      if (isOn) stay();
      else leave();
    };
    document.addEventListener('pointermove', onMove, { passive: true });
    document.documentElement.addEventListener('pointerleave', leave);
    return () => {
      stay();
      document.removeEventListener('pointermove', onMove);
      document.documentElement.removeEventListener('pointerleave', leave);
    };
  }, [area, isWatched, restMs]);
}

const TermNote = lazy(() => import('./TermNote.tsx').then((module) => ({ default: module.TermNote })));

/** Time that a pointer rests on a term before its note opens, and is away before it closes, ms. */
const REST_MS = 350;

export interface TermMentionProps {
  readonly id: string;
  readonly text: TermText;
  /** The words of the text for the term. */
  readonly children?: ReactNode;
  /** Position of these words in the window, if they belong to another part. */
  readonly place?: CSSProperties;
  readonly isOpenAtFirst?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A term within a text: it explains itself on press and on hover. */
export function TermMention({ id, text, children, place, isOpenAtFirst = false, onOpen }: TermMentionProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  // Hover does not move the focus.
  const [isPointed, setIsPointed] = useState(false);
  const [isWanted, setIsWanted] = useState(isOpenAtFirst);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const turn = (open: boolean, isByPointer = false) => {
    clearTimeout(timer.current);
    setIsPointed(isByPointer);
    if (open) setIsWanted(true);
    setIsOpen(open);
    onOpen?.(open);
  };
  const area = useId();
  // A note opened by a press stays until it is closed.
  usePointerAway(area, isOpen && isPointed, REST_MS, () => turn(false, true));
  const pointing = {
    'data-pointer-area': area,
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      if (pointerType !== 'mouse' || isOpen) return;
      clearTimeout(timer.current);
      // Synchronous, so that the mouse cannot leave before it is tracked.
      timer.current = setTimeout(() => flushSync(() => turn(true, true)), REST_MS);
    },
    onPointerLeave: () => clearTimeout(timer.current),
  };
  const style = place
    ? { className: styles.place, style: place, 'aria-label': text.name, tabIndex: -1 }
    : { className: styles.mention, children };
  const props: ComponentProps<'button'> = { type: 'button', ...style, ...pointing };
  const button = <button {...props} aria-haspopup="dialog" onClick={() => turn(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <TermNote
        id={id}
        text={text}
        isOpen={isOpen}
        isPointed={isPointed}
        // Escape closes a note of the mouse: the focus stays, too.
        onOpen={(open) => turn(open, !open && isPointed)}
        area={area}
        trigger={<button {...props} />}
      />
    </Suspense>
  );
}
