import type { ReactNode } from 'react';
import styles from './Handout.module.css';

/** A part of a sheet of paper. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
