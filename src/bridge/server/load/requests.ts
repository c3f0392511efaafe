/** Performs requests on a connection: the workload's command or batch, with the next keys in turn. */
import type { RealBatch, RealCommand, RealWorkload } from '../../workload/workload.ts';
import type { Call, Connection } from './connection.ts';
import type { Random } from './random.ts';

export interface Requests {
  /** Performs the next request. Allocating closures for each would be a large part of its cost. */
  perform(connection: Connection): Promise<unknown>;
  /** Number of commands sent so far, by the server's command names. */
  readonly sent: Readonly<Record<string, number>>;
  /** Commands per request. */
  readonly commands: number;
}

export function requestsOf(
  { command, second, batch }: RealWorkload,
  keys: readonly string[],
  random: Random,
): Requests {
  const sent: Record<string, number> = {};
  const count = (name: string, n = 1) => {
    sent[name] = (sent[name] ?? 0) + n;
  };
  const values = new Map([command, ...(second ? [second] : [])].map((each) => [each, valueFor(each)]));
  let turn = 0;
  const nextKey = () => {
    turn = turn + 1 === keys.length ? 0 : turn + 1;
    return keys[turn] ?? '';
  };
  const choose = (): RealCommand => (second && random() < second.share ? second : command);
  const nextKeys = (size: number) => Array.from({ length: size }, nextKey);
  const nextCalls = (size: number): Call[] =>
    Array.from({ length: size }, () => {
      const next = choose();
      count(next.kind);
      return { key: nextKey(), value: next.kind === 'set' ? (values.get(next) ?? '') : null };
    });

  const single = (connection: Connection) => {
    const next = choose();
    const key = nextKey();
    count(next.kind);
    return next.kind === 'get' ? connection.get(key) : connection.set(key, values.get(next) ?? '');
  };
  const multiKey = (connection: Connection, { size, replyPerKey }: RealBatch & { kind: 'multiKey' }) => {
    const several = nextKeys(size);
    count(replyPerKey ? 'mget' : 'mset');
    return replyPerKey ? connection.mget(several) : connection.mset(several, values.get(command) ?? '');
  };
  const perform = (connection: Connection): Promise<unknown> => {
    if (batch.kind === 'none') return single(connection);
    if (batch.kind === 'multiKey') return multiKey(connection, batch);
    const calls = nextCalls(batch.size);
    if (batch.kind === 'pipeline') return connection.pipeline(calls);
    count('multi');
    count('exec');
    return batch.roundTrips === 1 ? connection.transaction(calls) : connection.slowTransaction(calls);
  };
  return { perform, sent, commands: batch.kind === 'none' ? 1 : batch.size };
}

export const valueFor = ({ valueBytes }: RealCommand): string => 'v'.repeat(valueBytes);
