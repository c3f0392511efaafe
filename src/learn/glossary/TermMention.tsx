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
 * Calls `onAway` once a mouse has been off everything that carries `data-pointer-area={area}` for `restMs`.
 *
 * It watches where the mouse is, not what it enters and leaves: an element that is put under a resting mouse, or taken away
 * from there, is told of neither, and a note that waited for it would stay open for ever.
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

/** How long a pointer rests on a term before its note opens, and is away before it closes, ms. */
const REST_MS = 350;

export interface TermMentionProps {
  readonly id: string;
  readonly text: TermText;
  /** The words of the text that mean it. */
  readonly children?: ReactNode;
  /** Where these words are in the window, when they are not its own. */
  readonly place?: CSSProperties;
  readonly isOpenAtFirst?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A term within a text: it explains itself when it is pressed, and to a pointer that rests on it. */
export function TermMention({ id, text, children, place, isOpenAtFirst = false, onOpen }: TermMentionProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  // Who only points keeps the focus where it is.
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
  // What was opened by pressing stays until it is closed.
  usePointerAway(area, isOpen && isPointed, REST_MS, () => turn(false, true));
  const pointing = {
    'data-pointer-area': area,
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      if (pointerType !== 'mouse' || isOpen) return;
      clearTimeout(timer.current);
      // At once, so that no mouse leaves between its opening and the watch over it.
      timer.current = setTimeout(() => flushSync(() => turn(true, true)), REST_MS);
    },
    onPointerLeave: () => clearTimeout(timer.current),
  };
  const look = place
    ? { className: styles.place, style: place, 'aria-label': text.name, tabIndex: -1 }
    : { className: styles.mention, children };
  const props: ComponentProps<'button'> = { type: 'button', ...look, ...pointing };
  const button = <button {...props} aria-haspopup="dialog" onClick={() => turn(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <TermNote
        id={id}
        text={text}
        isOpen={isOpen}
        isPointed={isPointed}
        onOpen={(open) => turn(open)}
        area={area}
        trigger={<button {...props} />}
      />
    </Suspense>
  );
}
