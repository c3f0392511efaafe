/**
 * What a calibration measures: few configurations, each of which tells something that the others do not; and what it then
 * predicts without having seen it.
 */
import { FIRST_QUESTION, type RealQuestion } from '../bridge/workload/question.ts';

/** Wall time of one measurement and before it, s: all rounds of what decides are to take less than half a minute. */
export const SECONDS = 0.4;
export const WARMUP_SECONDS = 0.45;
/** Everything is measured so many times, at different moments; the round that was disturbed least counts. */
export const ROUNDS = 3;

const point = (part: Partial<RealQuestion>): RealQuestion => ({
  ...FIRST_QUESTION,
  seconds: SECONDS,
  ...part,
});

/** One request at a time: the whole way without anybody else on it. */
export const ALONE = point({ callers: 1 });
/** The same through the relay: what the relay adds beyond what it was asked for. */
export const FAR = point({ callers: 1, rttUs: 1000 });

const pipeline = (batchSize: number) => ({ batch: 'pipeline', batchSize }) as const;

/** What decides. */
export const SEEN: readonly RealQuestion[] = [
  ALONE,
  FAR,
  point({ callers: 8 }),
  point({ callers: 64 }),
  point({ callers: 1, ...pipeline(10) }),
  point({ callers: 1, ...pipeline(100) }),
  point({ callers: 32, valueBytes: 16_384 }),
  point({ driver: 'ioredis', callers: 32 }),
  point({ driver: 'nodeRedisPool', callers: 16, connections: 8 }),
];

/** What is predicted before it is measured: other callers, payloads, depths, connections, clients and round trips. */
export const UNSEEN: readonly RealQuestion[] = [
  point({ callers: 3 }),
  point({ callers: 24 }),
  point({ callers: 200 }),
  point({ callers: 64, mix: 'set' }),
  point({ callers: 64, connections: 4 }),
  point({ callers: 32, valueBytes: 1024 }),
  point({ callers: 16, valueBytes: 8192 }),
  point({ callers: 1, ...pipeline(30) }),
  point({ callers: 8, ...pipeline(10) }),
  point({ driver: 'ioredis', callers: 100 }),
  point({ driver: 'nodeRedisPool', callers: 32, connections: 16 }),
  point({ callers: 16, rttUs: 500 }),
  point({ callers: 8, rttUs: 2000, ...pipeline(10) }),
];
