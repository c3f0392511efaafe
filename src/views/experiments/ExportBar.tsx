import { useTranslations } from 'use-intl';
import { announce } from '../../actions/announce.ts';
import { saveText } from '../../lib/download.ts';
import type { SweepRun } from '../../stores/sweep.ts';
import { toCsv } from '../../sweep/csv.ts';
import { sweepText } from '../../sweep/definition.ts';
import { numbered } from '../../sweep/plan.ts';
import { resultsOf, resultsText } from '../../sweep/results.ts';
import { rowsOf, tableMetrics } from '../../sweep/table.ts';
import { Button } from '../shared/Button.tsx';
import styles from './Experiments.module.css';

/** The experiment as files: its definition, its results, its table, and everything as a report. */
export function ExportBar({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const { sweep, runs, gaps, engineVersion } = run;
  const save = (name: string, text: string, type: string) => {
    saveText(name, text, type);
    announce(t('saved', { file: name }), { isVisible: true });
  };
  const metrics = tableMetrics({ ...sweep, metric });
  return (
    <div className={styles.controls}>
      <Button onClick={() => save('roundtrip-sweep.json', sweepText(sweep), 'application/json')}>
        {t('saveDefinition')}
      </Button>
      <Button
        onClick={() =>
          save(
            'roundtrip-sweep.csv',
            toCsv(sweep, rowsOf(numbered(sweep), runs, gaps, metrics), metrics),
            'text/csv',
          )
        }
      >
        {t('saveCsv')}
      </Button>
      <Button
        onClick={() =>
          save(
            'roundtrip-sweep-results.json',
            resultsText(resultsOf(sweep, engineVersion, runs, gaps)),
            'application/json',
          )
        }
      >
        {t('saveResults')}
      </Button>
    </div>
  );
}
