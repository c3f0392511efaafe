/**
 * One request's phases in order. A request is in exactly one phase at any time, so they sum to its response
 * time to the nanosecond.
 */
import { phases, threadStates } from '../engine/generated/abi.ts';
import { REQUEST_KIND } from '../playback/spans.ts';
import { connectionOf, type Excerpt, endOf, type FailureName, overlap } from './excerpt.ts';

export type PhaseName = (typeof phases)[number];

/** Name of a stay in a phase: at its pool a request waits for a connection, or takes one without waiting. */
export type StayName = PhaseName | 'takeConnection';

/** For a stay at the pool: whether its caller never blocked there. */
interface Stay {
  readonly phase: PhaseName;
  readonly takes?: boolean | undefined;
}

export const stayName = ({ phase, takes }: Stay): StayName => (takes ? 'takeConnection' : phase);

/** A stay in one phase. */
export interface Leg {
  readonly phase: PhaseName;
  readonly fromNs: number;
  /** At the pool: its caller takes a connection without blocking. */
  readonly takes?: boolean;
  /** If not over, the last known time. */
  readonly toNs: number;
  readonly isOver: boolean;
  /** Its connection, or −1. */
  readonly connection: number;
}

export interface Journey {
  readonly id: number;
  /** Lane of its caller. */
  readonly caller: number;
  /** Its connection, or −1 without one. */
  readonly connection: number;
  readonly legs: readonly Leg[];
  readonly beginNs: number;
  readonly endNs: number;
  /** Whether its start and its end are known, so that the legs are complete. */
  readonly isWhole: boolean;
  /** Why it ended without a reply; absent if it has one or is in progress. */
  readonly failure?: FailureName | undefined;
}

/** The phases of a request as far as the excerpt covers them; undefined if the excerpt lacks it. */
export function journeyOf(excerpt: Excerpt, id: number): Journey | undefined {
  const spans = excerpt.ofRequest.get(id);
  const [first] = spans ?? [];
  if (!spans || first === undefined) return undefined;
  const legs = spans.map((span): Leg => {
    const phase = phases[(excerpt.kind[span] as number) - REQUEST_KIND] as PhaseName;
    return {
      phase,
      ...(phase === 'waitConnection' && { takes: takesIn(excerpt, span) }),
      fromNs: excerpt.start[span] as number,
      toNs: endOf(excerpt, span),
      isOver: excerpt.isOpen[span] === 0,
      connection: connectionOf(excerpt, span),
    };
  });
  const beginNs = legs[0]?.fromNs ?? 0;
  // A request that began before the excerpt may have had earlier phases.
  const knowsBegin = beginNs > excerpt.fromNs || excerpt.fromNs === 0;
  return {
    id,
    // The caller of a request that waited for one is known from then on.
    caller: excerpt.lane[spans.at(-1) ?? first] as number,
    connection: legs.findLast(({ connection }) => connection >= 0)?.connection ?? -1,
    legs,
    beginNs,
    endNs: legs.at(-1)?.toNs ?? beginNs,
    isWhole: knowsBegin && legs.every(({ isOver }) => isOver),
    failure: excerpt.failureOf.get(id),
  };
}

const STANDS = threadStates.indexOf('waitConnection');

/** Whether a caller is at its pool during a span of its request without blocking for a connection. */
function takesIn(excerpt: Excerpt, span: number): boolean {
  const [fromNs, toNs] = [excerpt.start[span] as number, endOf(excerpt, span)];
  const laneSpans = excerpt.ofLane.get(excerpt.lane[span] as number) ?? [];
  const overlapping = laneSpans.filter((other) => overlap(excerpt, other, fromNs, toNs) > 0);
  return overlapping.length > 0 && overlapping.every((other) => excerpt.kind[other] !== STANDS);
}

/** How a request ended, if it did. Only completed requests have a response time. */
export type Ending = 'answered' | 'failed' | 'open';

export const endingOf = ({ isWhole, failure }: Journey): Ending =>
  !isWhole ? 'open' : failure ? 'failed' : 'answered';

/** The leg at an instant (start inclusive, end exclusive); undefined before and after. */
export const legAt = ({ legs }: Journey, timeNs: number): Leg | undefined =>
  legs.find(
    ({ fromNs, toNs, isOver }) => fromNs <= timeNs && (timeNs < toNs || (!isOver && timeNs === toNs)),
  );

/** The next (+1) or previous (−1) phase change of the request; undefined if none is left. */
export function boundary({ legs, endNs }: Journey, timeNs: number, direction: 1 | -1): number | undefined {
  const moments = [...legs.map(({ fromNs }) => fromNs), endNs];
  return direction > 0
    ? moments.find((moment) => moment > timeNs)
    : moments.findLast((moment) => moment < timeNs);
}

/**
 * The next (+1) or previous (−1) request on its connection, by start of use; undefined if the excerpt has
 * none.
 */
export function neighbourOnConnection(
  excerpt: Excerpt,
  { id, connection }: Journey,
  direction: 1 | -1,
): number | undefined {
  if (connection < 0) return undefined;
  const order = requestsOn(excerpt, connection);
  const at = order.indexOf(id);
  return at < 0 ? undefined : order[at + direction];
}

/** Requests on a connection, by start of use. */
export function requestsOn(excerpt: Excerpt, connection: number): number[] {
  const got: [id: number, atNs: number][] = [];
  for (const [id, spans] of excerpt.ofRequest) {
    const first = spans.find((span) => connectionOf(excerpt, span) === connection);
    if (first !== undefined) got.push([id, excerpt.start[first] as number]);
  }
  return got.sort(([a, x], [b, y]) => x - y || a - b).map(([id]) => id);
}
