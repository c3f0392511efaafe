/** `batch_ops.csv`: one Jedis thread that sends keys in batches. */
import type { Json } from '../../model/scenario/patch.ts';
import { type Line, numberIn, table } from '../measured/tables.ts';
import { crowded, network, runFor, sharedMachine } from './machine.ts';
import { type MeasuredValue, present, type Row, seen, sum } from './row.ts';
import { median } from './statistics.ts';

/** How each operation of the table batches `size` keys. Jedis 5 sends a `Transaction` in two round trips. */
const batches: Readonly<Record<string, (size: number, replyPerKey: boolean) => Json>> = {
  '': () => ({ kind: 'none' }),
  m: (size, replyPerKey) => ({ kind: 'multiKey', size, replyPerKey }),
  p: (size) => ({ kind: 'pipeline', size }),
  t: (size) => ({ kind: 'transaction', size, roundTrips: 2 }),
  tp: (size) => ({ kind: 'transactionInPipeline', size }),
};

/**
 * A look-up among 200 000 keys misses the caches that the one key of redis-benchmark (`commandNs`) always
 * hits: pipelines of 1000 and more cost the server 0.75 µs per key, against 0.19. For multi-key commands this
 * is part of `keyNs`.
 */
const MISSES_US = 0.5;

/** Bytes per key on the wire. */
const commands: Readonly<Record<string, Record<string, Json>>> = {
  set: { requestBytes: 35, replyBytes: 5 },
  get: { requestBytes: 26, replyBytes: 11 },
};

/** From this size on, a batch's fixed costs are a small part of the client's cost per key. */
const LONG = 1000;
/** Factor on the client's cost per key in a long batch when the JVM collects or compiles. */
const UNUSUAL = 2;

/** Every line of the table. */
export const batchRows = (): Row[] => {
  const lines = table('batch_ops');
  const usual = median(lines.filter(isLong).map(clientUsPerKey));
  return lines.map((line) => toRow(line, isLong(line) && clientUsPerKey(line) > UNUSUAL * usual));
};

const isLong = (line: Line) => (numberIn(line, 'step') ?? 1) >= LONG;
const clientUsPerKey = (line: Line) => sum(line, ['cli_user_us_per_key', 'cli_sys_us_per_key'])?.value ?? 0;

function toRow(line: Line, isUnusual: boolean): Row {
  const { rtt = '', op = '' } = line;
  const kind = op.slice(0, -3);
  const size = numberIn(line, 'step') ?? 1;
  const batch = batches[kind]?.(size, op.endsWith('get'));
  const sizes = commands[op.slice(-3)];
  if (!batch || !sizes) throw new Error(`no operation is called ${op}`);
  const command = kind === 'm' ? sizes : { ...sizes, execUs: { kind: 'constant', value: MISSES_US } };
  const keys = seen(line, 'ms_per_200k_keys');
  const clientUs = sum(line, ['cli_user_us_per_key', 'cli_sys_us_per_key'], size);
  const serverUs = sum(line, ['srv_user_us_per_key', 'srv_sys_us_per_key'], size);
  const perSec = keys && batchesPerSec(keys, size);
  const coresOf = (us: MeasuredValue | undefined) => (us?.value ?? 0) * (perSec?.value ?? 0) * 1e-6;
  const aside = isUnusual ? 'garbageCollection' : crowded(rtt, coresOf(clientUs), coresOf(serverUs));
  const net = network(rtt);
  const run = runFor(net.rttUs);
  return {
    table: 'batch_ops',
    id: [rtt, op, line.step].join(' '),
    scenario: {
      // A batch of ten thousand keys takes about ten milliseconds.
      run: { ...run, measuredMs: run.measuredMs + size / 5 },
      workload: { arrivals: { kind: 'closed', callers: 1 }, command, batch },
      ...sharedMachine,
      client: {
        ...sharedMachine.client,
        io: { kind: 'blocking' },
        connections: { kind: 'pooled', maxTotal: 1 },
      },
      network: net,
    },
    seen: present({
      perSec,
      clientCpuUs: rtt === 'loopback' ? clientUs : undefined,
      serverCpuUs: serverUs,
    }),
    rangeCounts: false,
    ...(aside ? { aside } : {}),
  };
}

/** From milliseconds for 200 000 keys to batches per second. */
function batchesPerSec({ value, low, high }: MeasuredValue, size: number): MeasuredValue {
  const rate = (ms: number) => (200_000 / size / ms) * 1000;
  return { value: rate(value), low: rate(high), high: rate(low) };
}
