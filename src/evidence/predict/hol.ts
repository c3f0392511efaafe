/**
 * `hol.csv`: 16 threads that issue 100 GET/s each over one Lettuce connection, next to a slow command every
 * 100 ms. The model mixes the slow command into the stream of the same connection.
 */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, table } from '../measured/tables.ts';
import { runFor, sharedMachine } from './machine.ts';
import { type Aside, present, type Row, seen } from './row.ts';

/** Ten slow commands per second among 1600 quick ones. */
const SHARE = 10 / 1610;
/** Time until a thread's next request: 10 ms minus a usual response time. */
const PAUSE_US = 9900;
const get = { requestBytes: 26, replyBytes: 11 };

/**
 * The slow commands: a reply of 5 MB, a command that runs for 20 ms, and one that waits for as long on the
 * server.
 */
const slow: Readonly<Record<string, Json>> = {
  none: { share: 0 },
  big5m: { share: SHARE, requestBytes: 26, replyBytes: 5_000_000 },
  blpop20: { share: SHARE, requestBytes: 36, replyBytes: 5, blockMs: 20 },
  sleep20: { share: SHARE, requestBytes: 40, replyBytes: 5, execUs: { kind: 'constant', value: 20_000 } },
};

/**
 * The lines whose slow command the model can send, on the connection of the quick ones or anywhere if that is
 * equal.
 */
export const holRows = (): Row[] => table('hol').map(toRow);

function toRow(line: Line): Row {
  const second = slow[line.slow_cmd ?? ''] ?? fail(`no slow command is called ${line.slow_cmd}`);
  const reason = otherConnection(line);
  return {
    table: 'hol',
    id: [line.rtt, line.slow_cmd, line.slow_on].join(' '),
    scenario: {
      run: { ...runFor(0), measuredMs: 10_000 },
      workload: {
        // Each thread waits for its reply before it sends again, and its times begin when it sends.
        arrivals: {
          kind: 'closed',
          callers: 16,
          thinkUs: { kind: 'constant', value: PAUSE_US },
          rampUs: PAUSE_US,
        },
        command: get,
        second,
      },
      ...sharedMachine,
      client: {
        ...sharedMachine.client,
        io: { kind: 'eventLoops', loops: 2 },
        connections: { kind: 'shared', count: 1 },
      },
      network: { rttUs: 0 },
    },
    seen: present({ meanUs: seen(line, 'mean_us'), p99Us: seen(line, 'p99_us') }),
    rangeCounts: false,
    ...(reason ? { aside: reason } : {}),
  };
}

/** A command that runs on the server blocks all connections. */
const otherConnection = (line: Line): Aside | undefined =>
  line.slow_on === 'other' && line.slow_cmd !== 'sleep20' ? 'ownConnection' : undefined;

function fail(message: string): never {
  throw new Error(message);
}
