/** The result of a comparison: the values of article, model and real clients for each configuration. */
import * as v from 'valibot';
import { count, machineSchema, redisSchema, size } from '../../bridge/recording/schema.ts';

export const FORMAT = 'roundtrip-comparison';
export const VERSION = 1;

/** Rates are requests per second; of batches, commands per second. */
const row = v.strictObject({
  /** Id of the configuration. */
  id: v.string(),
  /** The model on the article's machine, and on this one. */
  modelTherePerSec: v.nullable(size),
  modelHerePerSec: v.nullable(size),
  /** Real clients on this machine; null: not yet measured, or not possible here. */
  measuredPerSec: v.nullable(size),
  measuredP99Us: v.nullable(size),
  /** Version of the library, and codes of remarks about the run. */
  version: v.nullable(v.string()),
  remarks: v.array(v.string()),
  /** Settings that the real run could not have. */
  adapted: v.array(v.string()),
});

const comparisonSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** Id of the comparison. */
  comparison: v.string(),
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: machineSchema,
  redis: redisSchema,
  /** When the costs of this machine were calibrated; null: the model here has the costs of a similar machine. */
  calibratedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  articleCores: count,
  rows: v.pipe(v.array(row), v.maxLength(100)),
});

export type ComparisonRow = v.InferOutput<typeof row>;
export type ComparisonResult = v.InferOutput<typeof comparisonSchema>;

/** Undefined when the text is not the result of a comparison. */
export function readComparison(text: string): ComparisonResult | undefined {
  try {
    const { output, success } = v.safeParse(comparisonSchema, JSON.parse(text));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
