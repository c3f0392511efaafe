/** Where a request's time went, one line a phase, and the difference between two requests line by line. */
import type { Journey, PhaseName } from './journey.ts';

export interface LedgerLine {
  readonly phase: PhaseName;
  /** As of a stay: of several, each. */
  readonly takes?: boolean | undefined;
  /** All its stays in the phase together, ns. */
  readonly ns: number;
  /** How often it was in it. */
  readonly stays: number;
  /** Share of the whole time, 0 … 1. */
  readonly share: number;
}

export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** The sum of the lines, ns: of a whole journey exactly its response time. */
  readonly totalNs: number;
}

/** The ledger of a journey, in the order of its way. */
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
  /** As of a line: of both, each. */
  readonly takes?: boolean | undefined;
  /** Absent where the request was never in the phase. */
  readonly one: LedgerLine | undefined;
  readonly other: LedgerLine | undefined;
  /** What the other took more, ns. */
  readonly differenceNs: number;
}

/** Both ledgers line by line, in the order in which a request goes through the phases. @param order every phase */
export function compareLedgers(one: Ledger, other: Ledger, order: readonly PhaseName[]): ComparedLine[] {
  return order.flatMap((phase) => {
    const [first, second] = [one, other].map(({ lines }) => lines.find((line) => line.phase === phase));
    if (!first && !second) return [];
    const takes = (first ?? second)?.takes && (second ?? first)?.takes;
    const differenceNs = (second?.ns ?? 0) - (first?.ns ?? 0);
    return [{ phase, ...(takes && { takes }), one: first, other: second, differenceNs }];
  });
}
