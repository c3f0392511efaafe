/**
 * One request's way through the system: its phases in order. A request is in exactly one phase at any time, so they add up
 * to its response time to the nanosecond.
 */
import { phases, threadStates } from '../engine/generated/abi.ts';
import { REQUEST_KIND } from '../playback/spans.ts';
import { connectionOf, type Excerpt, endOf, type FailureName, overlap } from './excerpt.ts';

export type PhaseName = (typeof phases)[number];

/** What a stay in a phase is called: at its pool a request waits for a connection, or only takes one. */
export type StayName = PhaseName | 'takeConnection';

/** Of a stay at the pool: whether its caller never stood still there, so that nobody has waited. */
interface Stay {
  readonly phase: PhaseName;
  readonly takes?: boolean | undefined;
}

export const stayName = ({ phase, takes }: Stay): StayName => (takes ? 'takeConnection' : phase);

/** A stay in one phase. */
export interface Leg {
  readonly phase: PhaseName;
  readonly fromNs: number;
  /** At the pool: its caller takes a connection, and does not stand still for it. */
  readonly takes?: boolean;
  /** Where it is not over yet, as far as it is known. */
  readonly toNs: number;
  readonly isOver: boolean;
  /** Connection it has, or −1. */
  readonly connection: number;
}

export interface Journey {
  readonly id: number;
  /** Lane of its caller. */
  readonly caller: number;
  /** The connection it got, or −1 while it has none. */
  readonly connection: number;
  readonly legs: readonly Leg[];
  readonly beginNs: number;
  readonly endNs: number;
  /** Whether its begin and its end are known, so that the legs are all there are. */
  readonly isWhole: boolean;
  /** Why it has ended without an answer; absent where it has one, or has not ended. */
  readonly failure?: FailureName | undefined;
}

/** The way of a request as far as the excerpt knows it; undefined when the request is not in it. */
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
  // What began before the excerpt may have had other phases before.
  const knowsBegin = beginNs > excerpt.fromNs || excerpt.fromNs === 0;
  return {
    id,
    // Whoever takes a request that waited for a caller is known from then on.
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

/** Whether a caller is seen to be at its pool in a span of its request, and never stands still there for a connection. */
function takesIn(excerpt: Excerpt, span: number): boolean {
  const [fromNs, toNs] = [excerpt.start[span] as number, endOf(excerpt, span)];
  const own = excerpt.ofLane.get(excerpt.lane[span] as number) ?? [];
  const seen = own.filter((other) => overlap(excerpt, other, fromNs, toNs) > 0);
  return seen.length > 0 && seen.every((other) => excerpt.kind[other] !== STANDS);
}

/** How a request has ended, if it has. Only what is answered has a response time. */
export type Ending = 'answered' | 'failed' | 'open';

export const endingOf = ({ isWhole, failure }: Journey): Ending =>
  !isWhole ? 'open' : failure ? 'failed' : 'answered';

/** The leg at an instant; undefined before and after. A leg has its start and not its end. */
export const legAt = ({ legs }: Journey, timeNs: number): Leg | undefined =>
  legs.find(
    ({ fromNs, toNs, isOver }) => fromNs <= timeNs && (timeNs < toNs || (!isOver && timeNs === toNs)),
  );

/** The next (+1) or previous (−1) moment at which the request goes from one phase to another; undefined when none is left. */
export function boundary({ legs, endNs }: Journey, timeNs: number, direction: 1 | -1): number | undefined {
  const moments = [...legs.map(({ fromNs }) => fromNs), endNs];
  return direction > 0
    ? moments.find((moment) => moment > timeNs)
    : moments.findLast((moment) => moment < timeNs);
}

/** The request after (+1) or before (−1) this one on its connection, by when they got it; undefined when the excerpt has none. */
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

/** Requests that had a connection, in the order in which they got it. */
export function requestsOn(excerpt: Excerpt, connection: number): number[] {
  const got: [id: number, atNs: number][] = [];
  for (const [id, spans] of excerpt.ofRequest) {
    const first = spans.find((span) => connectionOf(excerpt, span) === connection);
    if (first !== undefined) got.push([id, excerpt.start[first] as number]);
  }
  return got.sort(([a, one], [b, other]) => one - other || a - b).map(([id]) => id);
}
