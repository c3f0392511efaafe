/** Calibration of Jedis and Lettuce. */
import type { CalibrationPlan, SoughtCost } from '../plan.ts';
import { pipeline, point } from '../plan.ts';
import { SERVER_AND_KERNEL } from './server-and-kernel.ts';

const jedis = (callers: number, connections = callers, part: Parameters<typeof point>[0] = {}) =>
  point({ driver: 'jedis', callers, connections, ...part });
const lettuce = (callers: number, connections = 1, part: Parameters<typeof point>[0] = {}) =>
  point({ driver: 'lettuce', callers, connections, ...part });
/** Connections of Lettuce in a pool, as ConnectionPoolSupport makes it. */
const pooledLettuce = (callers: number, connections: number, wrap: boolean) =>
  lettuce(callers, connections, {
    edits: { 'client.connections': { kind: 'pooled', maxTotal: connections, wrap } },
  });
const timed = { 'client.io.timeoutScheduler': { kind: 'timerWheel' } } as const;

const sought: readonly SoughtCost[] = [
  {
    cost: 'callerNs',
    along: ['poolBorrowNs', 'poolReturnNs'],
    payer: 'client',
    why: 'one thread of Jedis',
  },
  {
    cost: 'encodeNs',
    alike: ['decodeNs'],
    along: ['decodePerByteNs'],
    payer: 'client',
    why: 'pipelines of Jedis',
  },
  { cost: 'dispatchNs', payer: 'client', why: 'one thread of Lettuce against one of Jedis' },
  {
    cost: 'loopTaskNs',
    alike: ['loopDecodeNs'],
    along: ['timerTaskNs', 'timerWheelOfferNs', 'executorOfferNs', 'resumeNs'],
    payer: 'client',
    why: 'many threads on one connection of Lettuce',
  },
  { cost: 'loopReadNs', payer: 'client', why: 'one thread of Lettuce against many' },
  { cost: 'wrapNs', payer: 'client', why: 'a pool of Lettuce with and without wrapped connections' },
  {
    cost: 'lastLevelCacheThreads',
    payer: 'kernel',
    // Below the 64 threads that are measured: with room for all of them nothing is lost, and no slope leads there.
    start: 40,
    why: '64 threads of Jedis against 8: their data leaves the caches',
  },
  ...SERVER_AND_KERNEL,
];

export const java: CalibrationPlan = {
  sought,
  deciding: [
    jedis(1),
    jedis(1, 1, { rttUs: 1000 }),
    jedis(8),
    jedis(64),
    jedis(1, 1, pipeline(10)),
    jedis(1, 1, pipeline(100)),
    jedis(1, 1, { batch: 'multiKey', batchSize: 100 }),
    jedis(16, 16, { valueBytes: 16_384 }),
    lettuce(1),
    lettuce(8),
    lettuce(64),
    pooledLettuce(16, 8, true),
    pooledLettuce(16, 8, false),
  ],
  waking: [jedis(1), jedis(8), lettuce(1)],
  unseen: [
    jedis(6),
    jedis(48, 48, { mix: 'half' }),
    jedis(80, 80, { mix: 'set', valueBytes: 400 }),
    jedis(24, 5),
    jedis(10, 10, { valueBytes: 2000 }),
    jedis(4, 4, pipeline(20)),
    jedis(7, 7, { batch: 'multiKey', batchSize: 25 }),
    jedis(16, 16, { rttUs: 800 }),
    lettuce(6),
    lettuce(40, 4),
    lettuce(80, 1, { mix: 'half' }),
    lettuce(20, 1, { edits: timed }),
    pooledLettuce(18, 9, true),
    lettuce(30, 1, { rttUs: 1500 }),
  ],
  unseenFree: [jedis(5), jedis(24), lettuce(7), lettuce(48)],
};
