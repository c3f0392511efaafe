import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { SaveChart } from '../shared/SaveButton.tsx';
import styles from './ChartFigure.module.css';
import { DataTable } from './DataTable.tsx';
import { SelectedPart } from './SelectedPart.tsx';
import type { ShownChart } from './shown-chart.ts';

export interface ChartFigureProps {
  readonly chart: ShownChart;
  /** Next to the title. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every chart: title, drawing or table, and two sentences that describe it. */
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
            variant="small"
            className={styles.toggle}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'drawing' : 'table')}
          </Button>
          <SaveChart chart={chart} />
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
