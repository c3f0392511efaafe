import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { type Access, accessOf } from '../../scenario/controls.ts';
import { ui } from '../../stores/ui.ts';
import styles from './Guarded.module.css';

export interface GuardedProps {
  /** The control's name in a link. */
  readonly name: string;
  readonly children: ReactNode;
}

/** What the link leaves of a control. */
export const useAccess = (name: string): Access => useStore(ui, (state) => accessOf(state.rules, name));

/** A control that the link may have hidden, which then is not on the page at all, or locked: it can be come to, and says why. */
export function Guarded({ name, children }: GuardedProps) {
  const t = useTranslations('lab.knobs');
  const access = useAccess(name);
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  const reason = t('locked');
  return (
    // A disabled fieldset takes no focus, and what is in it neither.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is come to for its reason
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div className={styles.locked} role="group" tabIndex={0} aria-label={reason} title={reason}>
      <fieldset disabled>{children}</fieldset>
    </div>
  );
}
