/** What has come of a change of knobs, as far as it is worth saying at once: the wait that it moved, what is busiest since. */
import type { Summary } from '../scenario/generated/summary.ts';
import type { RunResult } from './run-result.ts';

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
}

/** What is different in `now`; undefined when both are of the same run. */
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
