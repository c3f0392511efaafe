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
  /** The element that gives the size of the drawing. */
  readonly surface: Ref<HTMLDivElement>;
  readonly className: string | undefined;
  readonly label: string;
  /** First and last position, and the current or default one. */
  readonly range: readonly [from: number, to: number];
  readonly at: number;
  /** The reading at that position. */
  readonly reading: string;
  readonly isPointed: boolean;
  /** The pointer or the focus has left. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/**
 * A drawing over time with one current position, set by the pointer or, as a slider, by keys. Its values are
 * in the corner.
 */
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
