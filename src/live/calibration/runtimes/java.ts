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
  { cost: 'callerNs', payer: 'client', why: 'one thread of Jedis' },
  { cost: 'encodeNs', alike: ['decodeNs'], payer: 'client', why: 'pipelines of Jedis' },
  { cost: 'dispatchNs', payer: 'client', why: 'one thread of Lettuce against one of Jedis' },
  {
    cost: 'loopTaskNs',
    alike: ['loopDecodeNs'],
    payer: 'client',
    why: 'many threads on one connection of Lettuce',
  },
  { cost: 'loopReadNs', payer: 'client', why: 'one thread of Lettuce against many' },
  { cost: 'wrapNs', payer: 'client', why: 'a pool of Lettuce with and without wrapped connections' },
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
    jedis(16, 16, { valueBytes: 16_384 }),
    lettuce(1),
    lettuce(8),
    lettuce(64),
    pooledLettuce(16, 8, true),
    pooledLettuce(16, 8, false),
  ],
  waking: [jedis(1), jedis(8), lettuce(1)],
  unseen: [
    jedis(5),
    jedis(40, 40, { mix: 'half' }),
    jedis(100, 100, { mix: 'set', valueBytes: 250 }),
    jedis(30, 6),
    jedis(12, 12, { valueBytes: 3000 }),
    jedis(3, 3, pipeline(30)),
    jedis(5, 5, { batch: 'multiKey', batchSize: 15 }),
    jedis(20, 20, { rttUs: 1200 }),
    lettuce(5),
    lettuce(32, 3),
    lettuce(100, 1, { mix: 'half' }),
    lettuce(24, 1, { edits: timed }),
    pooledLettuce(20, 10, true),
    lettuce(25, 1, { rttUs: 1200 }),
  ],
  unseenFree: [jedis(4), jedis(28), lettuce(6), lettuce(40)],
};
