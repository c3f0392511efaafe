/** Breakdown of a request's time, one line per phase, and the line-by-line difference of two requests. */
import type { Journey, PhaseName } from './journey.ts';

export interface LedgerLine {
  readonly phase: PhaseName;
  /** As in a stay: true if all of its stays have it. */
  readonly takes?: boolean | undefined;
  /** Total time in the phase, ns. */
  readonly ns: number;
  /** Number of stays. */
  readonly stays: number;
  /** Share of the total, 0 … 1. */
  readonly share: number;
}

export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** Sum of the lines, ns; for a complete journey exactly its response time. */
  readonly totalNs: number;
}

/** The ledger of a journey, in request order. */
export function ledgerOf({ legs }: Pick<Journey, 'legs'>): Ledger {
  const times = new Map<PhaseName, { ns: number; stays: number; takes: boolean | undefined }>();
  for (const { phase, takes, fromNs, toNs } of legs) {
    const line = times.get(phase) ?? { ns: 0, stays: 0, takes };
    times.set(phase, {
      ns: line.ns + (toNs - fromNs),
      stays: line.stays + 1,
      takes: line.takes && takes,
    });
  }
  const totalNs = [...times.values()].reduce((sum, { ns }) => sum + ns, 0);
  const lines = [...times].map(([phase, { ns, stays, takes }]) => ({
    phase,
    ...(takes && { takes }),
    ns,
    stays,
    share: totalNs > 0 ? ns / totalNs : 0,
  }));
  return { lines, totalNs };
}

export interface ComparedLine {
  readonly phase: PhaseName;
  /** As in a line, for both. */
  readonly takes?: boolean | undefined;
  /** Absent if the request was never in the phase. */
  readonly first: LedgerLine | undefined;
  readonly second: LedgerLine | undefined;
  /** Additional time of the second request, ns. */
  readonly differenceNs: number;
}

/** Both ledgers line by line, in phase order. @param order all phases in order */
export function compareLedgers(a: Ledger, b: Ledger, order: readonly PhaseName[]): ComparedLine[] {
  return order.flatMap((phase) => {
    const [first, second] = [a, b].map(({ lines }) => lines.find((line) => line.phase === phase));
    if (!first && !second) return [];
    const takes = (first ?? second)?.takes && (second ?? first)?.takes;
    const differenceNs = (second?.ns ?? 0) - (first?.ns ?? 0);
    return [{ phase, ...(takes && { takes }), first, second, differenceNs }];
  });
}
