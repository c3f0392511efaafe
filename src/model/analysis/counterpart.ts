/**
 * Compares two requests, usually the same request on both sides: time shifts, and phases that only one of
 * them has.
 */
import type { Journey, PhaseName } from './journey.ts';

export interface Counterpart {
  /** Start and end of the other request minus this one's, ns. */
  readonly beginShiftNs: number;
  readonly endShiftNs: number;
  /**
   * Phases in which only one of the two spent time, in order. Empty while the request that lacks them is in
   * progress.
   */
  readonly onlyFirst: readonly PhaseName[];
  readonly onlySecond: readonly PhaseName[];
}

/** Compares two requests. Phases of zero length are ignored: they would be invisible. */
export function counterpartOf(journey: Journey, other: Journey): Counterpart {
  const [phases, otherPhases] = [phasesOf(journey), phasesOf(other)];
  return {
    beginShiftNs: other.beginNs - journey.beginNs,
    endShiftNs: other.endNs - journey.endNs,
    onlyFirst: other.isWhole ? [...phases].filter((phase) => !otherPhases.has(phase)) : [],
    onlySecond: journey.isWhole ? [...otherPhases].filter((phase) => !phases.has(phase)) : [],
  };
}

const phasesOf = ({ legs }: Journey): ReadonlySet<PhaseName> =>
  new Set(legs.filter(({ fromNs, toNs }) => toNs > fromNs).map(({ phase }) => phase));
