import {
  type ComponentProps,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TermText } from '../../i18n/terms.ts';
import styles from './Term.module.css';

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
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const turn = (open: boolean) => {
    clearTimeout(timer.current);
    setIsPointed(false);
    if (open) setIsWanted(true);
    setIsOpen(open);
    onOpen?.(open);
  };
  const later = (open: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      turn(open);
      setIsPointed(true);
    }, REST_MS);
  };
  const hover = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && later(true),
    // What was opened by pressing stays until it is closed.
    onPointerLeave: ({ pointerType }: { pointerType: string }) =>
      pointerType === 'mouse' && (isPointed || !isOpen) && later(false),
  };
  const look = place
    ? { className: styles.place, style: place, 'aria-label': text.name, tabIndex: -1 }
    : { className: styles.mention, children };
  const props: ComponentProps<'button'> = { type: 'button', ...look, ...hover };
  const button = <button {...props} aria-haspopup="dialog" onClick={() => turn(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <TermNote
        id={id}
        text={text}
        isOpen={isOpen}
        isPointed={isPointed}
        onOpen={turn}
        hover={hover}
        trigger={<button {...props} />}
      />
    </Suspense>
  );
}
