import { announce } from './announce.ts';
import { Button, type ButtonProps } from './Button.tsx';
import styles from './ButtonWithReason.module.css';

export interface ButtonWithReasonProps extends Omit<ButtonProps, 'disabled' | 'aria-disabled'> {
  /** Why it does nothing now; undefined while it does something. */
  readonly reason: string | undefined;
}

/** A button that may do nothing for now: it keeps its place among those that can be focused, and says why, also to who presses it. */
export function ButtonWithReason({ reason, title, onClick, className, ...props }: ButtonWithReasonProps) {
  return (
    <Button
      {...props}
      className={reason === undefined ? className : `${className ?? ''} ${styles.held}`}
      aria-disabled={reason !== undefined}
      title={reason ?? title}
      onClick={reason === undefined ? onClick : () => announce(reason, { isVisible: true })}
    />
  );
}
