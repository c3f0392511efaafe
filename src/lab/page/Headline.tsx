import { Fragment, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { isDoubtful, tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { hiddenWaitUs } from '../../model/explain/starvation.ts';
import { useAccess } from '../../ui/Guarded.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import type { CautionNotesProps } from '../results/CautionNote.tsx';
import { hasValue, isDecided, ratioText, verdictOf } from '../results/difference.ts';
import { FigureHelp } from '../results/FigureHelp.tsx';
import { FigureValue } from '../results/FigureValue.tsx';
import { lazyNote } from '../results/lazy.ts';
import { boundText, figureText, isEndless, ROW_GROUPS, type RowId, rateRow } from '../results/rows.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { WholeRun } from '../timeline/SelectionBar.tsx';
import { Differences } from './Differences.tsx';
import styles from './Headline.module.css';
import type { KnobResponseProps } from './KnobResponse.tsx';
import { lazyPart } from './lazy.ts';
import { Verdict } from './Verdict.tsx';

const CautionNotes = lazyNote('CautionNotes');
const KnobResponse = lazyPart('KnobResponse');

const NS_PER_US = 1000;

/** Notes on sides whose percentiles look good because the longest waits are not completed yet. */
function StarvingNotes() {
  const t = useTranslations('lab.headline');
  const words = useWords();
  const { a, b } = useStore(run);
  return useShownSides().map((side) => {
    const { summary, isStale } = { a, b }[side];
    const oldestUs = summary && hiddenWaitUs(summary);
    if (!summary || oldestUs === undefined) return null;
    const values = {
      count: summary.requests.inProgressAtEnd,
      wait: words.duration(oldestUs * NS_PER_US),
      p99: words.duration((summary.responseTime.p99Us ?? 0) * NS_PER_US),
    };
    return (
      <p key={side} className={styles.note} data-stale={isStale}>
        <SideBadge side={side} /> {t('starving', values)}
      </p>
    );
  });
}

interface NamedFigure {
  readonly name?: 'p99';
  /** Without a row, the throughput and the setting it depends on. */
  readonly row?: RowId;
}

/** The main metrics; all others are in the panel "Metrics". */
const FIGURES: readonly NamedFigure[] = [{}, { name: 'p99', row: 'p99' }, { row: 'bottleneck' }];

export interface HeadlineProps {
  /**
   * The runs belong to a lesson. Its author chose their differences and length, so two notices do not apply:
   * CMP-01 (different workloads) and MODEL-05 (few requests for a percentile).
   */
  readonly isLesson?: boolean;
}

/** The comparison in one line, unless the link hides it. */
export const Headline = (props: HeadlineProps) =>
  useAccess('headline') !== 'hidden' && <Comparison {...props} />;

/** The verdict, the differences between A and B, and their main metrics. */
function Comparison({ isLesson = false }: HeadlineProps) {
  const t = useTranslations('lab.headline');
  return (
    <section className={styles.headline} aria-label={t('label')}>
      <div className={styles.lead}>
        <Verdict isCompared={isLesson} />
        <Differences isGuarded={!isLesson} />
      </div>
      <dl className={styles.figures} data-figures>
        {FIGURES.map((figure) => (
          <Figure key={figure.row ?? ''} {...figure} />
        ))}
      </dl>
      <Extent />
      <StarvingNotes />
      <Cautions omits={isLesson ? 'MODEL-05' : undefined} />
      <Response />
    </section>
  );
}

/** During a selection: notes that these metrics and cautions are of the whole runs. */
const Extent = () => <>{useStore(focus, ({ selected }) => selected !== undefined) && <WholeRun />}</>;

/** Announces the effect of the first change and of all after it. */
function Response() {
  const { a, b } = useStore(run);
  const before = useRef<KnobResponseProps['before']>(undefined);
  if (a.summary && b.summary && (a.isStale || b.isStale)) before.current ??= { a, b };
  return <Suspense>{before.current && <KnobResponse before={before.current} />}</Suspense>;
}

/** Cautions to read before the metrics. */
function Cautions(props: CautionNotesProps) {
  const { a, b } = useStore(run);
  const isNeeded = useShownSides().some((side) => {
    const { summary, isStale } = { a, b }[side];
    return summary && !isStale && isDoubtful(summary);
  });
  return <Suspense>{isNeeded && <CautionNotes {...props} />}</Suspense>;
}

const rows = ROW_GROUPS.flatMap((group) => group.rows);

function Figure({ name, row: wanted }: NamedFigure) {
  const t = useTranslations('lab.headline');
  const results = useTranslations('results');
  const words = useWords();
  const sides = useShownSides();
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const shown = sides.map((side) => ({ side, ...{ a, b }[side] }));
  const row = wanted ? rows.find(({ id }) => id === wanted) : rateRow(shown);
  if (!row) return null;
  const { id } = row;
  const label = name ? t(name) : results(`rows.${id}`);
  const [from, to] = shown.map(({ summary }) => summary && row.read(summary));
  const isStale = shown.some((side) => side.isStale);
  const isFew = shown.some(({ summary }) => summary && tooFewCompletionsFor(id, summary));
  // A percentile of too few requests depends on the seed: it is not compared.
  const pair = hasValue(from) && hasValue(to) && from.value !== to.value && !isFew ? { from, to } : undefined;
  const isOpen = pair !== undefined && !isDecided(verdictOf(pair.from, pair.to));
  // A ratio to zero does not exist. Two resources are no amounts.
  const ratio =
    pair && row.unit !== 'text' ? (isOpen ? t('noRatio') : ratioText(pair.from, pair.to, words)) : undefined;
  const textOf = (summary: RunResult) => {
    if (row.unit === 'text') return <FigureValue row={row} summary={summary} />;
    const figure = row.read(summary);
    const unknown = results(isEndless(row, summary) ? 'growing' : 'unknown');
    const value = boundText(figureText(row.unit, figure.value, words, unknown), figure);
    return tooFewCompletionsFor(id, summary) ? results('few', { value }) : value;
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
        {shown.map(({ side, summary }) => (
          <Fragment key={side}>
            <span className={styles.value}>
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
    </div>
  );
}
