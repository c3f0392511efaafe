/** States that the lines of a ledger add up: for each completed request, and for two by their numbers. */
import type { useTranslations } from 'use-intl';
import type { Ending } from '../../model/analysis/journey.ts';

type Say = ReturnType<typeof useTranslations<'follow.ledger'>>;

/** A request's number and its total time in ns, as texts. */
export interface Sum {
  readonly request: string;
  readonly ns: string;
  readonly ending: Ending;
}

/** Name of a request's total time: only a completed request has a response time. */
export const endsOf = ([first = 'answered', ...others]: readonly Ending[]): Ending | 'both' =>
  others.every((ending) => ending === first) ? first : 'both';

/** @param isCompared whether the table has lines of two requests, completed or not */
export function addsOf(t: Say, [first, second]: readonly Sum[], isCompared: boolean): string {
  if (!first) return '';
  const { request, ns } = first;
  if (second) {
    const ends = endsOf([first.ending, second.ending]);
    return t('addsBoth', { request, ns, other: second.request, otherNs: second.ns, ends });
  }
  return t(isCompared ? 'addsOne' : 'adds', { request, ns, ends: first.ending });
}
