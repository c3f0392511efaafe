import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import styles from '../results/ChartFigure.module.css';
import type { ShownTable } from '../results/shown-chart.ts';

/** What the page shows now and can save in several formats: its charts, its tables, the stage. */
interface Savable {
  readonly title: string;
  /** Opens the menu of the formats. */
  readonly open: () => void;
}

/** By what shows it, in the order in which it came. */
export const savables = new Set<Savable>();

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
  // Each time it is asked for anew, a menu opens: the one before may have been closed.
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useEffect(() => {
    const own = { title, open: () => setAsked((times) => times + 1) };
    savables.add(own);
    return () => void savables.delete(own);
  }, [title]);
  const label = t('saveOf', { title });
  const props = {
    look: 'small',
    className,
    'aria-label': label,
    ...(isSmall ? { title: label, children: <Icon name="save" /> } : { children: t('save') }),
  } as const;
  const closed = <Button {...props} aria-haspopup="menu" aria-expanded={false} onClick={open} />;
  return (
    <Guarded name="export">
      {asked ? (
        <Suspense key={asked} fallback={closed}>
          {children(<Button {...props} />)}
        </Suspense>
      ) : (
        closed
      )}
    </Guarded>
  );
}

// It looks like that of a chart.

const SaveMenu = lazy(() =>
  import('../export/SaveMenu.tsx').then((module) => ({ default: module.SaveMenu })),
);

/** The button of a table whose numbers can be saved and copied, exact, with where they come from. */
export function SaveTable({ table }: { readonly table: ShownTable }) {
  return (
    <SaveButton title={table.title} className={styles.toggle}>
      {(trigger) => <SaveMenu chart={table} trigger={trigger} />}
    </SaveButton>
  );
}
