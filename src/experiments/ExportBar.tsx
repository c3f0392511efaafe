import { useTranslations } from 'use-intl';
import { rangeOf, sweepHeat } from '../charts/sweep-heat.ts';
import { sweepLines } from '../charts/sweep-lines.ts';
import { sweepResiduals } from '../charts/sweep-residuals.ts';
import type { Overlay } from '../evidence/imports/overlay.ts';
import { shownChart } from '../lab/results/shown-chart.ts';
import { saveText } from '../lib/download.ts';
import { paletteOf } from '../lib/palette.ts';
import { today } from '../model/playback/clock.ts';
import { valuesOf } from '../model/sweep/axis.ts';
import { toCsv } from '../model/sweep/csv.ts';
import { sweepText } from '../model/sweep/definition.ts';
import { gapGroups } from '../model/sweep/gaps.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { MAX_RESULTS_BYTES, resultsBytes, resultsOf, resultsText } from '../model/sweep/results.ts';
import { type Row, rowsOf, tableMetrics } from '../model/sweep/table.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../ui/texts.tsx';
import { announce } from '../ui/ui-state.ts';
import { chartAxis, heatData, linesData, metricRows, middleP99, slicesOf } from './chart-data.ts';
import { useChartWords, useLineOptions } from './chart-words.ts';
import styles from './Experiments.module.css';
import { useSentences } from './Findings.tsx';
import { useGapWords } from './Gaps.tsx';
import { type Laid, laidOver, onMap } from './measured-data.ts';
import { useSweepWords } from './metric-words.ts';
import { useOverrideText } from './Overrides.tsx';
import { type ReportChart, reportHtml } from './report.ts';
import type { SweepRun } from './sweep-state.ts';
import { linkOf, useAnswerTexts, useFixedTexts } from './use-provenance.ts';
import { useTitle } from './use-title.ts';

const RESULTS_FILE = 'roundtrip-sweep-results.json';
const MEGABYTE = 1024 * 1024;

interface ExportBarProps {
  readonly run: SweepRun;
  readonly metric: string;
  /** Measurements over the charts. */
  readonly overlay: Overlay | undefined;
}

/** Exports of the experiment: definition, results, table, and a report. */
export function ExportBar({ run, metric, overlay }: ExportBarProps) {
  const t = useTranslations('experiments');
  const report = useReport({ run, metric, overlay });
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
      name: RESULTS_FILE,
      type: 'application/json',
      text: () => resultsText(resultsOf(sweep, engineVersion, runs, gaps)),
    },
  ];
  return (
    <div className={styles.controls}>
      {files.map(({ label, name, type, text }) => (
        <Button
          key={name}
          onClick={async () => {
            const bytes = name === RESULTS_FILE ? resultsBytes(runs) : 0;
            if (bytes > MAX_RESULTS_BYTES) {
              const [size, max] = [bytes, MAX_RESULTS_BYTES].map((count) => Math.ceil(count / MEGABYTE));
              announce(t('resultsTooLarge', { size: size ?? 0, max: max ?? 0 }), { isVisible: true });
              return;
            }
            saveText(name, await text(), type);
            announce(t('saved', { file: name }), { isVisible: true });
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Creates the report on demand. */
function useReport({ run, metric, overlay }: ExportBarProps): () => Promise<string> {
  const t = useTranslations('experiments');
  const { language, number, sentence, presets } = useWords();
  const words = useSweepWords();
  const chartWords = useChartWords(metric);
  const sentencesOf = useSentences();
  const gapWords = useGapWords();
  const options = useLineOptions(run, metric, unitOf(metric) === 'us');
  const titleOf = useTitle();
  const answersOf = useAnswerTexts();
  const fixedOf = useFixedTexts();
  const textOf = useOverrideText();
  return async () => {
    const gaps = gapGroups(run.sweep, run.gaps).map(
      (group) => `${gapWords(run.sweep, group)} ${sentence(group.problem)} (${group.problem.code})`,
    );
    const rows = metricRows(run, metric);
    const slices = slicesOf(run);
    const [first, second] = run.sweep.axes;
    const laid =
      overlay && first
        ? slices.map((slice) => laidOver(run, rows, slice, metric, chartAxis(first, words), overlay))
        : [];
    const title = titleOf(run, metric);
    const charts: ReportChart[] = second
      ? maps(rows, laid, title)
      : slices.flatMap((slice, index) => {
          const lines = linesData(run, rows, slice, words, options);
          const points = laid[index]?.points ?? [];
          if (!lines) return [];
          const above = { ...lines, measured: points };
          const lineWords = chartWords.lines(title);
          const residualWords = chartWords.residuals(title, lineWords);
          return [
            shownChart(sweepLines, title, above, lineWords),
            ...(points.length > 0
              ? [shownChart(sweepResiduals, residualWords.tableCaption, { above, points }, residualWords)]
              : []),
          ];
        });
    const { sweep, engineVersion } = run;
    const found = [...sentencesOf(run, metric), ...gaps];
    const answers = answersOf(run, metric);
    const systems = sweep.series.map(({ name, preset, set = {} }) =>
      [
        name,
        presets.titles[preset ?? ''],
        ...Object.entries(set).map(([path, value]) => textOf(path, value)),
      ].filter((part, index, all) => part && all.indexOf(part) === index),
    );
    const varied = sweep.axes.map((axis) => {
      const values = valuesOf(axis).map((value) => words.place(axis, value));
      return t('override', { label: words.axis(axis), value: values.join(t('readoutJoiner')) });
    });
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(today());
    // For paper, in any theme.
    return reportHtml(run, charts, paletteOf('light'), {
      lang: language,
      title: t('title'),
      answers: answers.length > 0 ? answers : found.slice(0, 1),
      conditions: {
        title: t('conditions'),
        facts: [...systems.map((parts) => parts.join(' · ')), ...varied, ...fixedOf(sweep)],
      },
      found: { title: t('findings'), sentences: found },
      origin: `${date} · Roundtrip ${engineVersion}`,
      link: { title: t('openAgain'), href: await linkOf(sweep) },
      data: t('data'),
      statistics: {
        title: t('statistics'),
        method: t('method', { done: run.done, total: run.total, first: sweep.firstSeed }),
      },
      again: { title: t('again'), how: t('againHow') },
      number,
      measured: overlay && {
        title: t('measuredOver.choose'),
        facts: [
          ...new Set([overlay.title, overlay.source, overlay.machine, overlay.date, overlay.method]),
          ...(overlay.format === 'measured' ? [t('measuredOver.own')] : []),
        ].filter((fact) => fact !== undefined),
      },
    });
  };

  function maps(rows: readonly Row[], laid: readonly Laid[], title: string): ReportChart[] {
    const target = middleP99(run);
    const all = run.sweep.series.flatMap(
      (_, series) => heatData(run, rows, series, metric, words, target, onMap(laid, series)) ?? [],
    );
    const range = rangeOf(all.flatMap(({ cells }) => cells));
    return all.map((data) => {
      const chartTitle = `${data.name}: ${title}`;
      return shownChart(sweepHeat, chartTitle, { ...data, range }, chartWords.heat(data, chartTitle));
    });
  }
}
