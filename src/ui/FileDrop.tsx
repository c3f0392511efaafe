import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './FileDrop.module.css';

interface FileDropProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A drop target for files; its children include a button with the same action. */
export function FileDrop({ label, children, onFiles }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [first, ...others] = event.dataTransfer.files;
    if (first) onFiles([first, ...others]);
  };
  return (
    <section
      className={styles.drop}
      data-over={isOver}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </section>
  );
}
