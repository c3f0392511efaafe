import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from './Help.module.css';
import { lazy, Suspense } from './prompt.tsx';

const HelpNote = lazy(() => import('./HelpNote.tsx').then((module) => ({ default: module.HelpNote })));

export interface HelpProps {
  /** What the button is called: "What is the pool size?" */
  readonly label: string;
  /** What is explained; the button looks like it. */
  readonly term: ReactNode;
  /** Whether that is a figure, which is read as it is; what is asked about it is its description then. */
  readonly isValue?: boolean;
  /** Where the name beside it answers the same, keys go there only: twice as many stops would tell nothing more. */
  readonly tabIndex?: -1 | undefined;
  readonly children: ReactNode;
}

/**
 * A term that explains itself when it is pressed. Works with touch and keyboard, which a tooltip does not. The note and what
 * places it are loaded when somebody asks for the first time.
 */
export function Help({ label, term, isValue, tabIndex, children }: HelpProps) {
  const [isWanted, setIsWanted] = useState(false);
  const props: ComponentProps<'button'> = {
    type: 'button',
    className: isValue ? styles.value : styles.term,
    'aria-label': isValue ? undefined : label,
    // What it is can also be asked of what the link has locked.
    'aria-disabled': false,
    title: label,
    tabIndex,
    children: term,
  };
  const button = <button {...props} aria-haspopup="dialog" onClick={() => setIsWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <HelpNote label={label} trigger={<button {...props} />}>
        {children}
      </HelpNote>
    </Suspense>
  );
}
