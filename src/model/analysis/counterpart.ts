/** One request beside another one, as a rule the same request in the other system: when each came, and what only one of them went through. */
import type { Journey, PhaseName } from './journey.ts';

export interface Counterpart {
  /** How much later the other one begins, and ends; ns, negative when it is earlier. */
  readonly beginShiftNs: number;
  readonly endShiftNs: number;
  /**
   * Phases in which only the one, or only the other, has spent any time; in their order. None while the request that lacks them is
   * not over: it may still come to them.
   */
  readonly onlyOne: readonly PhaseName[];
  readonly onlyOther: readonly PhaseName[];
}

/** Holds a request against another one. A phase that took no time is none: it would not be seen on any picture. */
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
