import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import styles from './Button.module.css';
import { announce } from './ui-state.ts';

export interface ButtonProps extends ComponentPropsWithoutRef<'button'> {
  /** `quiet` has no frame until it is hovered; `small` fits into a line of text. */
  readonly variant?: 'plain' | 'quiet' | 'strong' | 'small';
}

/** A button. Popups are positioned by its element (`ref`). */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'plain', className = '', ...props },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      className={`${styles.button} ${styles[variant]} ${className}`}
      {...props}
    />
  );
});

interface ButtonWithReasonProps extends Omit<ButtonProps, 'disabled' | 'aria-disabled'> {
  /** Why it is disabled; undefined while it is enabled. */
  readonly reason: string | undefined;
}

/** A button that may be disabled: it stays focusable and gives the reason, also on a press. */
export function ButtonWithReason({ reason, title, onClick, ...props }: ButtonWithReasonProps) {
  return (
    <Button
      {...props}
      aria-disabled={reason !== undefined}
      title={reason ?? title}
      onClick={reason === undefined ? onClick : () => announce(reason, { isVisible: true })}
    />
  );
}
