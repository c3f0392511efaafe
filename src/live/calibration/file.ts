/** A calibration as stored and exported: the costs, the machine, and the accuracy. */
import * as v from 'valibot';
import type { Machine, RedisAddress } from '../../bridge/protocol.ts';
import { count, machineSchema, redisSchema, size } from '../../bridge/recording/schema.ts';
import { BATCHES, MIXES } from '../../bridge/workload/question.ts';
import { DRIVERS } from '../../bridge/workload/workload.ts';
import { migrateCostName } from '../../model/scenario/migrate-version-1.ts';
import type { Foreseen } from './calibrate.ts';
import { FREE, PROFILE } from './costs.ts';
import type { Fitted } from './fit-machine.ts';

export const FORMAT = 'roundtrip-calibration';
export const VERSION = 1;

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
});

/** Older files lack this field: placement was free. */
const isHeld = v.optional(v.boolean(), false);

const cost = v.pipe(
  v.strictObject({
    cost: v.pipe(v.string(), v.transform(migrateCostName), v.picklist(FREE.map(({ cost: name }) => name))),
    value: size,
    uncertainty: v.nullable(size),
  }),
  // A fit stays inside the range; other files were not made by one.
  v.check(({ cost: name, value }) =>
    FREE.some(({ cost: known, min, max }) => known === name && value >= min * 0.99 && value <= max * 1.01),
  ),
);

export const calibrationSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  calibratedAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: machineSchema,
  redis: redisSchema,
  /** All other costs are those of this profile. */
  profile: v.literal(PROFILE),
  /** Effective number of cores shared by client and Redis; null: a remote Redis. */
  cores: v.nullable(count),
  relayUs: size,
  wireUs: size,
  costs: v.pipe(v.array(cost), v.maxLength(FREE.length)),
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
        othersCores: v.optional(v.nullable(size), null),
      }),
    ),
    v.maxLength(100),
  ),
});

export type Calibration = v.InferOutput<typeof calibrationSchema>;

interface Made {
  readonly calibratedAt: Date;
  readonly machine: Machine;
  readonly redis: { readonly version: string; readonly mode: string; readonly place: RedisAddress['kind'] };
  readonly fitted: Fitted;
  readonly foreseen: readonly Foreseen[];
}

export const calibrationOf = ({ calibratedAt, machine, redis, fitted, foreseen }: Made): Calibration =>
  v.parse(calibrationSchema, {
    format: FORMAT,
    version: VERSION,
    calibratedAt: calibratedAt.toISOString(),
    machine,
    redis,
    profile: PROFILE,
    cores: fitted.cores ?? null,
    relayUs: fitted.relayUs,
    wireUs: fitted.wireUs,
    costs: fitted.costs.map(({ cost: name, value, uncertainty }) => ({ cost: name, value, uncertainty })),
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
