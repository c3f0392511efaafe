/** `go_clients.csv`: redigo and go-redis. */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, table } from '../measured/tables.ts';
import { costWith, crowded, network, runFor, sharedMachine } from './machine.ts';
import { present, type Row, seen, sum } from './row.ts';

const pool = (conns: number, more: Record<string, Json>) => ({
  kind: 'pooled',
  maxTotal: conns,
  handoff: 'fifo',
  ...more,
});

/**
 * Pools hand a token to the longest waiter; go-redis 9 checks the socket before it checks a connection out.
 */
const clients: Readonly<Record<string, (conns: number) => Json>> = {
  redigo: (conns) => pool(conns, { order: 'lifo' }),
  redigo_tob: (conns) => pool(conns, { order: 'lifo', testOnBorrow: true }),
  goredis8: (conns) => pool(conns, { order: 'lifo' }),
  goredis9: (conns) => pool(conns, { order: 'lifo', checkOnGet: 'peek' }),
};

/**
 * GET of some bytes, and HGETALL of a small hash. The size of the hash was not recorded; its reply is
 * assumed.
 */
const commands: Readonly<Record<string, Json>> = {
  GET: { requestBytes: 30, replyBytes: 11 },
  HGETALL: { requestBytes: 34, replyBytes: 200, execUs: { kind: 'constant', value: 0.8 } },
};

/**
 * Additional time to decode a hash: 2.4 µs of user time more than a GET's single value, the mean of the four
 * clients with 1000 goroutines and 256 connections (1.9 to 3.4).
 */
const HASH_NS = 2400;
const costs: Readonly<Record<string, Json>> = { HGETALL: { overrides: costWith('goDecodeNs', HASH_NS) } };

/** Repeated runs of plain clients with as many goroutines and connections, by both numbers. */
const runsAgain = new Map(
  table('go_switches').map((line) => [`${line.goroutines} ${line.pool}`, seen(line, 'cli_vol_ctxsw_per_op')]),
);

/** Every line of the table. */
export const goRows = (): Row[] => table('go_clients').map(toRow);

function toRow(line: Line): Row {
  const { rtt = '', cmd = '', client = '' } = line;
  const connections = clients[client]?.(numberIn(line, 'pool') ?? 0);
  const command = commands[cmd];
  if (!connections || !command) throw new Error(`${client} ${cmd} is not known`);

  const serverCpuUs = sum(line, ['srv_user_us_per_op', 'srv_sys_us_per_op']);
  const perSec = seen(line, 'qps');
  const aside = crowded(
    rtt,
    numberIn(line, 'cli_cpu_cores') ?? 0,
    (perSec?.value ?? 0) * (serverCpuUs?.value ?? 0) * 1e-6,
  );
  const reads = numberIn(line, 'srv_reads_per_op') ?? 0;
  const readsPerCommand = reads / (numberIn(line, 'srv_cmds_per_op') ?? 1);
  const net = network(rtt);
  // A borrower that tests waits for two replies per command.
  const isPlain = rtt === 'loopback' && cmd === 'GET' && client !== 'redigo_tob';
  const again = isPlain ? runsAgain.get(`${line.goroutines} ${line.pool}`) : undefined;
  return {
    table: 'go_clients',
    id: [rtt, line.goroutines, cmd, client, line.pool].join(' '),
    scenario: {
      run: runFor(net.rttUs),
      workload: { arrivals: { kind: 'closed', callers: numberIn(line, 'goroutines') ?? 0 }, command },
      ...sharedMachine,
      client: {
        ...sharedMachine.client,
        runtime: { kind: 'goroutines', gomaxprocs: 2 },
        io: { kind: 'blocking' },
        connections,
      },
      network: net,
      costs: costs[cmd] ?? {},
    },
    seen: present({
      perSec,
      readsPerCommand: { value: readsPerCommand, low: readsPerCommand, high: readsPerCommand },
      waitsPerRequest: seen(line, 'cli_vol_ctxsw_per_op'),
      clientCpuUs: sum(line, ['cli_user_us_per_op', 'cli_sys_us_per_op']),
      serverCpuUs,
    }),
    rangeCounts: false,
    ...(again ? { again: { waitsPerRequest: again } } : {}),
    ...(aside ? { aside } : {}),
  };
}
