/** INFO server clients stats cpu commandstats latencystats of one node, with the fields that the run determines. */
import { quantileOf } from '../measures.ts';
import type { Execution, NodeRecord, RunRecord } from '../record.ts';

/** Versions whose event loop the scenario names. */
/** Valkey's INFO names the version of the protocol. */
const VERSIONS = {
  '6.0': '6.0.20',
  '6.2': '6.2.14',
  '7.0': '7.2.4',
  '7.4': '7.4.1',
  '8.0': '8.0.3',
  '8.2': '8.2.1',
  '8.4': '8.4.0',
  '8.6': '8.6.0',
  'valkey7.2': '7.2.4',
  'valkey8.0': '7.2.4',
  'valkey8.1': '7.2.4',
  'valkey9.0': '7.2.4',
  'valkey9.1': '7.2.4',
} as const;

/** Redis samples its rates sixteen times, every 100 ms. */
const RATE_NS = 1.6e9;

const US = 1000;

function byName(executions: readonly Execution[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const { name, ns } of executions) {
    const known = times.get(name);
    if (known) known.push(ns / US);
    else times.set(name, [ns / US]);
  }
  return new Map([...times].sort(([a], [b]) => a.localeCompare(b)));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @param node whose INFO it is; from 0 */
export function infoText(record: RunRecord, node: number): string {
  const { scenario, endNs } = record;
  const { userNs, kernelNs, accepted, loops, reads, writes } = record.nodes[node] as NodeRecord;
  const own = record.executions.filter((execution) => execution.node === node);
  const connections = record.connections.filter((connection) => connection.node === node);
  const since = Math.max(0, endNs - RATE_NS);
  const recent = own.filter(({ atNs }) => atNs >= since).length / ((endNs - since) / 1e9);
  const commands = byName(own);
  const seconds = (ns: number) => (ns / 1e9).toFixed(6);
  const bytes = (name: 'bytesIn' | 'bytesOut') => sum(connections.map((each) => each[name]));
  const lines = [
    '# Server',
    `redis_version:${VERSIONS[scenario.server.version]}`,
    `redis_mode:${scenario.server.nodes > 1 ? 'cluster' : 'standalone'}`,
    `uptime_in_seconds:${Math.round(endNs / 1e9)}`,
    `hz:${scenario.server.hz}`,
    '',
    '# Clients',
    `connected_clients:${connections.length}`,
    '',
    '# Stats',
    `total_connections_received:${accepted}`,
    `total_commands_processed:${own.length}`,
    `instantaneous_ops_per_sec:${Math.round(recent)}`,
    `total_net_input_bytes:${bytes('bytesIn')}`,
    `total_net_output_bytes:${bytes('bytesOut')}`,
    `total_reads_processed:${reads}`,
    `total_writes_processed:${writes}`,
    `io_threads_active:${scenario.server.ioThreads.kind === 'none' ? 0 : 1}`,
    `eventloop_cycles:${loops}`,
    `eventloop_duration_sum:${Math.round((userNs + kernelNs) / US)}`,
    `eventloop_duration_cmd_sum:${Math.round(sum(own.map(({ ns }) => ns)) / US)}`,
    '',
    '# CPU',
    `used_cpu_sys_main_thread:${seconds(kernelNs)}`,
    `used_cpu_user_main_thread:${seconds(userNs)}`,
    '',
    '# Commandstats',
    ...[...commands].map(([name, us]) => {
      const usec = Math.round(sum(us));
      const each = (usec / us.length).toFixed(2);
      return `cmdstat_${name}:calls=${us.length},usec=${usec},usec_per_call=${each},rejected_calls=0,failed_calls=0`;
    }),
    '',
    '# Latencystats',
    ...[...commands].map(([name, us]) => {
      const at = (share: number) => quantileOf(us, share).toFixed(3);
      return `latency_percentiles_usec_${name}:p50=${at(0.5)},p99=${at(0.99)},p99.9=${at(0.999)}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
