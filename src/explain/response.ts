/** What has come of a change of knobs, as far as it is worth saying at once: the wait that it moved, what is busiest since, the throughput. */
import type { Summary } from '../scenario/generated/summary.ts';

/** From what to what. */
export interface Moved<T> {
  readonly from: T;
  readonly to: T;
}

type Resource = Summary['resources'][number]['resource'];

export interface Response {
  /** Requests that wait for a connection, on average, in whole ones; absent when it is as many as before. */
  readonly waiting?: Moved<number>;
  /** The busiest resource, when it is another one. */
  readonly busiest?: Moved<Resource>;
  readonly perSec: number;
}

/** What is different in `now`; undefined when both are of the same run. */
export function responseOf(before: Summary, now: Summary): Response | undefined {
  if (before.fingerprint === now.fingerprint) return undefined;
  const waiting = moved(waitingIn(before), waitingIn(now));
  const busiest = moved(before.resources[0]?.resource, now.resources[0]?.resource);
  return {
    ...(waiting ? { waiting } : {}),
    ...(busiest ? { busiest } : {}),
    perSec: now.throughput.perSec,
  };
}

const waitingIn = ({ queues }: Summary): number =>
  Math.round(queues.find(({ phase }) => phase === 'waitConnection')?.mean ?? 0);

const moved = <T>(from: T | undefined, to: T | undefined): Moved<T> | undefined =>
  from === undefined || to === undefined || from === to ? undefined : { from, to };
