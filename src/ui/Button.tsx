import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import styles from './Button.module.css';

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
