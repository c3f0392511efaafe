/** `java_clients.csv`: Jedis and Lettuce. */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, table } from '../measured/tables.ts';
import { crowded, network, runFor, sharedMachine } from './machine.ts';
import { CPU_COUNTS_FROM, type MeasuredValue, present, type Row, seen, sum } from './row.ts';

/** Netty's default on two cores. */
const loops = { kind: 'eventLoops', loops: 2 };
const pool = (conns: number, more: Record<string, Json> = {}) => ({
  kind: 'pooled',
  maxTotal: conns,
  ...more,
});

/** The model's settings for each client of the table. */
const clients: Readonly<Record<string, (conns: number) => Record<string, Json>>> = {
  jedis: (conns) => ({ io: { kind: 'blocking' }, connections: pool(conns) }),
  jedis_tob: (conns) => ({ io: { kind: 'blocking' }, connections: pool(conns, { testOnBorrow: true }) }),
  jedis_thread: (conns) => ({ io: { kind: 'blocking' }, connections: pool(conns) }),
  lsingle: () => ({ io: loops, connections: { kind: 'shared', count: 1 } }),
  lmulti: (conns) => ({ io: loops, connections: { kind: 'shared', count: conns, pick: 'random' } }),
  lpool: (conns) => ({ io: loops, connections: pool(conns, { wrap: true }) }),
  lpool_nowrap: (conns) => ({ io: loops, connections: pool(conns) }),
  lpool_to: (conns) => ({
    io: { ...loops, timeoutScheduler: { kind: 'timerWheel' } },
    connections: pool(conns, { wrap: true }),
  }),
};

/** Every configuration once, with the rounds of both campaigns. */
export function javaRows(): Row[] {
  const lines = table('java_clients');
  const key = (line: Line) => [line.rtt, line.threads, line.client, line.conns].join(' ');
  return [...new Set(lines.map(key))].map((id) =>
    toRow(
      id,
      lines.filter((line) => key(line) === id),
    ),
  );
}

function toRow(id: string, campaigns: readonly Line[]): Row {
  const line = campaigns.find((each) => each.campaign === 'B') ?? campaigns[0];
  if (!line) throw new Error(`${id} has no line`);
  const { rtt = '', client = '' } = line;
  const threads = numberIn(line, 'threads') ?? 0;
  const place = clients[client]?.(numberIn(line, 'conns') ?? 0);
  if (!place) throw new Error(`no client is called ${client}`);

  const perSec = bothCampaigns(
    campaigns.map((each) => seen(each, 'qps')),
    seen(line, 'qps'),
  );
  const commands = client === 'jedis_tob' ? 2 : 1;
  const serverCpuUs = sum(line, ['srv_user_us_per_cmd', 'srv_sys_us_per_cmd'], commands);
  const busy = perSec.value >= CPU_COUNTS_FROM;
  const serverCores = perSec.value * (serverCpuUs?.value ?? 0) * 1e-6;
  const aside = crowded(
    rtt,
    numberIn(line, 'cli_cpu_cores') ?? 0,
    serverCores,
    numberIn(line, 'relay_cores'),
  );
  const net = network(rtt);
  return {
    table: 'java_clients',
    id,
    scenario: {
      run: runFor(net.rttUs),
      workload: { arrivals: { kind: 'closed', callers: threads } },
      ...sharedMachine,
      client: { ...sharedMachine.client, ...place },
      network: net,
    },
    seen: present({
      perSec,
      readsPerCommand: seen(line, 'srv_reads_per_cmd'),
      waitsPerRequest: seen(line, 'cli_vol_ctxsw_per_op'),
      clientCpuUs: busy ? sum(line, ['cli_user_us_per_op', 'cli_sys_us_per_op']) : undefined,
      serverCpuUs: busy ? serverCpuUs : undefined,
    }),
    rangeCounts: threads > 1 && 'maxTotal' in (place.connections as object),
    ...(aside ? { aside } : {}),
  };
}

/** The median of the preferred campaign, the range of both. */
function bothCampaigns(
  all: readonly (MeasuredValue | undefined)[],
  preferred: MeasuredValue | undefined,
): MeasuredValue {
  const known = all.filter((value) => value !== undefined);
  return {
    value: preferred?.value ?? 0,
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
  };
}
