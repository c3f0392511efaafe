import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Suspense } from './prompt.tsx';

/** Props that a menu gets from its button. */
export interface MenuProps {
  readonly trigger: ReactElement;
}

interface MenuButtonProps {
  readonly label: string;
  /** Loaded on the first press of the button. */
  readonly menu: ComponentType<MenuProps>;
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ label, menu: Menu, children }: MenuButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const props = { variant: 'quiet', 'aria-label': label, title: label, children } as const;
  const closed = (
    <Button {...props} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu trigger={<Button {...props} />} />
    </Suspense>
  );
}
