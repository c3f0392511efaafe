/** Calibration of the clients of Node. */
import { type CalibrationPlan, pipeline, point } from '../plan.ts';
import { SERVER_AND_KERNEL } from './server-and-kernel.ts';

const alone = point({ callers: 1 });

export const node: CalibrationPlan = {
  sought: [
    {
      cost: 'nodeJsCommandNs',
      alike: ['nodeJsReplyNs'],
      payer: 'client',
      why: 'concurrency and long pipelines',
    },
    { cost: 'nodeJsCallbackNs', payer: 'client', why: 'one request at a time against many' },
    { cost: 'nodeJsPoolNs', payer: 'client', why: 'a pool against shared connections' },
    ...SERVER_AND_KERNEL,
  ],
  deciding: [
    alone,
    point({ callers: 1, rttUs: 1000 }),
    point({ callers: 8 }),
    point({ callers: 64 }),
    point({ callers: 1, ...pipeline(10) }),
    point({ callers: 1, ...pipeline(100) }),
    point({ callers: 1, batch: 'multiKey', batchSize: 100 }),
    point({ callers: 32, valueBytes: 16_384 }),
    point({ driver: 'ioredis', callers: 32 }),
    point({ driver: 'nodeRedisPool', callers: 16, connections: 8 }),
  ],
  waking: [alone, point({ callers: 8 })],
  unseen: [
    point({ callers: 6 }),
    point({ callers: 36, mix: 'half' }),
    point({ callers: 100, mix: 'set', valueBytes: 250 }),
    point({ callers: 24, connections: 3 }),
    point({ callers: 10, valueBytes: 2000 }),
    point({ callers: 3, ...pipeline(40) }),
    point({ callers: 12, ...pipeline(6) }),
    point({ callers: 7, batch: 'multiKey', batchSize: 25 }),
    point({ callers: 3, batch: 'transactionInPipeline', batchSize: 12 }),
    point({ driver: 'ioredis', callers: 10 }),
    point({ driver: 'ioredis', callers: 48, connections: 2, mix: 'set' }),
    point({ driver: 'ioredisAutoPipelining', callers: 60 }),
    point({ driver: 'nodeRedisPool', callers: 14, connections: 7 }),
    point({ driver: 'ioredisPool', callers: 18, connections: 9 }),
    point({ callers: 25, rttUs: 1200 }),
    point({ driver: 'ioredis', callers: 8, rttUs: 400 }),
  ],
  unseenFree: [
    point({ callers: 4 }),
    point({ callers: 28 }),
    point({ callers: 18, mix: 'half' }),
    point({ callers: 2, ...pipeline(25) }),
    point({ driver: 'ioredis', callers: 14 }),
    point({ driver: 'nodeRedisPool', callers: 10, connections: 4 }),
  ],
};
