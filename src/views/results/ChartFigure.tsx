import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Box, Table } from '../../charts/chart.ts';
import type { Provenance } from '../../charts/export.ts';
import type { SvgNode } from '../../charts/svg.ts';
import type { Palette } from '../../lib/palette.ts';
import { Button } from '../shared/Button.tsx';
import { lazy, Suspense } from '../shared/prompt.tsx';
import { SaveButton } from '../shared/SaveButton.tsx';
import styles from './ChartFigure.module.css';
import { SelectedPart } from './SelectedPart.tsx';

const DataTable = lazy(() => import('./DataTable.tsx').then((module) => ({ default: module.DataTable })));
const SaveMenu = lazy(() =>
  import('../export/SaveMenu.tsx').then((module) => ({ default: module.SaveMenu })),
);

/** Numbers on screen with what is said around them, as they are saved. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Made only when it is asked for. */
  readonly table: () => Table;
  /** Whether it shows figures of the runs, which are of what is selected while something is. */
  readonly isOfFigures?: boolean;
  /** Where its numbers come from, when that is not what the Lab shows. */
  readonly provenance?: (() => Promise<Provenance>) | undefined;
}

/** A chart with what it shows now: what its frame says around it, and what is saved of it. */
export interface ShownChart extends ShownTable {
  readonly draw: (box: Box, palette: Palette) => SvgNode;
  /** Its size in a file, when it is not that of all charts. */
  readonly box?: Box;
  /** Its height in a file, in lines of its type, when it is that of its rows. */
  readonly lines?: number;
  /** What stands below the drawing on the page, and in a file after the description. */
  readonly note?: string;
}

export interface ChartFigureProps {
  readonly chart: ShownChart;
  /** Beside the title. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every chart: title, drawing or table, and two sentences that say what one sees. */
export function ChartFigure({ chart, controls, children }: ChartFigureProps) {
  const t = useTranslations('charts');
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <header className={styles.header}>
        <h3 id={id} className={styles.title}>
          {chart.title}
        </h3>
        <span className={styles.controls}>
          {!isTable && controls}
          <Button
            look="small"
            className={styles.toggle}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'drawing' : 'table')}
          </Button>
          <SaveButton title={chart.title} className={styles.toggle}>
            {(trigger) => <SaveMenu chart={chart} trigger={trigger} />}
          </SaveButton>
        </span>
      </header>
      {isTable ? (
        <Suspense>
          <DataTable table={chart.table()} />
        </Suspense>
      ) : (
        children
      )}
      <figcaption className={styles.caption}>
        {chart.isOfFigures && <SelectedPart />}
        {chart.description}
      </figcaption>
    </figure>
  );
}
