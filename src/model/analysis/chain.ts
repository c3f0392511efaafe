/**
 * "Why was I waiting?": the chain of causes from a request's longest phase to undisturbed work or wire time.
 */
import { type Journey, journeyOf, type Leg } from './journey.ts';
import { hasSinglePool, type Lending, lendingTo } from './pool.ts';
import {
  attributeWait,
  coreUsers,
  type Reason,
  type Recorded,
  type Share,
  type WaitAttribution,
} from './wait-attribution.ts';

/** One step: a request in a phase, the holder of what it needed, and the next request. */
export interface Step {
  readonly request: number;
  readonly account: WaitAttribution;
  /** For a runnable thread without a core: the threads on the cores of its machine. */
  readonly cores: readonly Share[];
  /** For a request that never got a connection: the holders of the pool's connections. */
  readonly lending: Lending | undefined;
  /** The next request and interval; absent at the end of the chain. */
  readonly next: Held | undefined;
}

interface Held {
  readonly request: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/** Maximum number of steps. */
const MAX_STEPS = 12;

/** The leg with the longest part in an interval; the first of equals. */
export function longestLeg(
  { legs }: Journey,
  fromNs = Number.NEGATIVE_INFINITY,
  toNs = Number.POSITIVE_INFINITY,
): Leg | undefined {
  const inside = (leg: Leg) => Math.min(leg.toNs, toNs) - Math.max(leg.fromNs, fromNs);
  return legs.reduce<Leg | undefined>(
    (best, leg) => (best === undefined || inside(leg) > inside(best) ? leg : best),
    undefined,
  );
}

/** The chain that starts with a leg of a request; by default its longest. */
export function chainOf(recorded: Recorded, journey: Journey, leg?: Leg): Step[] {
  const begin = leg ?? longestLeg(journey);
  if (!begin) return [];
  const steps: Step[] = [];
  const visited = new Set<number>();
  let present: { journey: Journey; leg: Leg; fromNs: number; toNs: number } | undefined = {
    journey,
    leg: begin,
    fromNs: begin.fromNs,
    toNs: begin.toNs,
  };
  while (present && steps.length < MAX_STEPS) {
    visited.add(present.journey.id);
    const account = attributeWait(recorded, present.journey, present.leg, present.fromNs, present.toNs);
    const cores = coresOf(recorded, account);
    const lending = lendingFor(recorded, account);
    const next = lending ? borrowerOf(lending, visited) : holderOf(account, cores, visited);
    const following = next && follow(recorded, next, account);
    steps.push({
      request: present.journey.id,
      account,
      cores,
      lending,
      next: following ? next : undefined,
    });
    present = following;
  }
  return steps;
}

/** Total time of the shares with one of the reasons. */
export const timeOf = ({ shares }: WaitAttribution, ...reasons: readonly Reason[]): number =>
  shares.reduce((sum, { reason, ns }) => (reasons.includes(reason) ? sum + ns : sum), 0);

/** The reason with the largest share. */
export function mainReason(account: WaitAttribution): Reason {
  const reasons = new Set(account.shares.map(({ reason }) => reason));
  return [...reasons].reduce<Reason>(
    (main, reason) => (timeOf(account, reason) > timeOf(account, main) ? reason : main),
    'unknown',
  );
}

/** The final reason of a chain: its last reason, or `trips` for avoidable extra round trips. */
export function endOf(account: WaitAttribution): Reason | 'trips' {
  const reason = mainReason(account);
  return account.needed.kind === 'trips' && reason === 'way' ? 'trips' : reason;
}

function coresOf(recorded: Recorded, account: WaitAttribution): Share[] {
  const { needed, shares } = account;
  const ready = shares.find(({ reason }) => reason === 'ready');
  return 'lane' in needed && needed.kind !== 'caller' && ready
    ? coreUsers(recorded, needed.lane, ready.fromNs, ready.toNs)
    : [];
}

const lendingFor = (
  { excerpt, layout }: Recorded,
  { needed, fromNs, toNs }: WaitAttribution,
): Lending | undefined =>
  needed.kind === 'anyConnection' && hasSinglePool(layout) ? lendingTo(excerpt, fromNs, toNs) : undefined;

/** The longest holder of a connection. */
const borrowerOf = ({ loans }: Lending, visited: ReadonlySet<number>): Held | undefined =>
  loans.find(({ request }) => !visited.has(request));

/** Reasons that name another request. */
const BLOCKING_REASONS: readonly Reason[] = ['other', 'untaken', 'behind', 'blocker'];

/** The largest holder in an attribution; undefined if most of the time was its own work, sleep or wire. */
function holderOf(
  account: WaitAttribution,
  cores: readonly Share[],
  visited: ReadonlySet<number>,
): Held | undefined {
  const otherNs = timeOf(account, ...BLOCKING_REASONS);

  const ready = timeOf(account, 'ready');
  const ownNs = account.shares.reduce((sum, { ns }) => sum + ns, 0) - otherNs - ready;
  if (ownNs >= Math.max(otherNs, ready)) return undefined;
  const candidates = otherNs >= ready ? account.shares : cores;
  const found = candidates.find(
    ({ reason, request }) =>
      BLOCKING_REASONS.includes(reason) && request !== undefined && !visited.has(request),
  );
  return found?.request === undefined
    ? undefined
    : { request: found.request, fromNs: found.fromNs, toNs: found.toNs };
}

/**
 * The other request during its hold. For a thread, only a phase that the thread served counts: some work for
 * a request comes after the request has moved on.
 */
function follow(recorded: Recorded, { request, fromNs, toNs }: Held, { needed, shares }: WaitAttribution) {
  const journey = journeyOf(recorded.excerpt, request);
  const leg = journey && longestLeg(journey, fromNs, toNs);
  if (!journey || !leg) return undefined;
  // A blocking command delays the connection even if the thread is idle.
  const isBusy =
    needed.kind === 'thread' && leg.phase !== 'blocked' && shares.some((share) => share.request === request);
  if (isBusy) {
    const otherNeeded = attributeWait(recorded, journey, leg, fromNs, toNs).needed;
    if (otherNeeded.kind !== 'thread' || otherNeeded.lane !== needed.lane) return undefined;
  }
  return { journey, leg, fromNs, toNs };
}
