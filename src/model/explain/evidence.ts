/** The values that a limit rests on, as rows of a table. */
import type { Fact, Finding } from './finding.ts';
import type { LimitId } from './limits.ts';

const WORK = ['demand', 'total', 'others'] as const;
const CALLERS = ['callers', 'response', 'pause', 'least', 'rest', 'bound'] as const;

/** Rows by limit, in their order. */
const ROWS = {
  busy: [...WORK, 'bound'],
  disk: ['busy', 'demand', 'fsync', 'bound'],
  blocking: ['blocked', 'each', 'bound'],
  uneven: [...WORK, 'bound', 'uneven'],
  together: ['batch', 'loop', 'main'],
  carriers: ['callers', 'hold', 'bound'],
  pool: ['callers', 'hold', 'bound'],
  offered: ['offered', 'completed'],
  wire: CALLERS,
  callers: CALLERS,
} as const satisfies Partial<Record<LimitId, readonly string[]>>;

type Limited = keyof typeof ROWS;

/** A row by its label and by the text of its value. */
export type EvidenceRow = {
  [Id in Limited]: {
    readonly label: (typeof ROWS)[Id][number];
    readonly value: `${Id}${Capitalize<(typeof ROWS)[Id][number]>}`;
  };
}[Limited];

const isMore = (fact: Fact | undefined): boolean => fact?.unit === 'count' && fact.value > 0;
const sharingOf = (fact: Fact | undefined) => (fact?.unit === 'sharing' ? fact.sharing : 'alone');

/** Rows that only some runs have. */
const APPLIES: Partial<Record<EvidenceRow['label'], (facts: Finding<LimitId>['facts']) => boolean>> = {
  total: ({ sharing }) => sharingOf(sharing) !== 'alone',
  others: ({ sharing }) => sharingOf(sharing) === 'uneven',
  pause: ({ pauses }) => isMore(pauses),
  least: ({ hasRest }) => isMore(hasRest),
  rest: ({ hasRest }) => isMore(hasRest),
};

/** The evidence of a limit; none where nothing completed or nothing is saturated. */
export function evidenceOf({ id, facts }: Finding<LimitId>): EvidenceRow[] {
  if (!(id in ROWS)) return [];
  const limit = id as Limited;
  return ROWS[limit]
    .filter((label) => APPLIES[label]?.(facts) ?? true)
    .map(
      (label) => ({ label, value: limit + label.charAt(0).toUpperCase() + label.slice(1) }) as EvidenceRow,
    );
}
