/**
 * `hol.csv`: 16 threads that issue 100 GET/s each over one Lettuce connection, next to a slow command every
 * 100 ms. On the same connection the model mixes it into the stream; on another one a neighbour sends it.
 */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, table } from '../measured/tables.ts';
import { runFor, sharedMachine } from './machine.ts';
import { present, type Row, seen } from './row.ts';

/** Ten slow commands per second among 1600 quick ones. */
const SHARE = 10 / 1610;
/** Of the thread with the slow command: about 100 ms less its duration, in no fixed relation to the others. */
const PAUSE_OF_SLOW = { kind: 'uniform', min: 60_000, max: 100_000 };
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

/** All lines of the table. */
export const holRows = (): Row[] => table('hol').map(toRow);

function toRow(line: Line): Row {
  const second = slow[line.slow_cmd ?? ''] ?? fail(`no slow command is called ${line.slow_cmd}`);
  const isElsewhere = line.slow_on === 'other';
  const client = {
    ...sharedMachine.client,
    io: { kind: 'eventLoops', loops: 2 },
    connections: { kind: 'shared', count: 1 },
  };
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
        ...(isElsewhere ? {} : { second }),
      },
      ...sharedMachine,
      client,
      network: { rttUs: 0 },
      ...(isElsewhere ? { neighbours: [slowClient(client, second)] } : {}),
    },
    seen: present({ meanUs: seen(line, 'mean_us'), p99Us: seen(line, 'p99_us') }),
    rangeCounts: false,
  };
}

/** A client with a connection of its own that sends nothing but slow commands, one every 100 ms. */
const slowClient = (client: Json, second: Json): Json => ({
  name: 'slow command',
  workload: {
    arrivals: { kind: 'closed', callers: 1, thinkUs: PAUSE_OF_SLOW },
    second: { ...(second as object), share: 1 },
  },
  client,
});

function fail(message: string): never {
  throw new Error(message);
}
