import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { accessOf } from '../../scenario/controls.ts';
import { ui } from '../../stores/ui.ts';
import styles from './Guarded.module.css';

export interface GuardedProps {
  /** The control's name in a link. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A control that the link may have hidden, which then is not on the page at all, or locked. */
export function Guarded({ name, children }: GuardedProps) {
  const t = useTranslations('lab.knobs');
  const access = useStore(ui, (state) => accessOf(state.rules, name));
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  return (
    <fieldset className={styles.locked} disabled title={t('locked')}>
      <legend className="visually-hidden">{t('locked')}</legend>
      {children}
    </fieldset>
  );
}
