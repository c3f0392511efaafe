import { type ComponentProps, type ReactNode, useState } from 'react';
import { floatingPart } from './floating.ts';
import styles from './Help.module.css';
import { Suspense } from './prompt.tsx';

const HelpNote = floatingPart('HelpNote');

export interface HelpProps {
  /** Accessible name of the button: "What is the pool size?" */
  readonly label: string;
  /** The explained term; the button looks like it. */
  readonly term: ReactNode;
  /** Whether it is a value, which is read as such; the label is then its description. */
  readonly isValue?: boolean;
  /** If the name next to it explains the same, only that one is a tab stop. */
  readonly tabIndex?: -1 | undefined;
  readonly children: ReactNode;
}

/**
 * A term that explains itself when pressed. Unlike a tooltip it works with touch and keyboard. The note and
 * its positioning load on first use.
 */
export function Help({ label, term, isValue, tabIndex, children }: HelpProps) {
  const [isWanted, setIsWanted] = useState(false);
  const props: ComponentProps<'button'> = {
    type: 'button',
    className: isValue ? styles.value : styles.term,
    'aria-label': isValue ? undefined : label,
    // Explanations also work on locked controls.
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
