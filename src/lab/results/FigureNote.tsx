import { useTranslations } from 'use-intl';
import { tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Explanation } from '../../ui/Explanation.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { CautionNote } from './CautionNote.tsx';
import { DifferenceNote } from './DifferenceNote.tsx';
import { FigureValue } from './FigureValue.tsx';
import { type Figure, isEndless, type Row } from './rows.ts';

const NS_PER_US = 1000;

interface FigureNoteOriginProps {
  readonly side: SideName;
  readonly summary: Summary;
}

/** The source of a side's metric: number of requests, time range, run. Its texts are those of notes. */
export function FigureNoteOrigin({ side, summary }: FigureNoteOriginProps) {
  const t = useTranslations('note.figure');
  const { duration } = useWords();
  return (
    <p>
      {t('origin', {
        side: side.toUpperCase(),
        count: summary.responseTime.count,
        from: duration(summary.windowStartUs * NS_PER_US),
        to: duration((summary.windowStartUs + summary.windowUs) * NS_PER_US),
        seed: String(summary.seed),
        version: summary.engineVersion,
        fingerprint: summary.fingerprint.slice(0, 8),
      })}
    </p>
  );
}

export interface FigureNoteProps {
  readonly row: Row;
  readonly summaries: readonly { readonly side: SideName; readonly summary: RunResult | undefined }[];
  /** Whether it is about the difference of B and A. */
  readonly isDifference?: boolean;
}

/** The kind of interval: some metrics have none, others may have too few requests. */
const intervalOf = (figure: Figure): 'batches' | 'tooFew' | 'none' => {
  if (!('half' in figure)) return 'none';
  return figure.half === undefined ? 'tooFew' : 'batches';
};

/** Explains a metric: value with interval, meaning, formula and source. */
export function FigureNote({ row, summaries, isDifference = false }: FigureNoteProps) {
  const t = useTranslations('note.figure');
  const known = summaries.flatMap(({ side, summary }) => (summary ? [{ side, summary }] : []));
  const [first, second] = known;
  const { id } = row;
  const cautions = known.flatMap(({ side, summary }) => {
    const caution = tooFewCompletionsFor(id, summary);
    return caution ? [{ side, caution }] : [];
  });
  return (
    <>
      {isDifference && first && second && (
        <DifferenceNote row={row} from={first.summary} to={second.summary} />
      )}
      {known.map(({ side, summary }) => (
        <p key={side}>
          <SideBadge side={side} />{' '}
          <b>
            <FigureValue row={row} summary={summary} />
          </b>
        </p>
      ))}
      <p>
        <Explanation figure={id} />
      </p>
      <p>{t('formula', { formula: t(`formulas.${id}`) })}</p>
      {(['isRaised', 'isAtLeast', 'isPartial'] as const).map(
        (of) => known.some(({ summary }) => row.read(summary)[of]) && <p key={of}>{t(`waiting.${of}`)}</p>,
      )}
      {known.some(({ summary }) => isEndless(row, summary)) && <p>{t('growing')}</p>}
      {first && row.unit !== 'text' && !isDifference && (
        <p>
          {t(`intervals.${intervalOf(row.read(first.summary))}`, { count: first.summary.throughput.batches })}
        </p>
      )}
      {cautions.map(({ side, caution }) => (
        <CautionNote key={side} side={side} caution={caution} cautions={cautions} />
      ))}
      {known.map(({ side, summary }) => (
        <FigureNoteOrigin key={side} side={side} summary={summary} />
      ))}
    </>
  );
}
