import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Guarded } from './Guarded.tsx';
import { Icon } from './Icon.tsx';

export interface SaveButtonProps {
  /** What is saved. */
  readonly title: string;
  readonly className?: string | undefined;
  /** Whether a picture stands for its word. */
  readonly isSmall?: boolean;
  /** The menu with its trigger; loaded when it is asked for. */
  readonly children: (trigger: ReactElement) => ReactNode;
}

/** Opens the menu of file formats. */
export function SaveButton({ title, className = '', isSmall = false, children }: SaveButtonProps) {
  const t = useTranslations('charts');
  const [isWanted, setIsWanted] = useState(false);
  const label = t('saveOf', { title });
  const props = {
    look: 'small',
    className,
    'aria-label': label,
    ...(isSmall ? { title: label, children: <Icon name="save" /> } : { children: t('save') }),
  } as const;
  const closed = (
    <Button {...props} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
  );
  return (
    <Guarded name="export">
      {isWanted ? <Suspense fallback={closed}>{children(<Button {...props} />)}</Suspense> : closed}
    </Guarded>
  );
}
