import { type ReactNode, useRef } from 'react';
import { ButtonWithReason } from './Button.tsx';

interface FileButtonProps {
  /** Text of the button and name of its input. */
  readonly label: string;
  /** File types to offer first, as in HTML; all of them when absent. */
  readonly accept?: string;
  readonly isMany?: boolean;
  /** Why it is disabled; absent while enabled. */
  readonly reason?: string | undefined;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Opens a file of the reader. The page reads it and sends it nowhere. */
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
          // The same file may be chosen again after a correction.
          target.value = '';
          if (first) onFiles([first, ...others]);
        }}
      />
    </>
  );
}

/** File types of custom lessons. */
export const LESSON_FILES = '.md,.markdown,.txt,text/markdown,text/plain';

/** File types of scenarios, experiments, recordings and other files of this page. */
export const JSON_FILES = '.json,application/json';
