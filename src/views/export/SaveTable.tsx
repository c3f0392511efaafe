import { lazy } from 'react';
import type { ShownTable } from '../results/ChartFigure.tsx';
import { SaveButton } from '../shared/SaveButton.tsx';

const SaveMenu = lazy(() => import('./SaveMenu.tsx').then((module) => ({ default: module.SaveMenu })));

/** The button of a table whose numbers can be saved and copied, exact, with where they come from. */
export function SaveTable({
  table,
  className,
}: {
  readonly table: ShownTable;
  readonly className?: string | undefined;
}) {
  return (
    <SaveButton title={table.title} className={className}>
      {(trigger) => <SaveMenu chart={table} trigger={trigger} />}
    </SaveButton>
  );
}
