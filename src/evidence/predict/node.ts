/** `node_clients.csv`: node-redis and ioredis, one event loop that is also every caller. */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, table } from '../measured/tables.ts';
import { crowded, network, runFor, sharedMachine } from './machine.ts';
import { CPU_COUNTS_FROM, present, type Row, seen, sum } from './row.ts';

const loop = (flush: string) => ({ kind: 'eventLoops', loops: 1, flush: { kind: flush } });
const shared = (count: number) => ({ kind: 'shared', count, pick: 'roundRobin' });

/**
 * The flush strategy of each client: node-redis flushes once for all queued commands, ioredis for each
 * command, or as replies arrive.
 */
const clients: Readonly<Record<string, (conns: number) => Record<string, Json>>> = {
  noderedis_single: () => ({ io: loop('drained'), connections: shared(1) }),
  noderedis_multi: (conns) => ({ io: loop('drained'), connections: shared(conns) }),
  noderedis_pool: (conns) => ({
    io: loop('drained'),
    connections: { kind: 'pooled', maxTotal: conns, handoff: 'fifo' },
  }),
  ioredis_single: () => ({ io: loop('everyCommand'), connections: shared(1) }),
  ioredis_multi: (conns) => ({ io: loop('everyCommand'), connections: shared(conns) }),
  ioredis_auto: () => ({ io: loop('oneInFlight'), connections: shared(1) }),
};

/**
 * Least context switches per command that measure the loop's sleeps. Below, most come from V8's garbage
 * collector, for which the loop waits and four threads work. They were counted for the whole process
 * (getrusage). Loops of ioredis that never slept, counted per thread on another machine, made 0.005 to 0.007
 * per command, at 26 000 commands per second as at 204 000.
 */
const WAITS_COUNT_FROM = 0.01;

/** Every line of the table. */
export const nodeRows = (): Row[] => table('node_clients').map(toRow);

function toRow(line: Line): Row {
  const { rtt = '', client = '' } = line;
  const place = clients[client]?.(numberIn(line, 'conns') ?? 0);
  if (!place) throw new Error(`no client is called ${client}`);
  const perSec = seen(line, 'qps');
  const serverCpuUs = sum(line, ['srv_user_us_per_cmd', 'srv_sys_us_per_cmd']);
  const waits = seen(line, 'cli_vol_ctxsw_per_op');
  const busy = (perSec?.value ?? 0) >= CPU_COUNTS_FROM;
  const aside = crowded(
    rtt,
    numberIn(line, 'cli_cpu_cores') ?? 0,
    (perSec?.value ?? 0) * (serverCpuUs?.value ?? 0) * 1e-6,
  );
  const net = network(rtt);
  return {
    table: 'node_clients',
    id: [rtt, line.concurrency, client, line.conns].join(' '),
    scenario: {
      run: runFor(net.rttUs),
      workload: { arrivals: { kind: 'closed', callers: numberIn(line, 'concurrency') ?? 0 } },
      ...sharedMachine,
      client: { ...sharedMachine.client, runtime: { kind: 'eventLoop' }, ...place },
      network: net,
      costs: {},
    },
    seen: present({
      perSec,
      readsPerCommand: seen(line, 'srv_reads_per_cmd'),
      waitsPerRequest: waits && waits.value >= WAITS_COUNT_FROM ? waits : undefined,
      clientCpuUs: busy ? sum(line, ['cli_user_us_per_op', 'cli_sys_us_per_op']) : undefined,
      serverCpuUs: busy ? serverCpuUs : undefined,
    }),
    rangeCounts: false,
    ...(aside ? { aside } : {}),
  };
}
