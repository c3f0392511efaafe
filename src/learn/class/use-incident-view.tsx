import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { POINTS } from '../incidents/grade.ts';
import type { IncidentOutcome } from '../incidents/outcome.ts';
import { useIncidentTexts } from '../incidents/page/use-incident-texts.ts';
import type { ClassRow } from './class-table.ts';

/** What the columns of the table show. */
export interface View {
  readonly heads: readonly { readonly key: string; readonly head: ReactNode; readonly title?: string }[];
  readonly cells: (row: ClassRow) => ReactNode;
}

/** Columns of one hidden fault. */
const COLUMNS = ['cause', 'evidence', 'remedy', 'hints', 'attempts', 'time'] as const;

/** The columns of one hidden fault, or of all. */
export function useIncidentView(incidents: readonly string[]): (chosen: string | undefined) => View {
  const t = useTranslations('class.results.columns');
  const texts = useIncidentTexts();
  return (chosen) =>
    chosen === undefined
      ? {
          heads: incidents.map((id) => ({ key: id, head: texts.title(id) })),
          cells: (row) => incidents.map((id) => <Score key={id} outcome={row.incidents[id]} />),
        }
      : {
          heads: COLUMNS.map((name) => ({ key: name, head: t(name) })),
          cells: (row) => <Parts outcome={row.incidents[chosen]} />,
        };
}

function Score({ outcome }: { readonly outcome: IncidentOutcome | undefined }) {
  const t = useTranslations('class.results');
  if (!outcome) return <td>–</td>;
  return (
    <td data-complete={outcome.isSolved}>
      {outcome.score}
      {!outcome.isSolved && <small> {t('open')}</small>}
    </td>
  );
}

/** Cause, evidence and remedy with their points; hints, attempts and time. */
function Parts({ outcome }: { readonly outcome: IncidentOutcome | undefined }) {
  const t = useTranslations('class.results');
  const cause = useTranslations('incidents.causes');
  if (!outcome) return COLUMNS.map((name) => <td key={name}>–</td>);
  const { diagnosis, hints, attempts, seconds } = outcome;
  return (
    <>
      <td
        data-verdict={diagnosis && !diagnosis.isCauseRight ? 'wrong' : 'right'}
        title={diagnosis && cause(diagnosis.cause)}
      >
        {t(`verdict.${diagnosis ? (diagnosis.isCauseRight ? 'right' : 'wrong') : 'none'}`)}
      </td>
      {(['evidence', 'remedy'] as const).map((part) => (
        <td key={part}>{diagnosis ? `${diagnosis.points[part]}/${POINTS[part]}` : '–'}</td>
      ))}
      <td>{hints}</td>
      <td>{attempts}</td>
      <td>{t('minutes', { minutes: Math.ceil(seconds / 60) })}</td>
    </>
  );
}
