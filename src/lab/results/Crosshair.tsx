import type { HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Crosshair.module.css';

export interface CrosshairProps
  extends Pick<
    HTMLAttributes<HTMLDivElement>,
    | 'onPointerMove'
    | 'onPointerDown'
    | 'onPointerUp'
    | 'onPointerCancel'
    | 'onKeyDown'
    | 'onFocus'
    | 'onDoubleClick'
  > {
  /** Where the size of the drawing is read. */
  readonly surface: Ref<HTMLDivElement>;
  readonly className: string | undefined;
  readonly label: string;
  /** First and last position, and the one that is pointed at or would be. */
  readonly range: readonly [from: number, to: number];
  readonly at: number;
  /** What is to be read at that position. */
  readonly reading: string;
  readonly isPointed: boolean;
  /** The pointer or the focus has gone. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** A drawing over time in which one position is pointed at, by pointer or, as a slider, by keys; its values stand in the corner. */
export function Crosshair(props: CrosshairProps) {
  const { surface, className, label, range, at, reading, isPointed, onLeave, children, ...handlers } = props;
  const [from, to] = range;
  return (
    <div className={styles.plot}>
      <div
        ref={surface}
        className={`${styles.drawing} ${className ?? ''}`}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={at}
        aria-valuetext={reading}
        onPointerLeave={onLeave}
        onBlur={onLeave}
        {...handlers}
      >
        {children}
      </div>
      {isPointed && <p className={styles.reading}>{reading}</p>}
    </div>
  );
}
