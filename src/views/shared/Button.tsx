import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `quiet` has no frame until it is pointed at; `small` fits into a line of text. */
  readonly look?: 'plain' | 'quiet' | 'strong' | 'small';
}

export function Button({ look = 'plain', className = '', ...props }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className}`} {...props} />;
}
