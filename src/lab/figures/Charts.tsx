import { Guarded } from '../../ui/Guarded.tsx';
import { RunFiles } from '../export/RunFiles.tsx';
import { HighlightWords } from '../shared/HighlightWords.tsx';
import styles from './Charts.module.css';
import { HistogramChart, PercentileChart } from './DistributionCharts.tsx';
import { HostTimeChart } from './HostTimeChart.tsx';
import { LevelCharts } from './LevelCharts.tsx';
import { SideLegend } from './SideLegend.tsx';
import { TargetInput } from './TargetInput.tsx';
import { BatchingChart, CallsChart } from './WorkCharts.tsx';

/** The panel of charts: each answers one question about both runs. */
export function Charts() {
  return (
    <div className={styles.panel}>
      <div className={styles.controls}>
        <SideLegend />
        <TargetInput />
        <HighlightWords />
      </div>
      <div className={styles.charts}>
        <PercentileChart />
        <HistogramChart />
      </div>
      <LevelCharts />
      <div className={styles.charts}>
        <CallsChart />
        <div className={styles.column}>
          <HostTimeChart />
          <BatchingChart />
        </div>
      </div>
      <Guarded name="export">
        <RunFiles of="all" />
      </Guarded>
    </div>
  );
}
