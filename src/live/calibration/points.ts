/**
 * The configurations of a calibration: few measured ones with independent information, and unseen ones that
 * it predicts.
 */
import { FIRST_QUESTION, type RealQuestion } from '../../bridge/workload/question.ts';

/**
 * Wall time of one measurement and of its warm-up, s: all rounds of the deciding ones take less than half a
 * minute.
 */
export const SECONDS = 0.3;
export const WARMUP_SECONDS = 0.4;

/** A configuration, and the placement of client and Redis: pinned to one core, or free. */
export interface Point {
  readonly question: RealQuestion;
  readonly isHeld: boolean;
}

/** Limit on the cores used by other programs with free placement; more is a disturbance. */
export const QUIET_CORES = 0.25;
/** Rounds of every measurement, at different times. */
export const ROUNDS = 2;

const point = (part: Partial<RealQuestion>): RealQuestion => ({
  ...FIRST_QUESTION,
  seconds: SECONDS,
  ...part,
});

/** One request at a time: the whole path without contention. */
export const ALONE = point({ callers: 1 });
/** The same through the relay: gives the relay's additional delay. */
export const FAR = point({ callers: 1, rttUs: 1000 });

const pipeline = (batchSize: number) => ({ batch: 'pipeline', batchSize }) as const;

const WORK: readonly RealQuestion[] = [
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
/** The cost of waking a core shows only with several callers. */
const WAKING: readonly RealQuestion[] = [ALONE, point({ callers: 8 })];

const held = (question: RealQuestion): Point => ({ question, isHeld: true });
const free = (question: RealQuestion): Point => ({ question, isHeld: false });

/**
 * The deciding configurations.
 * @param canHold whether client and Redis can be pinned to one core
 */
export const seenPoints = (canHold: boolean): readonly Point[] =>
  canHold ? [...WORK.map(held), ...WAKING.map(free)] : WORK.map(free);

/**
 * Configurations that are predicted before they are measured: other callers, payloads, depths, commands,
 * connections, clients and round trips. They were not used to improve the model, its costs or the fit. Anyone
 * who uses them so must replace them here.
 */
const UNSEEN: readonly RealQuestion[] = [
  point({ callers: 6 }),
  point({ callers: 36, mix: 'half' }),
  point({ callers: 100, mix: 'set', valueBytes: 250 }),
  point({ callers: 24, connections: 3 }),
  point({ callers: 14, valueBytes: 3000 }),
  point({ callers: 3, ...pipeline(40) }),
  point({ callers: 12, ...pipeline(6) }),
  point({ callers: 5, batch: 'multiKey', batchSize: 15 }),
  point({ callers: 3, batch: 'transactionInPipeline', batchSize: 12 }),
  point({ driver: 'ioredis', callers: 10 }),
  point({ driver: 'ioredis', callers: 48, connections: 2, mix: 'set' }),
  point({ driver: 'ioredisAutoPipelining', callers: 60 }),
  point({ driver: 'nodeRedisPool', callers: 14, connections: 7 }),
  point({ driver: 'ioredisPool', callers: 18, connections: 9 }),
  point({ callers: 25, rttUs: 1200 }),
  point({ driver: 'ioredis', callers: 8, rttUs: 400 }),
];

/** The same with free placement. */
const UNSEEN_FREE: readonly RealQuestion[] = [
  point({ callers: 4 }),
  point({ callers: 28 }),
  point({ callers: 18, mix: 'half' }),
  point({ callers: 2, ...pipeline(25) }),
  point({ driver: 'ioredis', callers: 14 }),
  point({ driver: 'nodeRedisPool', callers: 10, connections: 4 }),
];

export const unseenPoints = (canHold: boolean): readonly Point[] => [
  ...UNSEEN.map(canHold ? held : free),
  ...UNSEEN_FREE.map(free),
];
