/** What-if: every change of the scenario that can be made in practice, as a finding of its own. */
import { type LeverId, movesOf } from '../../../model/explain/levers.ts';
import type { Finding, Subject } from '../finding.ts';
import type { FindingId } from '../ids.ts';
import { edit, FOUND } from '../subject.ts';

/** They change the load, or remove a protection: no advice. */
const NO_ADVICE = ['callersDouble', 'noTimeouts'] as const satisfies readonly LeverId[];

/** Levers that are shown as findings. */
export type ChangeId = Exclude<
  Extract<
    LeverId,
    | 'coresDouble'
    | 'slowElsewhere'
    | 'poolDouble'
    | 'poolAsCallers'
    | 'oneShared'
    | 'connectionPerLoop'
    | 'fifoHandoff'
    | 'noTests'
    | 'ioThreads'
    | 'noAppendOnly'
    | 'noNagle'
  >,
  (typeof NO_ADVICE)[number]
>;

const isAdvice = (id: LeverId): id is ChangeId => !NO_ADVICE.some((other) => other === id);

/** Causes that propose the same change already. */
const SAME: Readonly<Partial<Record<ChangeId, readonly FindingId[]>>> = {
  noTests: ['testOnBorrow', 'pingLoad'],
  noNagle: ['nagleOn'],
  slowElsewhere: ['slowCommand', 'blockingOnShared'],
};

/**
 * One finding per feasible change; their effects decide whether they are shown.
 * @param causes findings that need no run
 */
export const changesOf = ({ scenario }: Subject, causes: readonly Finding[]): Finding[] =>
  movesOf(scenario).flatMap(({ id, isFeasible, edits }): Finding[] =>
    isFeasible && isAdvice(id) && !causes.some((cause) => SAME[id]?.includes(cause.id))
      ? [{ ...FOUND, id, source: 'model', severity: 'note', origins: [], facts: {}, change: edit(edits) }]
      : [],
  );
