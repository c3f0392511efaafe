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
  readonly onlyOne: readonly PhaseName[];
  readonly onlyOther: readonly PhaseName[];
}

/** Compares two requests. Phases of zero length are ignored: they would be invisible. */
export function counterpartOf(one: Journey, other: Journey): Counterpart {
  const [here, there] = [phasesOf(one), phasesOf(other)];
  return {
    beginShiftNs: other.beginNs - one.beginNs,
    endShiftNs: other.endNs - one.endNs,
    onlyOne: other.isWhole ? [...here].filter((phase) => !there.has(phase)) : [],
    onlyOther: one.isWhole ? [...there].filter((phase) => !here.has(phase)) : [],
  };
}

const phasesOf = ({ legs }: Journey): ReadonlySet<PhaseName> =>
  new Set(legs.filter(({ fromNs, toNs }) => toNs > fromNs).map(({ phase }) => phase));
