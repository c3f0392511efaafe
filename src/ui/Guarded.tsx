import type { ReactNode } from 'react';
import { type Access, accessOf } from '../model/scenario/controls.ts';
import { Locked } from './Locked.tsx';
import { ui } from './ui-state.ts';
import { useStore } from './use-store.ts';

export interface GuardedProps {
  /** The control's name in a link. */
  readonly name: string;
  readonly children: ReactNode;
}

/** What the link leaves of a control. */
export const useAccess = (name: string): Access => useStore(ui, (state) => accessOf(state.rules, name));

/** A control that the link may have hidden, which then is not on the page at all, or locked: it can be come to, and says why. */
export function Guarded({ name, children }: GuardedProps) {
  const access = useAccess(name);
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  return <Locked>{children}</Locked>;
}
