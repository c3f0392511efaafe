import { BreakdownChart } from './BreakdownChart.tsx';
import { ClientsTable } from './ClientsTable.tsx';
import styles from './Figures.module.css';
import { SummaryTable } from './SummaryTable.tsx';
import { ThroughputChart } from './ThroughputChart.tsx';

/** Throughput up to the playhead, where the time of a request goes, and the metrics of the whole runs. */
export function Figures() {
  return (
    <div className={styles.columns}>
      <div className={styles.charts}>
        <ThroughputChart />
        <div className={styles.breakdown}>
          <BreakdownChart />
        </div>
      </div>
      <div>
        <SummaryTable />
        <ClientsTable />
      </div>
    </div>
  );
}
