/** The immediate effect of an edit: the changed queue, and the new busiest resource. */
import type { Summary } from '../scenario/generated/summary.ts';
import type { RunResult } from './run-result.ts';

/** A change of a value. */
export interface Moved<T> {
  readonly from: T;
  readonly to: T;
}

type Resource = Summary['resources'][number]['resource'];

export interface Response {
  /** Mean number of requests waiting for a connection, rounded; absent if unchanged. */
  readonly waiting?: Moved<number>;
  /** The busiest resource, if it changed. */
  readonly busiest?: Moved<Resource>;
}

/** The differences in `now`; undefined if both are of the same run. */
export function responseOf(before: RunResult, now: RunResult): Response | undefined {
  if (before.fingerprint === now.fingerprint) return undefined;
  const waiting = moved(waitingIn(before), waitingIn(now));
  const busiest = moved(before.busiest?.resource, now.busiest?.resource);
  return {
    ...(waiting ? { waiting } : {}),
    ...(busiest ? { busiest } : {}),
  };
}

const waitingIn = ({ queues }: Summary): number =>
  Math.round(queues.find(({ phase }) => phase === 'waitConnection')?.mean ?? 0);

const moved = <T>(from: T | undefined, to: T | undefined): Moved<T> | undefined =>
  from === undefined || to === undefined || from === to ? undefined : { from, to };
