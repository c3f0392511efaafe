import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TermText } from '../../i18n/terms.ts';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import styles from './Term.module.css';
import { usePointerAway } from './use-pointer-away.ts';

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
