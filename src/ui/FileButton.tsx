import { type ReactNode, useRef } from 'react';
import { ButtonWithReason } from './Button.tsx';

interface FileButtonProps {
  /** What the button says, and what the field behind it is called. */
  readonly label: string;
  /** Kinds of files that are offered first, as in HTML; all of them when absent. */
  readonly accept?: string;
  readonly isMany?: boolean;
  /** Why no file can be taken now; absent while one can. */
  readonly reason?: string | undefined;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Asks for a file of the reader's. It is read in the page and goes nowhere. */
export function FileButton({ label, accept, isMany = false, reason, onFiles }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ButtonWithReason reason={reason} onClick={() => input.current?.click()}>
        {label}
      </ButtonWithReason>
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
