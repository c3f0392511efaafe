import { SummaryTable } from '../results/SummaryTable.tsx';
import { ThroughputChart } from '../results/ThroughputChart.tsx';
import { lazy } from '../shared/prompt.tsx';
import { WhenNear } from '../shared/WhenNear.tsx';
import styles from './Figures.module.css';

const BreakdownChart = lazy(() =>
  import('../results/BreakdownChart.tsx').then((module) => ({ default: module.BreakdownChart })),
);

/** The throughput as it is played, the whole runs in figures, and where the time went. */
export function Figures() {
  return (
    <div className={styles.columns}>
      <div className={styles.charts}>
        <ThroughputChart />
        <WhenNear className={styles.late}>
          <BreakdownChart />
        </WhenNear>
      </div>
      <SummaryTable />
    </div>
  );
}
