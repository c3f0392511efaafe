/** A calibration as stored and exported: the costs, the machine, and the accuracy. */
import * as v from 'valibot';
import type { Machine, RedisAddress } from '../../bridge/protocol.ts';
import { count, machineSchema, redisSchema, size } from '../../bridge/recording/schema.ts';
import { BATCHES, MIXES } from '../../bridge/workload/question.ts';
import { DRIVERS } from '../../bridge/workload/workload.ts';
import { migrateCostName } from '../../model/scenario/migrate-version-1.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Foreseen } from './calibrate.ts';
import { PROFILE, searchedCosts } from './costs.ts';
import type { Fitted } from './fit-machine.ts';
import { CALIBRATED_RUNTIMES, type CalibratedRuntime, planOf } from './runtimes/runtimes.ts';

export const FORMAT = 'roundtrip-calibration';
export const VERSION = 2;

const question = v.strictObject({
  driver: v.picklist(DRIVERS),
  callers: count,
  connections: count,
  valueBytes: count,
  mix: v.picklist(MIXES),
  batch: v.picklist(BATCHES),
  batchSize: count,
  rttUs: size,
  seconds: size,
  version: v.optional(v.string()),
  edits: v.optional(v.record(v.string(), v.unknown() as v.GenericSchema<Json>)),
});

/** Older files lack this field: placement was free. */
const isHeld = v.optional(v.boolean(), false);

const cost = v.strictObject({
  cost: v.pipe(v.string(), v.transform(migrateCostName)),
  value: size,
  uncertainty: v.nullable(size),
  /** Costs that follow from it, with their factors. Older files have none: the others kept the profile's values. */
  inProportion: v.optional(v.record(v.string(), size), {}),
});

const pair = v.strictObject({ predicted: v.nullable(size), seen: v.nullable(size) });
/** Older files have the throughput only. */
const NEITHER = { predicted: null, seen: null };

/** A fit finds the costs of its plan, inside their range; other files were not made by one. */
const isOfPlan = (runtime: CalibratedRuntime, found: v.InferOutput<typeof cost>): boolean =>
  searchedCosts(planOf(runtime)).some(
    ({ cost: name, min, max, inProportion = {} }) =>
      name === found.cost &&
      found.value >= min * 0.99 &&
      found.value <= max * 1.01 &&
      Object.keys(found.inProportion).every((other) => other in inProportion),
  );

const contents = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  runtime: v.picklist(CALIBRATED_RUNTIMES),
  calibratedAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: machineSchema,
  redis: redisSchema,
  /** All other costs are those of this profile. */
  profile: v.literal(PROFILE),
  /** Effective number of cores shared by client and Redis; null: a remote Redis. */
  cores: v.nullable(count),
  relayUs: size,
  wireUs: size,
  costs: v.array(cost),
  /** The fitted measurements: requests per second, measured and modelled with these costs. */
  explained: v.pipe(
    v.array(v.strictObject({ question, isHeld, seen: size, perSec: size })),
    v.maxLength(100),
  ),
  /** Predictions, made before they were measured. */
  foreseen: v.pipe(
    v.array(
      v.strictObject({
        question,
        isHeld,
        perSec: size,
        seen: v.nullable(size),
        rounds: v.optional(v.pipe(v.array(size), v.maxLength(10), v.readonly()), []),
        also: v.optional(v.strictObject({ p99Us: pair, clientCpuUs: pair }), {
          p99Us: NEITHER,
          clientCpuUs: NEITHER,
        }),
        othersCores: v.optional(v.nullable(size), null),
      }),
    ),
    v.maxLength(100),
  ),
});

/** Version 1 knew Node only. */
const migrate = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'version' in input && input.version === 1
    ? { ...input, version: VERSION, runtime: 'node' }
    : input;

export const calibrationSchema = v.pipe(
  v.unknown(),
  v.transform(migrate),
  contents,
  v.check(({ runtime, costs }) => costs.every((each) => isOfPlan(runtime, each))),
);

export type Calibration = v.InferOutput<typeof calibrationSchema>;

interface Made {
  readonly runtime: CalibratedRuntime;
  readonly calibratedAt: Date;
  readonly machine: Machine;
  readonly redis: { readonly version: string; readonly mode: string; readonly place: RedisAddress['kind'] };
  readonly fitted: Fitted;
  readonly foreseen: readonly Foreseen[];
}

export const calibrationOf = ({
  runtime,
  calibratedAt,
  machine,
  redis,
  fitted,
  foreseen,
}: Made): Calibration =>
  v.parse(calibrationSchema, {
    format: FORMAT,
    version: VERSION,
    runtime,
    calibratedAt: calibratedAt.toISOString(),
    machine,
    redis,
    profile: PROFILE,
    cores: fitted.cores ?? null,
    relayUs: fitted.relayUs,
    wireUs: fitted.wireUs,
    costs: fitted.costs.map(({ cost: name, value, uncertainty, inProportion = {} }) => ({
      cost: name,
      value,
      uncertainty,
      inProportion,
    })),
    explained: fitted.explained,
    foreseen,
  });

/** Undefined when the text is not a calibration. */
export function readCalibration(text: string): Calibration | undefined {
  try {
    const { output, success } = v.safeParse(calibrationSchema, JSON.parse(text));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
