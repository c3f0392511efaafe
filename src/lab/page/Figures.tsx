import { BreakdownChart } from '../results/BreakdownChart.tsx';
import { SummaryTable } from '../results/SummaryTable.tsx';
import { ThroughputChart } from '../results/ThroughputChart.tsx';
import styles from './Figures.module.css';

/** The throughput as it is played, the whole runs in figures, and where the time went. */
export function Figures() {
  return (
    <div className={styles.columns}>
      <div className={styles.charts}>
        <ThroughputChart />
        <div className={styles.late}>
          <BreakdownChart />
        </div>
      </div>
      <SummaryTable />
    </div>
  );
}
