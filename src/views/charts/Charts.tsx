import { PartTexts } from '../shared/PartTexts.tsx';
import styles from './Charts.module.css';
import { HostTimeChart } from './HostTimeChart.tsx';

/** The panel of charts: each answers one question about both runs. */
export function Charts() {
  return (
    <PartTexts part="plots">
      <div className={styles.charts}>
        <HostTimeChart />
      </div>
    </PartTexts>
  );
}
