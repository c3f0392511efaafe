import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import styles from './Button.module.css';
import { announce } from './ui-state.ts';

export interface ButtonProps extends ComponentPropsWithoutRef<'button'> {
  /** `quiet` has no frame until it is pointed at; `small` fits into a line of text. */
  readonly look?: 'plain' | 'quiet' | 'strong' | 'small';
}

/** A button; what opens from it is placed beside it, which needs its element (`ref`). */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'plain', className = '', ...props },
  ref,
) {
  return (
    <button ref={ref} type="button" className={`${styles.button} ${styles[look]} ${className}`} {...props} />
  );
});

interface ButtonWithReasonProps extends Omit<ButtonProps, 'disabled' | 'aria-disabled'> {
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
