import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import styles from '../results/ChartFigure.module.css';
import type { ShownChart, ShownTable } from '../results/shown-chart.ts';

/** An item of the page with several file formats: a chart, a table, the stage. */
interface Savable {
  readonly title: string;
  /** Opens the menu of the formats. */
  readonly open: () => void;
}

/** The items in order of appearance. */
export const savables = new Set<Savable>();

export interface SaveButtonProps {
  /** Name of the saved item. */
  readonly title: string;
  readonly className?: string | undefined;
  /** Whether an icon replaces the label. */
  readonly isSmall?: boolean;
  /** The menu with its trigger; loaded on demand. */
  readonly children: (trigger: ReactElement) => ReactNode;
}

/** Opens the menu of file formats. */
export function SaveButton({ title, className = '', isSmall = false, children }: SaveButtonProps) {
  const t = useTranslations('charts');
  // Each request opens a new menu: the last one may have been closed.
  const [requests, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useEffect(() => {
    const savable = { title, open: () => setAsked((times) => times + 1) };
    savables.add(savable);
    return () => void savables.delete(savable);
  }, [title]);
  const label = t('saveOf', { title });
  const props = {
    variant: 'small',
    className,
    'aria-label': label,
    ...(isSmall ? { title: label, children: <Icon name="save" /> } : { children: t('save') }),
  } as const;
  const closed = <Button {...props} aria-haspopup="menu" aria-expanded={false} onClick={open} />;
  return (
    <Guarded name="export">
      {requests ? (
        <Suspense key={requests} fallback={closed}>
          {children(<Button {...props} />)}
        </Suspense>
      ) : (
        closed
      )}
    </Guarded>
  );
}

// Looks like the button of a chart.

const SaveMenu = lazy(() =>
  import('../export/SaveMenu.tsx').then((module) => ({ default: module.SaveMenu })),
);

/** The button of a chart or a table that can be saved and copied, exact and with its source. */
export function SaveChart({ chart }: { readonly chart: ShownChart | ShownTable }) {
  return (
    <SaveButton title={chart.title} className={styles.toggle}>
      {(trigger) => <SaveMenu chart={chart} trigger={trigger} />}
    </SaveButton>
  );
}
