import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FileButtonProps extends Pick<ButtonProps, 'disabled'> {
  /** What the button says, and what the field behind it is called. */
  readonly label: string;
  /** Kinds of files that are offered first, as in HTML; all of them when absent. */
  readonly accept?: string;
  readonly isMany?: boolean;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Asks for a file of the reader's. It is read in the page and goes nowhere. */
export function FileButton({ label, accept, isMany = false, disabled, onFiles }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        aria-label={label}
        {...(accept === undefined ? {} : { accept })}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          // The same file may be chosen again after it was corrected.
          target.value = '';
          if (first) onFiles([first, ...others]);
        }}
      />
    </>
  );
}

/** What lessons of a teacher's own are. */
export const LESSON_FILES = '.md,.markdown,.txt,text/markdown,text/plain';

/** What scenarios, experiments, recordings and other files of this page are. */
export const JSON_FILES = '.json,application/json';
