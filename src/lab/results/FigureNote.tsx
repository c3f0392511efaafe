import { useTranslations } from 'use-intl';
import { fewAnswersFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Explanation } from '../../ui/Explanation.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { CautionNote } from './CautionNote.tsx';
import { DifferenceNote } from './DifferenceNote.tsx';
import { FigureNoteOrigin } from './FigureNoteOrigin.tsx';
import { FigureValue } from './FigureValue.tsx';
import { type Figure, isEndless, type Row } from './rows.ts';

export interface FigureNoteProps {
  readonly row: Row;
  readonly summaries: readonly { readonly side: SideName; readonly summary: RunResult | undefined }[];
  /** Whether it is about what B is more or less than A. */
  readonly isDifference?: boolean;
}

/** Whether there is an interval: for some figures none is counted, for others there may be too few answers. */
const intervalOf = (figure: Figure): 'batches' | 'tooFew' | 'none' => {
  if (!('half' in figure)) return 'none';
  return figure.half === undefined ? 'tooFew' : 'batches';
};

/**
 * What a figure is: its value with its interval, its meaning, its formula, and where it comes from: how many answers, from when to
 * when, of which run.
 */
export function FigureNote({ row, summaries, isDifference = false }: FigureNoteProps) {
  const t = useTranslations('note.figure');
  const known = summaries.flatMap(({ side, summary }) => (summary ? [{ side, summary }] : []));
  const [first, second] = known;
  const { id } = row;
  const cautions = known.flatMap(({ side, summary }) => {
    const caution = fewAnswersFor(id, summary);
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
        <CautionNote key={side} side={side} caution={caution} beside={cautions} />
      ))}
      {known.map(({ side, summary }) => (
        <FigureNoteOrigin key={side} side={side} summary={summary} />
      ))}
    </>
  );
}
