import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { NEEDED } from '../../model/explain/cautions.ts';
import { type Change, isCertain, pairedChange, type Unpaired } from '../../model/explain/paired.ts';
import { isAlwaysFull } from '../../model/explain/request.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { seededChange } from '../../model/sweep/seeded.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import {
  deltaText,
  differenceHalf,
  hasValue,
  isDecided,
  PAIRED,
  ratioText,
  type Valued,
  type Verdict,
  verdictOf,
} from '../results/difference.ts';
import { FigureHelp } from '../results/FigureHelp.tsx';
import {
  boundText,
  figureText,
  isComparable,
  isEndless,
  ROW_GROUPS,
  type RowId,
  rowsFor,
} from '../results/rows.ts';
import { run } from '../run/run-state.ts';
import { copySide } from '../settings/edit.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import styles from './Comparison.module.css';
import table from './Findings.module.css';
import { RepeatControls } from './RepeatControls.tsx';
import { type PairTrial, pairKey, trials } from './trials-state.ts';

const NS_PER_US = 1000;

/** Whether B differs significantly from A, and the next steps. */
export function Comparison() {
  const t = useTranslations('why.comparison');
  const id = useId();
  const copy = (from: 'a' | 'b', message: 'copied' | 'based') => {
    copySide(from);
    announce(t(message), { isVisible: true });
  };
  return (
    <section className={styles.comparison} aria-labelledby={id}>
      <h3 id={id} className={table.title}>
        {t('title')}
      </h3>
      <Differences />
      <p className={styles.ways}>
        <Button onClick={() => copy('a', 'copied')}>{t('copy')}</Button>
        <Button onClick={() => copy('b', 'based')}>{t('baseline')}</Button>
      </p>
    </section>
  );
}

interface Line {
  /** Without it, the row's. */
  readonly name?: 'response' | 'p99' | 'kernel';
  readonly row: RowId;
  /** From the unit of a change to that of the row. */
  readonly factor: number;
  /** In files. */
  readonly unit: string;
}

const LINES: readonly Line[] = [
  { name: 'response', row: 'meanOfAll', factor: NS_PER_US, unit: 'µs' },
  { name: 'p99', row: 'p99', factor: NS_PER_US, unit: 'µs' },
  { name: 'kernel', row: 'clientKernel', factor: 1, unit: 'share' },
];
const ROWS = ROW_GROUPS.flatMap(({ rows }) => rows);
const rowOf = (id: RowId) => ROWS.find((row) => row.id === id);

/** The comparable rates first, then all others. */
function linesFor(sides: readonly { readonly summary: RunResult }[]): readonly Line[] {
  const rates = rowsFor(ROWS, sides).filter((row) => row.id in PAIRED && row.unit === 'rate');
  return [
    ...rates.filter((row) => isComparable(row, sides)).map(({ id }) => ({ row: id, factor: 1, unit: '1/s' })),
    ...LINES,
  ];
}

/** A difference, and the basis of its interval. */
interface MetricDifference extends Omit<Change, 'from' | 'to'> {
  readonly line: Line;
  /** Undefined where a run has none. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whether pairs are seeds; otherwise they are batches of one run. */
  readonly isSeeded: boolean;
  /** Whether all seeds agree, because nothing is random. */
  readonly isExact?: boolean;
  /** Why one run of each side gives no interval. */
  readonly unpaired?: Unpaired | undefined;
  /** The number of requests, if it is too low for the metric. */
  readonly tooFew?: number | undefined;
  /** Values of A and B in the row's unit; undefined where a run has none. */
  readonly values: { readonly from: Valued; readonly to: Valued } | undefined;
}

type Column = 'quantity' | keyof typeof VALUE_OF;

/** Sort keys. */
const VALUE_OF = {
  a: ({ from }: MetricDifference) => from,
  b: ({ to }: MetricDifference) => to,
  difference: (metric: MetricDifference) =>
    hasBoth(metric) && isDecided(verdictFor(metric)) ? Math.log(metric.to / metric.from) : undefined,
  // Significant differences before the others; unknown ones have no place.
  verdict: (metric: MetricDifference) => {
    const certain = hasBoth(metric) ? isCertain(metric) : undefined;
    return certain === undefined ? undefined : Number(certain);
  },
};

/** The difference from one run of each side by batches or, where that gives none, by seeds. */
function metricDifferenceOf(
  line: Line,
  from: RunResult,
  to: RunResult,
  isFull: boolean,
  pair: PairTrial | undefined,
): MetricDifference {
  const { name, row, factor } = line;
  const paired = PAIRED[row];
  const [figureA, figureB] = [from, to].map((summary) => rowOf(row)?.read(summary));
  const [valueA, valueB] = [figureA, figureB].map((figure) =>
    figure?.value === undefined ? undefined : figure.value / factor,
  );
  const values = hasValue(figureA) && hasValue(figureB) ? { from: figureA, to: figureB } : undefined;
  const single = { line, values, from: valueA, to: valueB, half: undefined, pairs: 0 };
  if (paired) {
    const change = pairedChange(from, to, isFull);
    return { ...single, isSeeded: false, unpaired: change.unpaired, ...change[paired.of] };
  }
  const seeded =
    pair && (name === 'p99' || name === 'kernel') ? seededChange(pair.a, pair.b, name) : undefined;
  const answers = Math.min(from.responseTime.count, to.responseTime.count, seeded?.answers ?? Infinity);
  const tooFew = name === 'p99' && answers < NEEDED.p99 ? answers : undefined;
  if (seeded && seeded.seeds > 1) {
    const means = values && {
      from: { ...values.from, value: seeded.from * factor, isAtLeast: seeded.isFromAtLeast },
      to: { ...values.to, value: seeded.to * factor, isAtLeast: seeded.isToAtLeast },
    };
    return { line, values: means, isSeeded: true, ...seeded, pairs: seeded.seeds, tooFew };
  }
  return { ...single, isSeeded: true, tooFew };
}

/** Whether both runs have the metric: otherwise nothing is compared. */
const hasBoth = (metric: MetricDifference): metric is MetricDifference & Change =>
  metric.from !== undefined && metric.to !== undefined;

/** How far the values determine the difference. */
const verdictFor = ({ values }: Pick<MetricDifference, 'values'>): Verdict =>
  values ? verdictOf(values.from, values.to) : 'exact';

/** Both runs use the same random numbers, so batches and seeds form pairs. */
function Differences() {
  const t = useTranslations('why');
  const tResults = useTranslations('results');
  const labelOf = ({ name, row }: Line) => (name ? t(`comparison.${name}`) : tResults(`rows.${row}`));
  const state = useStore(experiment);
  const runA = useStore(run, (now) => now.a);
  const runB = useStore(run, (now) => now.b);
  const repeated = useStore(trials, (now) => now.pair);
  const key = useMemo(() => pairKey(state), [state]);
  const pair = repeated?.key === key ? repeated : undefined;
  const metrics = useMemo(() => {
    const { a, b } = state;
    const [from, to] = [runA.summary, runB.summary];
    if (!a || !b || !from || !to || runA.isStale || runB.isStale) return undefined;
    const isFull = isAlwaysFull(a.scenario) && isAlwaysFull(b.scenario);
    return linesFor([{ summary: from }, { summary: to }]).map((line) =>
      metricDifferenceOf(line, from, to, isFull, pair),
    );
  }, [state, runA, runB, pair]);
  const sorting = useSorting<Column>();
  if (!metrics) return <p className={table.counting}>{t('counting')}</p>;
  const { column } = sorting.sorted ?? {};
  // Values are compared only with those of the same unit, differences by ratio.
  const units =
    column === 'a' || column === 'b' ? [...new Set(metrics.map(({ line }) => line.unit))] : [undefined];
  const rows = units.flatMap((unit) =>
    sorting.rows(
      metrics.filter(({ line }) => unit === undefined || line.unit === unit),
      (metric, by) => (by === 'quantity' ? labelOf(metric.line) : VALUE_OF[by](metric)),
    ),
  );
  const differences = () => ({
    caption: t('comparison.caption'),
    columns: [
      { title: t('comparison.quantity'), unit: 'text' as const },
      { title: t('comparison.unit'), unit: 'text' as const },
      { title: 'A', unit: 'number' as const },
      { title: 'B', unit: 'number' as const },
      { title: 'B − A', unit: 'number' as const },
      { title: '±', unit: 'number' as const },
      { title: 'n', unit: 'number' as const },
    ],
    rows: metrics.map(({ line, from, to, half, pairs, values }) => [
      labelOf(line),
      line.unit,
      ...[
        values?.from.isAtLeast ? `≥${from}` : from,
        values?.to.isAtLeast ? `≥${to}` : to,
        from === undefined || to === undefined || verdictFor({ values }) !== 'exact' ? undefined : to - from,
        half,
        half === undefined ? undefined : pairs,
      ],
    ]),
  });
  const title = t('comparison.title');
  const unknown = metrics.find((metric) => !metric.isSeeded && metric.half === undefined && hasBoth(metric));
  return (
    <>
      <table className={table.laws} data-figures>
        <caption className="visually-hidden">{t('comparison.caption')}</caption>
        <thead>
          <tr>
            <SortHeader column="quantity" sorting={sorting}>
              {t('comparison.quantity')}
            </SortHeader>
            {SIDES.map((side) => (
              <SortHeader key={side} column={side} sorting={sorting}>
                <SideBadge side={side} />
              </SortHeader>
            ))}
            <SortHeader column="difference" sorting={sorting}>
              {t('comparison.difference')}
            </SortHeader>
            <SortHeader column="verdict" sorting={sorting}>
              {t('comparison.verdict')}
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map((metric) => (
            <Row
              key={metric.line.row}
              difference={metric}
              label={labelOf(metric.line)}
              a={runA.summary}
              b={runB.summary}
            />
          ))}
        </tbody>
      </table>
      <span>
        <SaveChart
          chart={{ id: 'comparison', title, description: t('comparison.caption'), table: differences }}
        />
      </span>
      {unknown?.unpaired && (
        <p className={table.counting}>{t('comparison.unknownWhy', { why: unknown.unpaired })}</p>
      )}
      <RepeatControls pair={pair} />
    </>
  );
}

interface RowProps {
  readonly difference: MetricDifference;
  readonly label: string;
  readonly a: RunResult | undefined;
  readonly b: RunResult | undefined;
}

function Row({ difference, label, a, b }: RowProps) {
  const t = useTranslations('why.comparison');
  const tResults = useTranslations('results');
  const words = useWords();
  const { line, half, pairs, tooFew, isExact } = difference;
  const row = rowOf(line.row);
  if (!row) return null;
  const { unit } = row;
  const points = (value: string) => tResults('points', { value });
  const isKnown = hasBoth(difference);
  const kind = verdictFor(difference);
  const { values } = difference;
  const differenceText =
    (values && deltaText(unit, values.from, values.to, words, points)) ?? tResults('unknown');
  const verdict = () => {
    if (!isKnown) return t([a, b].some((of) => isEndless(row, of)) ? 'growing' : 'unknown');
    const { from, to } = difference;
    if (!isDecided(kind)) return t('undecided', { why: kind });
    const certain = isCertain(difference);
    // Equal values are equal in the summary table too, whatever their batches are.
    if (from === to) return t('same');
    if (tooFew !== undefined) return t('fewAnswers', { count: tooFew, needed: NEEDED.p99 });
    const ratio = unit === 'share' || !values ? undefined : ratioText(values.from, values.to, words);
    if (kind !== 'exact') return t('bounded', { ratio: ratio ?? differenceText });
    if (certain === undefined) return t('unknown');
    return certain ? t('certain', { ratio: ratio ?? differenceText }) : t('chance');
  };
  const summaries = [
    { side: 'a', summary: a },
    { side: 'b', summary: b },
  ] as const;
  return (
    <tr>
      <th scope="row">
        <FigureHelp label={label} row={row} summaries={summaries} />
      </th>
      {[difference.from, difference.to].map((value, i) => (
        <td key={summaries[i]?.side}>
          <FigureHelp label={label} row={row} summaries={summaries.slice(i, i + 1)}>
            {value === undefined
              ? tResults(isEndless(row, summaries[i]?.summary) ? 'growing' : 'unknown')
              : boundText(
                  figureText(unit, value * line.factor, words, ''),
                  (i === 0 ? values?.from : values?.to) ?? { value },
                )}
          </FigureHelp>
        </td>
      ))}
      <td>
        <FigureHelp label={label} row={row} summaries={summaries} isDifference>
          {half === undefined
            ? differenceText
            : t(isExact ? 'sameEachTime' : 'plusMinusOf', {
                value: differenceText,
                half: differenceHalf(unit, half * line.factor, words, points),
                count: pairs,
              })}
        </FigureHelp>
      </td>
      <td className={styles.verdict}>{verdict()}</td>
    </tr>
  );
}
