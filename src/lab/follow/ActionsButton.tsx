import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import type { Action } from './ActionsMenu.tsx';

const ActionsMenu = lazy(() =>
  import('./ActionsMenu.tsx').then((module) => ({ default: module.ActionsMenu })),
);

export interface ActionsButtonProps {
  readonly label: string;
  readonly actions: readonly Action[];
}

/** Less frequent actions behind one button. The menu loads when it first opens. */
export function ActionsButton({ label, actions }: ActionsButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const children = (
    <>
      {label} <Icon name="chevron" />
    </>
  );
  const closed = (
    <Button variant="small" aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)}>
      {children}
    </Button>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ActionsMenu actions={actions} trigger={<Button variant="small">{children}</Button>} />
    </Suspense>
  );
}
