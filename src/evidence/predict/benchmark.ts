/**
 * `redis_benchmark.csv`, `placement.csv`, `io_threads.csv`, `server_syscalls.csv`: redis-benchmark, one
 * event-loop thread with `clients` connections; each sends `pipeline` commands and waits for all their
 * replies.
 */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, type TableName, table } from '../measured/tables.ts';
import { coreEach, sharedMachine } from './machine.ts';
import { type MeasuredValue, present, type Row, scaled, seen, sum } from './row.ts';
import { median } from './statistics.ts';

/** Bytes on the wire besides the value: the command with its key, the header of a bulk reply. */
const SET_BYTES = 40;
const GET_BYTES = 36;
const OK_BYTES = 5;
const BULK_BYTES = 7;

/**
 * A SET allocates an object for its value and frees the old one: pipelines of 64 cost the server 0.03 to 0.1
 * µs more CPU per command than those of GET (three pairs of rows in `redis_benchmark.csv`).
 */
const SET_MORE_US = 0.05;

const ioThreads: Readonly<Record<string, Json>> = {
  io1: { kind: 'none' },
  io2_writes: { kind: 'redis6', threads: 2, doReads: false },
  io2_reads_writes: { kind: 'redis6', threads: 2, doReads: true },
};

/** Every line of the four tables. */
export const benchmarkRows = (): Row[] => [
  ...table('redis_benchmark').map((line) => toRow('redis_benchmark', line, coreEach)),
  ...table('placement').map((line) =>
    toRow('placement', line, line.placement === 'diff_cores' ? coreEach : together(line)),
  ),
  ...table('io_threads').map((line) => toRow('io_threads', line, withIoThreads(line))),
  ...table('server_syscalls').map((line) => toRow('server_syscalls', line, coreEach)),
];

/** On the same core, or with free placement. */
const together = (line: Line) =>
  line.placement === 'same_core' ? { ...sharedMachine, client: { cores: 1 } } : sharedMachine;

/** Client and server may have a core each: pinned, or with free placement. */
const isPlain = ({ placement = '', bench_threads = '0', server_config = 'io1' }: Line) =>
  placement !== 'same_core' && bench_threads === '0' && server_config === 'io1';

/**
 * Requests per second. The same load without I/O threads is in two or three of the tables, which differ by up
 * to a third: each of its rows is compared with the median of all lowest, median and highest rounds.
 */
function requestsPerSec(line: Line): MeasuredValue | undefined {
  if (!isPlain(line)) return seen(line, 'rps');
  const load = (row: Line) => [row.op, row.payload_B ?? '3', row.pipeline, row.clients].join();
  const alike = [...table('redis_benchmark'), ...table('placement'), ...table('io_threads')]
    .filter((row) => isPlain(row) && load(row) === load(line))
    .flatMap((row) => seen(row, 'rps') ?? []);
  const rounds = alike.flatMap(({ low, value, high }) => [low, value, high]);
  return { value: median(rounds), low: Math.min(...rounds), high: Math.max(...rounds) };
}

/**
 * Least server sleeps per request that are compared. Below, switches come from other work of the kernel on
 * its core (0.002 per pipeline of 64 commands in a server that always had more to do).
 */
const SERVER_WAITS_COUNT_FROM = 0.01;

/**
 * Context switches of the server per request. It has a core to itself, so it switches only when it sleeps.
 */
function serverWaits(line: Line, pipeline: number): MeasuredValue | undefined {
  const switches = seen(line, 'ctx_switches_per_cmd');
  const waits = switches && scaled(switches, pipeline);
  return waits && waits.value >= SERVER_WAITS_COUNT_FROM ? waits : undefined;
}

const withIoThreads = (line: Line) => ({
  ...sharedMachine,
  server: { ...sharedMachine.server, ioThreads: ioThreads[line.server_config ?? ''] ?? null },
});

function toRow(
  name: TableName,
  line: Line,
  machines: { client: Record<string, Json>; server: Record<string, Json> },
): Row {
  const pipeline = numberIn(line, 'pipeline') ?? 1;
  const clients = numberIn(line, 'clients') ?? 1;
  const isTable = (...names: TableName[]) => names.includes(name);
  const counted = isTable('redis_benchmark');
  const traced = isTable('server_syscalls');
  const rate = traced ? undefined : requestsPerSec(line);
  const words = [line.placement, line.server_config, line.op, line.payload_B && `${line.payload_B}B`];
  const threads = numberIn({ bench_threads: '0', ...line }, 'bench_threads') ?? 0;
  return {
    table: name,
    id: [...words, `P${pipeline}`, `c${clients}`, threads && `threads ${threads}`].filter(Boolean).join(' '),
    scenario: {
      run: { warmupMs: 50, measuredMs: 400 },
      workload: {
        arrivals: { kind: 'closed', callers: clients },
        command: command(line),
        batch: pipeline > 1 ? { kind: 'pipeline', size: pipeline } : { kind: 'none' },
      },
      ...machines,
      client: {
        ...machines.client,
        runtime: { kind: 'eventLoop' },
        io: { kind: 'eventLoops', loops: 1, flush: { kind: 'writable' } },
        connections: { kind: 'pooled', maxTotal: clients },
      },
      network: { rttUs: 0 },
    },
    seen: present({
      perSec: rate && scaled(rate, 1 / pipeline),
      readsPerCommand: counted
        ? seen(line, 'srv_reads_per_cmd')
        : traced
          ? seen(line, 'reads_per_cmd')
          : undefined,
      pollsPerCommand: traced ? seen(line, 'epoll_waits_per_cmd') : undefined,
      serverWaitsPerRequest: traced ? serverWaits(line, pipeline) : undefined,
      clientCpuUs: counted ? sum(line, ['cli_user_us_per_cmd', 'cli_sys_us_per_cmd'], pipeline) : undefined,
      serverCpuUs: traced ? undefined : sum(line, ['srv_user_us_per_cmd', 'srv_sys_us_per_cmd'], pipeline),
    }),
    rangeCounts: false,
    ...(threads > 1 ? { aside: 'benchmarkThreads' as const } : {}),
  };
}

function command(line: Line): Json {
  // Default of redis-benchmark where the table has no value.
  const payload = numberIn({ payload_B: '3', ...line }, 'payload_B') ?? 3;
  return line.op === 'set'
    ? {
        requestBytes: SET_BYTES + payload,
        replyBytes: OK_BYTES,
        execUs: { kind: 'constant', value: SET_MORE_US },
      }
    : { requestBytes: GET_BYTES, replyBytes: BULK_BYTES + payload };
}
