/** Reads the user's own Redis through the bridge, as pieces. */
import { observeRedis, pingRedis } from '../../live/live.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { replacePieces } from './actions.ts';

/** Time between two readings of the counters, s: then they are rates of now, not means since the start. */
export const SECONDS_BETWEEN = 5;

/**
 * Reads counters, connections and slow commands from the Redis behind the bridge, and its round trip. INFO is read twice.
 * Everything replaces what was read from it before.
 * @param options.onWait hears the seconds that are left before the second reading
 * @param options.signal ends that wait: what was read once is used
 * @returns why it cannot be read, or the commands that Redis refused
 */
export async function readRedis({ onWait, signal }: ReadRedisOptions): Promise<Problem | undefined> {
  const first = await observeRedis();
  if ('code' in first) return first;
  await secondsPass(SECONDS_BETWEEN, onWait, signal);
  const second = signal.aborted || first.info === '' ? first : await observeRedis();
  if ('code' in second) return second;
  // The pings come last: the counters would have them.
  const pingUs = await pingRedis();
  if (typeof pingUs !== 'number') return pingUs;
  const observed = [
    { name: OBSERVED_FILES.info, text: second === first ? first.info : `${first.info}\n${second.info}` },
    { name: OBSERVED_FILES.clients, text: second.clientList },
    { name: OBSERVED_FILES.slowLog, text: second.slowLog },
  ];
  replacePieces(Object.values(OBSERVED_FILES), observed, { rtt: pingUs });
  return second.refused.length === 0
    ? undefined
    : { code: 'SYS-08', path: '', value: second.refused.join(', ') };
}

export interface ReadRedisOptions {
  readonly onWait: (secondsLeft: number) => void;
  readonly signal: AbortSignal;
}

/** Waits for some seconds, or until the signal ends the wait. */
async function secondsPass(
  seconds: number,
  onWait: (left: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let left = seconds; left > 0 && !signal.aborted; left--) {
    onWait(left);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1000);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }
}

/** Names of the pieces that come from the bridge. */
const OBSERVED_FILES: Readonly<Record<'info' | 'clients' | 'slowLog', string>> = {
  info: 'INFO',
  clients: 'CLIENT LIST',
  slowLog: 'SLOWLOG GET',
};
