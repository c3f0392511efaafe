import { useTranslations } from 'use-intl';
import { fewAnswers, NEEDED, type Percentile } from '../../explain/cautions.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import type { SideName } from '../../scenario/problem.ts';
import { Explanation } from '../shared/Explanation.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useWords } from '../shared/texts.tsx';
import { CautionNote } from './CautionNote.tsx';
import type { Row, RowId } from './rows.ts';

export interface FigureNoteProps {
  readonly row: Row;
  readonly summaries: readonly { readonly side: SideName; readonly summary: Summary | undefined }[];
}

const NS_PER_US = 1000;

const isPercentile = (id: RowId): id is Extract<RowId, Percentile> => id in NEEDED;

/** What a figure is, and where its values come from: how many answers, from when to when, of which run. */
export function FigureNote(props: FigureNoteProps) {
  return (
    <PartTexts part="note">
      <Note {...props} />
    </PartTexts>
  );
}

function Note({ row, summaries }: FigureNoteProps) {
  const t = useTranslations('note.figure');
  const { duration } = useWords();
  const known = summaries.flatMap(({ side, summary }) => (summary ? [{ side, summary }] : []));
  const [first] = known;
  const { id } = row;
  const cautions = isPercentile(id)
    ? known.flatMap(({ side, summary }) => {
        const caution = fewAnswers(id, summary);
        return caution ? [{ side, caution }] : [];
      })
    : [];
  const hasInterval = first !== undefined && row.read(first.summary).half !== undefined;
  return (
    <>
      <p>
        <Explanation figure={row.id} />
      </p>
      {hasInterval && <p>{t('batches', { count: first.summary.throughput.batches })}</p>}
      {cautions.map(({ side, caution }) => (
        <CautionNote key={side} side={side} caution={caution} beside={cautions} />
      ))}
      {known.map(({ side, summary }) => (
        <p key={side}>
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
      ))}
    </>
  );
}
