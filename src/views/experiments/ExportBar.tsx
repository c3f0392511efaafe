import { useTranslations } from 'use-intl';
import { announce } from '../../actions/announce.ts';
import { rangeOf, sweepHeat } from '../../charts/sweep-heat.ts';
import { sweepLines } from '../../charts/sweep-lines.ts';
import { saveText } from '../../lib/download.ts';
import { paletteOf } from '../../lib/palette.ts';
import type { SweepRun } from '../../stores/sweep.ts';
import { toCsv } from '../../sweep/csv.ts';
import { sweepText } from '../../sweep/definition.ts';
import { numbered } from '../../sweep/plan.ts';
import { resultsOf, resultsText } from '../../sweep/results.ts';
import { rowsOf, tableMetrics } from '../../sweep/table.ts';
import { shownChart } from '../results/shown-chart.ts';
import { Button } from '../shared/Button.tsx';
import { useWords } from '../shared/texts.tsx';
import { heatData, linesData, metricRows, middleP99, slicesOf } from './chart-data.ts';
import { useChartWords } from './chart-words.ts';
import styles from './Experiments.module.css';
import { useSentences } from './Findings.tsx';
import { useLineOptions } from './line-options.ts';
import { useSweepWords } from './metric-words.ts';
import { type ReportChart, reportHtml } from './report.ts';

interface ExportBarProps {
  readonly run: SweepRun;
  readonly metric: string;
}

/** The experiment as files: its definition, its results, its table, and everything as a report. */
export function ExportBar({ run, metric }: ExportBarProps) {
  const t = useTranslations('experiments');
  const report = useReport({ run, metric });
  const { sweep, runs, gaps, engineVersion } = run;
  const metrics = tableMetrics({ ...sweep, metric });
  const files = [
    {
      label: t('saveReport'),
      name: 'roundtrip-sweep.html',
      type: 'text/html',
      text: report,
    },
    {
      label: t('saveDefinition'),
      name: 'roundtrip-sweep.json',
      type: 'application/json',
      text: () => sweepText(sweep),
    },
    {
      label: t('saveCsv'),
      name: 'roundtrip-sweep.csv',
      type: 'text/csv',
      text: () => toCsv(sweep, rowsOf(numbered(sweep), runs, gaps, metrics), metrics),
    },
    {
      label: t('saveResults'),
      name: 'roundtrip-sweep-results.json',
      type: 'application/json',
      text: () => resultsText(resultsOf(sweep, engineVersion, runs, gaps)),
    },
  ];
  return (
    <div className={styles.controls}>
      {files.map(({ label, name, type, text }) => (
        <Button
          key={name}
          onClick={() => {
            saveText(name, text(), type);
            announce(t('saved', { file: name }), { isVisible: true });
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Makes the report when it is asked for. */
function useReport({ run, metric }: ExportBarProps): () => string {
  const t = useTranslations('experiments');
  const { language, number } = useWords();
  const words = useSweepWords();
  const chartWords = useChartWords(metric);
  const findings = useSentences(run, metric);
  const options = useLineOptions(run, metric, false);
  return () => {
    const rows = metricRows(run, metric);
    const maps = run.sweep.series.flatMap(
      (_, series) => heatData(run, rows, series, metric, words, middleP99(run)) ?? [],
    );
    const range = rangeOf(maps.flatMap(({ cells }) => cells));
    const lines =
      run.sweep.axes.length > 1
        ? []
        : slicesOf(run).flatMap((slice) => linesData(run, rows, slice, words, options) ?? []);
    const title = words.metric(metric);
    const charts: ReportChart[] = [
      ...lines.map((data) => shownChart(sweepLines, title, data, chartWords.lines(title))),
      ...maps.map((data) => {
        const own = `${data.name}: ${title}`;
        return shownChart(sweepHeat, own, { ...data, range }, chartWords.heat(data, own));
      }),
    ];
    // On paper, whatever the screen looks like.
    return reportHtml(run, charts, findings, paletteOf('light'), {
      lang: language,
      title: t('title'),
      systems: t('systems'),
      found: t('findings'),
      statistics: t('statistics'),
      method: t('method', { done: run.done, total: run.total, first: run.sweep.firstSeed }),
      again: t('again'),
      againHow: t('againHow'),
      number,
    });
  };
}
