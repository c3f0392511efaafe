// It looks like that of a chart.

import { lazy } from '../../ui/prompt.tsx';
import styles from '../results/ChartFigure.module.css';
import type { ShownTable } from '../results/shown-chart.ts';
import { SaveButton } from '../shared/SaveButton.tsx';

const SaveMenu = lazy(() => import('./SaveMenu.tsx').then((module) => ({ default: module.SaveMenu })));

/** The button of a table whose numbers can be saved and copied, exact, with where they come from. */
export function SaveTable({ table }: { readonly table: ShownTable }) {
  return (
    <SaveButton title={table.title} className={styles.toggle}>
      {(trigger) => <SaveMenu chart={table} trigger={trigger} />}
    </SaveButton>
  );
}
