import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { accessOf } from '../../scenario/controls.ts';
import { ui } from '../../stores/ui.ts';

// Few links lock anything.
const Locked = lazy(() => import('./Locked.tsx').then((module) => ({ default: module.Locked })));

export interface GuardedProps {
  /** The control's name in a link. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A control that the link may have hidden, which then is not on the page at all, or locked. */
export function Guarded({ name, children }: GuardedProps) {
  const access = useStore(ui, (state) => accessOf(state.rules, name));
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  return (
    <Suspense>
      <Locked>{children}</Locked>
    </Suspense>
  );
}
