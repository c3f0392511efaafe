import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { copySide } from '../../actions/copy-side.ts';
import { NEEDED } from '../../explain/cautions.ts';
import { type Change, isCertain, pairedChange } from '../../explain/paired.ts';
import { isAlwaysFull } from '../../explain/request.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import { experiment } from '../../stores/experiment.ts';
import { run } from '../../stores/run.ts';
import { type PairTrial, pairKey, trials } from '../../stores/trials.ts';
import { seededChange } from '../../sweep/seeded.ts';
import { SaveTable } from '../export/SaveTable.tsx';
import { differenceHalf } from '../results/difference-half.ts';
import { FigureHelp } from '../results/FigureHelp.tsx';
import { deltaOf, figureText, ROW_GROUPS, type RowId, ratioOf } from '../results/rows.ts';
import { Button } from '../shared/Button.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Comparison.module.css';
import table from './Findings.module.css';
import { RepeatControls } from './RepeatControls.tsx';

const NS_PER_US = 1000;

/** Whether B differs from A by more than luck, and ways to go on from there. */
export function Comparison() {
  const t = useTranslations('why.comparison');
  const id = useId();
  const copy = (from: 'a' | 'b', said: 'copied' | 'based') => {
    copySide(from);
    announce(t(said), { isVisible: true });
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
  readonly name: 'throughput' | 'response' | 'p99' | 'kernel';
  readonly row: RowId;
  /** From the unit of a change to that of the row. */
  readonly factor: number;
  /** In files. */
  readonly unit: string;
}

const LINES: readonly Line[] = [
  { name: 'throughput', row: 'throughput', factor: 1, unit: '1/s' },
  { name: 'response', row: 'meanOfAll', factor: NS_PER_US, unit: 'µs' },
  { name: 'p99', row: 'p99', factor: NS_PER_US, unit: 'µs' },
  { name: 'kernel', row: 'clientKernel', factor: 1, unit: 'share' },
];
const rowOf = (id: RowId) => ROW_GROUPS.flatMap(({ rows }) => rows).find((row) => row.id === id);

/** A difference, and what its interval rests on. */
interface Told extends Change {
  readonly line: Line;
  /** Whether pairs are seeds; otherwise they are stretches of one run. */
  readonly isSeeded: boolean;
  /** The fewest answers of a run, where that is too few for the figure. */
  readonly tooFew?: number | undefined;
}

/** Of one run of each side, stretch by stretch; what that cannot tell, seed by seed, once there are some. */
function toldOf(line: Line, from: Summary, to: Summary, isFull: boolean, pair: PairTrial | undefined): Told {
  const { name, row, factor } = line;
  if (name === 'throughput' || name === 'response')
    return { line, isSeeded: false, ...pairedChange(from, to, isFull)[name] };
  const seeded = pair && seededChange(pair.a, pair.b, name);
  const answers = Math.min(from.responseTime.count, to.responseTime.count, seeded?.answers ?? Infinity);
  const tooFew = name === 'p99' && answers < NEEDED.p99 ? answers : undefined;
  if (seeded && seeded.seeds > 1) return { line, isSeeded: true, ...seeded, pairs: seeded.seeds, tooFew };
  const [one, other] = [from, to].map((summary) => (rowOf(row)?.read(summary).value ?? 0) / factor);
  return { line, isSeeded: true, from: one ?? 0, to: other ?? 0, half: undefined, pairs: 0, tooFew };
}

/** Both runs have the same random numbers, so stretch by stretch, and seed by seed, they are pairs. */
function Differences() {
  const t = useTranslations('why');
  const state = useStore(experiment);
  const runA = useStore(run, (now) => now.a);
  const runB = useStore(run, (now) => now.b);
  const repeated = useStore(trials, (now) => now.pair);
  const key = useMemo(() => pairKey(state), [state]);
  const pair = repeated?.key === key ? repeated : undefined;
  const told = useMemo(() => {
    const { a, b } = state;
    if (!a || !b || !runA.summary || !runB.summary || runA.isStale || runB.isStale) return undefined;
    const isFull = isAlwaysFull(a.scenario) && isAlwaysFull(b.scenario);
    return LINES.map((line) => toldOf(line, runA.summary as Summary, runB.summary as Summary, isFull, pair));
  }, [state, runA, runB, pair]);
  if (!told) return <p className={table.counting}>{t('counting')}</p>;
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
    rows: told.map(({ line, from, to, half, pairs }) => [
      t(`comparison.${line.name}`),
      line.unit,
      ...[from, to, to - from, half, half === undefined ? undefined : pairs],
    ]),
  });
  const title = t('comparison.title');
  const isKnown = told.every(({ isSeeded, half }) => isSeeded || half !== undefined);
  return (
    <>
      <table className={table.laws} data-figures>
        <caption className="visually-hidden">{t('comparison.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('comparison.quantity')}</th>
            <th scope="col">
              <SideBadge side="a" />
            </th>
            <th scope="col">
              <SideBadge side="b" />
            </th>
            <th scope="col">{t('comparison.difference')}</th>
            <th scope="col">{t('comparison.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {told.map((one) => (
            <Row key={one.line.name} told={one} a={runA.summary} b={runB.summary} />
          ))}
        </tbody>
      </table>
      <span>
        <SaveTable
          table={{ id: 'comparison', title, description: t('comparison.caption'), table: differences }}
        />
      </span>
      {!isKnown && <p className={table.counting}>{t('comparison.unknownWhy')}</p>}
      <RepeatControls pair={pair} />
    </>
  );
}

interface RowProps {
  readonly told: Told;
  readonly a: Summary | undefined;
  readonly b: Summary | undefined;
}

function Row({ told, a, b }: RowProps) {
  const t = useTranslations('why.comparison');
  const own = useTranslations('results');
  const words = useWords();
  const { line, from, to, half, pairs, tooFew } = told;
  const row = rowOf(line.row);
  if (!row) return null;
  const { unit } = row;
  const points = (value: string) => own('points', { value });
  const difference = deltaOf(unit, from * line.factor, to * line.factor, words, points);
  const certain = isCertain(told);
  const verdict = () => {
    if (from === to && half === 0) return t('same');
    if (tooFew !== undefined) return t('fewAnswers', { count: tooFew, needed: NEEDED.p99 });
    if (certain === undefined) return t('unknown');
    const ratio = unit === 'share' ? undefined : ratioOf(from, to, words);
    return certain ? t('certain', { ratio: ratio ?? difference }) : t('chance');
  };
  const label = t(line.name);
  const summaries = [
    { side: 'a', summary: a },
    { side: 'b', summary: b },
  ] as const;
  return (
    <tr>
      <th scope="row">
        <FigureHelp label={label} row={row} summaries={summaries} />
      </th>
      {[from, to].map((value, i) => (
        <td key={summaries[i]?.side}>
          <FigureHelp label={label} row={row} summaries={summaries.slice(i, i + 1)}>
            {figureText(unit, value * line.factor, words, '')}
          </FigureHelp>
        </td>
      ))}
      <td>
        <FigureHelp label={label} row={row} summaries={summaries} isDifference>
          {half === undefined
            ? difference
            : t('plusMinusOf', {
                value: difference,
                half: differenceHalf(unit, half * line.factor, words, points),
                count: pairs,
              })}
        </FigureHelp>
      </td>
      <td className={styles.verdict}>{verdict()}</td>
    </tr>
  );
}
