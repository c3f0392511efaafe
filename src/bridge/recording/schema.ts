/** Schema of a recording. Files are untrusted, and everything in them is drawn. */
import * as v from 'valibot';
import { SAMPLED_CALLERS } from '../workload/measured.ts';
import { BRIDGE_CODES } from '../workload/remark.ts';
import { DRIVERS } from '../workload/workload.ts';

export const size = v.pipe(v.number(), v.finite(), v.minValue(0));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Time since the first request; negative for a request that was due earlier. */
const moment = v.pipe(v.number(), v.finite());
const share = v.pipe(size, v.maxValue(1.01));
const name = v.pipe(v.string(), v.maxLength(200));
const list = <S extends v.GenericSchema>(item: S, max = 10_000) => v.pipe(v.array(item), v.maxLength(max));

const remark = v.strictObject({
  code: v.picklist(BRIDGE_CODES),
  detail: v.record(name, v.union([name, v.pipe(v.number(), v.finite())])),
});

const dist = v.variant('kind', [
  v.strictObject({ kind: v.literal('constant'), value: size }),
  v.strictObject({ kind: v.literal('uniform'), min: size, max: size }),
  v.strictObject({ kind: v.literal('exponential'), mean: size }),
  v.strictObject({ kind: v.literal('erlang'), mean: size, stages: count }),
  v.strictObject({ kind: v.literal('hyperexponential'), mean: size, scv: size }),
  v.strictObject({ kind: v.literal('lognormal'), mean: size, scv: size }),
]);

const command = { kind: v.picklist(['set', 'get']), valueBytes: count };

const workload = v.strictObject({
  driver: v.picklist(DRIVERS),
  nodes: v.optional(count),
  connections: count,
  pick: v.nullable(v.picklist(['random', 'roundRobin'])),
  pool: v.nullable(
    v.strictObject({ order: v.picklist(['lifo', 'fifo']), maxWaitMs: size, testOnBorrow: v.boolean() }),
  ),
  arrivals: v.variant('kind', [
    v.strictObject({ kind: v.literal('closed'), callers: count, rampUs: size, thinkUs: dist }),
    v.strictObject({
      kind: v.literal('open'),
      ratePerSec: size,
      process: v.picklist(['poisson', 'constant']),
      burstSize: count,
      callers: count,
      maxBacklog: count,
    }),
  ]),
  command: v.strictObject(command),
  second: v.nullable(v.strictObject({ ...command, share })),
  batch: v.variant('kind', [
    v.strictObject({ kind: v.literal('none') }),
    v.strictObject({ kind: v.literal('multiKey'), size: count, replyPerKey: v.boolean() }),
    v.strictObject({ kind: v.literal('pipeline'), size: count }),
    v.strictObject({ kind: v.literal('transaction'), size: count, roundTrips: v.picklist([1, 2]) }),
  ]),
  transport: v.picklist(['tcp', 'unixSocket']),
  relay: v.nullable(v.strictObject({ rttUs: size, requestJitterUs: dist, replyJitterUs: dist })),
  seed: v.pipe(v.number(), v.finite()),
});

const histogram = v.pipe(
  v.strictObject({ fromUs: list(size), toUs: list(size), counts: list(count) }),
  v.check(({ fromUs, toUs, counts }) => fromUs.length === toUs.length && toUs.length === counts.length),
);

const threadUse = { utilisation: share, delayMeanUs: size, delayMaxUs: size, cores: v.optional(size) };
const bridge = v.strictObject({
  load: v.nullable(v.strictObject(threadUse)),
  main: v.strictObject(threadUse),
  relay: v.nullable(
    v.strictObject({
      ...threadUse,
      lateMeanUs: size,
      lateMaxUs: size,
      packetsOut: count,
      packetsBack: count,
      bytesOut: count,
      bytesBack: count,
    }),
  ),
  cores: size,
  residentBytes: count,
});

const server = v.strictObject({
  windowUs: size,
  commands: list(v.strictObject({ name, calls: count, meanUs: size, failed: count }), 1_000),
  cpuUserUs: size,
  cpuSystemUs: size,
  reads: v.nullable(count),
  writes: v.nullable(count),
  bytesIn: count,
  bytesOut: count,
  usedMemoryBytes: count,
  connectedClients: count,
});

const connection = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));
const columns = {
  caller: list(v.pipe(count, v.maxValue(SAMPLED_CALLERS - 1))),
  connection: list(connection),
  startUs: list(moment),
  waitCallerUs: list(size),
  waitConnectionUs: list(size),
  unwrittenUs: list(v.nullable(size)),
  awayUs: list(size),
  deliveryUs: list(v.nullable(size)),
  failed: list(v.picklist([0, 1])),
};
const sample = v.pipe(
  v.strictObject({ fromUs: moment, toUs: moment, ...columns }),
  v.check(
    ({ fromUs, toUs, ...sampleColumns }) =>
      fromUs <= toUs &&
      Object.values(sampleColumns).every((column) => column.length === sampleColumns.caller.length),
  ),
);

const progress = v.strictObject({
  atUs: moment,
  intervalUs: size,
  isWarmup: v.boolean(),
  issued: count,
  completed: count,
  failed: count,
  shed: count,
  inProgress: count,
  histogram,
  meanUs: v.nullable(size),
  bridge,
  server: v.nullable(server),
  look: v.nullable(sample),
  trouble: v.nullable(remark),
});

const distribution = v.strictObject({
  count,
  halfWidth95Us: v.nullable(size),
  maxUs: v.nullable(size),
  meanUs: v.nullable(size),
  minUs: v.nullable(size),
  p50Us: v.nullable(size),
  p90Us: v.nullable(size),
  p99Us: v.nullable(size),
  p999Us: v.nullable(size),
});

const summary = v.strictObject({
  windowStartUs: moment,
  windowUs: size,
  requests: v.strictObject({
    issued: count,
    completed: count,
    failed: count,
    failures: list(v.strictObject({ reason: name, count }), 100),
    shed: count,
    inProgressAtEnd: count,
    inProgressAtStart: count,
    oldestInProgressUs: v.nullable(size),
  }),
  throughput: v.strictObject({ perSec: size, halfWidth95: v.nullable(size), batches: count }),
  responseTime: distribution,
  responseHistogram: v.nullable(histogram),
  series: v.nullable(
    v.strictObject({ intervalUs: size, completions: list(count), meanResponseUs: list(size) }),
  ),
  phases: v.nullable(
    list(
      v.strictObject({
        phase: v.picklist(['waitCaller', 'waitConnection', 'callToReply']),
        meanUs: size,
        share,
      }),
    ),
  ),
  little: v.nullable(
    v.strictObject({
      meanInProgress: size,
      meanResponseUs: v.nullable(size),
      throughputTimesResponse: v.nullable(size),
    }),
  ),
});

const measured = v.strictObject({
  workload,
  ended: v.picklist(['complete', 'stopped', 'lost']),
  summary: v.nullable(summary),
  server: v.nullable(server),
  batching: v.strictObject({
    commandsPerClientWrite: v.nullable(size),
    commandsPerServerRead: v.nullable(size),
    commandsPerServerTurn: v.nullable(size),
    repliesPerClientRead: v.nullable(size),
    repliesPerServerWrite: v.nullable(size),
  }),
  bridge,
  /** The program of a client library. */
  program: v.optional(
    v.strictObject({
      versions: v.record(name, name),
      cores: v.nullable(size),
      voluntarySwitches: v.nullable(count),
      involuntarySwitches: v.nullable(count),
      residentBytes: v.nullable(count),
      gcUs: v.nullable(size),
      warmupUs: size,
      isSteady: v.nullable(v.boolean()),
    }),
  ),
  footprint: v.nullable(
    v.strictObject({
      commandsPerSec: size,
      observingPerSec: size,
      bytesPerSec: size,
      connections: count,
      memoryBytes: v.nullable(count),
    }),
  ),
  counted: list(v.strictObject({ name, sent: count, server: v.nullable(count) }), 100),
  othersCores: v.optional(size),
  remarks: list(remark, 100),
});

export const FORMAT = 'roundtrip-recording';
export const VERSION = 2;

/** The fields that every version of the format starts with. */
export const headerSchema = v.object({ format: v.literal(FORMAT), version: v.number() });

/** The machine: no host name, no address, no user. */
export const machineSchema = v.strictObject({
  platform: name,
  release: name,
  cpu: name,
  cores: count,
  memoryBytes: count,
  versions: v.record(name, name),
});

export const redisSchema = v.strictObject({
  version: name,
  mode: name,
  place: v.picklist(['private', 'unix', 'loopback', 'remote']),
});

export const recordingSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** ISO 8601. */
  recordedAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: machineSchema,
  redis: redisSchema,
  method: v.strictObject({
    seconds: size,
    warmupSeconds: v.nullable(size),
    resp: v.picklist([2, 3]),
    keys: v.nullable(count),
    /** Client and Redis shared one core; absent: placement was free. */
    isHeld: v.optional(v.boolean()),
  }),
  /** The requested scenario; the engine validates it. */
  scenario: v.record(v.string(), v.unknown()),
  adapted: list(v.strictObject({ path: name, to: v.union([name, v.number(), v.boolean(), v.null()]) }), 100),
  progress: list(progress, 2_000),
  measured,
  /** The costs of the machine, as a calibration of their own format; absent where none is known. */
  calibration: v.optional(v.record(v.string(), v.unknown())),
});
