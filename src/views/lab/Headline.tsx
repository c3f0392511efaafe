import { Fragment, lazy, Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { cautionsOf, fewAnswersFor } from '../../explain/cautions.ts';
import { hiddenWaitUs } from '../../explain/hidden-wait.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import { run } from '../../stores/run.ts';
import { FigureHelp } from '../results/FigureHelp.tsx';
import { deltaOf, figureText, ROW_GROUPS, type RowId, type RowUnit, ratioOf } from '../results/rows.ts';
import { useAccess } from '../shared/Guarded.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Differences } from './Differences.tsx';
import styles from './Headline.module.css';
import type { KnobResponseProps } from './KnobResponse.tsx';

// Few runs need it.
const CautionNote = lazy(() =>
  import('../results/CautionNote.tsx').then((module) => ({ default: module.CautionNote })),
);

// Nobody has changed anything yet.
const KnobResponse = lazy(() =>
  import('./KnobResponse.tsx').then((module) => ({ default: module.KnobResponse })),
);

const NS_PER_US = 1000;

const FIGURES = [
  { name: 'throughput', row: 'throughput' },
  { name: 'meanOfAll', row: 'meanOfAll' },
  { name: 'p99', row: 'p99' },
  { name: 'kernel', row: 'clientKernel' },
] as const satisfies readonly { name: string; row: RowId }[];

/** The comparison in one line, unless the link keeps it back. */
export const Headline = () => useAccess('headline') !== 'hidden' && <Comparison />;

/** What was changed, and what came of it. */
function Comparison() {
  const t = useTranslations('lab.headline');
  return (
    <section className={styles.headline} aria-label={t('label')}>
      <Differences />
      <dl className={styles.figures} data-figures>
        {FIGURES.map(({ name, row }) => (
          <Figure key={name} label={t(name)} row={row} />
        ))}
      </dl>
      <Starving />
      <Cautions />
      <Response />
    </section>
  );
}

/** What the first change and all after it come to, said aloud. */
function Response() {
  const { a, b } = useStore(run);
  const before = useRef<KnobResponseProps['before']>();
  if (a.summary && b.summary && (a.isStale || b.isStale)) before.current ??= { a, b };
  return <Suspense>{before.current && <KnobResponse before={before.current} />}</Suspense>;
}

/** Whose percentiles look fine because the requests that wait longest are not answered at all. */
function Starving() {
  const t = useTranslations('lab.headline');
  const words = useWords();
  const sides = useShownSides();
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  return sides.map((side) => {
    const { summary, isStale } = { a, b }[side];
    const oldest = summary && hiddenWaitUs(summary);
    if (!summary || oldest === undefined) return null;
    const values = {
      count: summary.requests.inProgressAtEnd,
      wait: words.duration(oldest * NS_PER_US),
      p99: words.duration((summary.responseTime.p99Us ?? 0) * NS_PER_US),
    };
    return (
      <p key={side} className={styles.starving} data-stale={isStale}>
        <SideBadge side={side} /> {t('starving', values)}
      </p>
    );
  });
}

/** What is to be known before the figures are believed. */
function Cautions() {
  const sides = useShownSides();
  const { a, b, played, player } = useStore(run);
  const all = sides.flatMap((side) => {
    const { summary, isStale } = { a, b }[side];
    const course = played?.[side];
    const { scenario } = course?.changes?.at(-1) ?? course ?? {};
    const track = player?.tracks.find(({ id }) => id === side);
    if (!summary || isStale || !scenario || !track) return [];
    const { layout, recording, limitBytes } = track;
    const shown = { endNs: layout.endNs, bytesPerNs: recording.bytesPerNs, limitBytes };
    return cautionsOf(scenario, summary, shown).map((caution) => ({ side, caution }));
  });
  return all.map(({ side, caution }) => (
    <Suspense key={`${side} ${caution.code}`}>
      <CautionNote side={side} caution={caution} beside={all} />
    </Suspense>
  ));
}

const rows = ROW_GROUPS.flatMap((group) => group.rows);

function Figure({ label, row: id }: { readonly label: string; readonly row: RowId }) {
  const t = useTranslations('lab.headline');
  const results = useTranslations('results');
  const words = useWords();
  const compare = useComparison();
  const sides = useShownSides();
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) return null;
  const shown = sides.map((side) => ({ side, ...{ a, b }[side] }));
  const [from, to] = shown.map(({ summary }) => summary && row.read(summary).value);
  const isStale = shown.some((side) => side.isStale);
  const isFew = shown.some(({ summary }) => summary && fewAnswersFor(id, summary));
  // What is mostly luck is not compared.
  const differs = from !== undefined && to !== undefined && from !== to && !isFew;
  // Nothing is any number of times as much as zero.
  const ratio = differs ? compare(row.unit, from, to) : undefined;
  const textOf = (summary: Summary) => {
    const value = figureText(row.unit, row.read(summary).value, words, '–');
    return fewAnswersFor(id, summary) ? results('few', { value }) : value;
  };
  return (
    <div
      className={styles.figure}
      data-figure={id}
      data-stale={isStale}
      title={isStale ? t('stale') : undefined}
    >
      <dt>
        <FigureHelp label={label} row={row} summaries={shown} />
      </dt>
      <dd>
        {shown.map(({ side, summary }, i) => (
          <Fragment key={side}>
            <span className={styles.value}>
              {i > 0 && <span aria-hidden="true">→ </span>}
              <SideBadge side={side} />{' '}
              <b>
                {summary ? (
                  <FigureHelp label={label} row={row} summaries={[{ side, summary }]}>
                    {textOf(summary)}
                  </FigureHelp>
                ) : (
                  '…'
                )}
              </b>
            </span>{' '}
          </Fragment>
        ))}
        {ratio && (
          <span className={styles.ratio}>
            <FigureHelp label={label} row={row} summaries={shown} isDifference>
              {ratio}
            </FigureHelp>
          </span>
        )}
      </dd>
      {differs && row.unit !== 'share' && (
        <dd className={styles.delta}>
          <FigureHelp label={label} row={row} summaries={shown} isDifference>
            {deltaOf(row.unit, from, to, words, String)}
          </FigureHelp>
        </dd>
      )}
    </div>
  );
}

/** Shares are compared by their distance, everything else by its ratio. */
function useComparison(): (unit: RowUnit, from: number, to: number) => string | undefined {
  const t = useTranslations('results');
  const words = useWords();
  return (unit, from, to) =>
    unit === 'share'
      ? deltaOf(unit, from, to, words, (value) => t('points', { value }))
      : ratioOf(from, to, words);
}
