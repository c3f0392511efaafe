/** That the lines of a ledger add up, and to what: said of every request that is over, of two by their numbers. */
import type { useTranslations } from 'use-intl';
import type { Ending } from '../../model/analysis/journey.ts';

type Say = ReturnType<typeof useTranslations<'follow.ledger'>>;

/** A request's number and its whole time in ns, as texts. */
export interface Sum {
  readonly request: string;
  readonly ns: string;
  readonly ending: Ending;
}

/** What the time of requests is called: only what is answered has a response time. */
export const endsOf = ([first = 'answered', ...others]: readonly Ending[]): Ending | 'both' =>
  others.every((ending) => ending === first) ? first : 'both';

/** @param isCompared whether there are lines of two requests, over or not */
export function addsOf(t: Say, [one, other]: readonly Sum[], isCompared: boolean): string {
  if (!one) return '';
  const { request, ns } = one;
  if (other) {
    const ends = endsOf([one.ending, other.ending]);
    return t('addsBoth', { request, ns, other: other.request, otherNs: other.ns, ends });
  }
  return t(isCompared ? 'addsOne' : 'adds', { request, ns, ends: one.ending });
}
