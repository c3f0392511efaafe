/** Calibration of redigo, go-redis and rueidis. */
import { type CalibrationPlan, pipeline, point, type SoughtCost } from '../plan.ts';
import { SERVER_AND_KERNEL } from './server-and-kernel.ts';

const redigo = (callers: number, connections = callers, part: Parameters<typeof point>[0] = {}) =>
  point({ driver: 'redigo', callers, connections, ...part });
const goRedis = (callers: number, connections = callers, part: Parameters<typeof point>[0] = {}) =>
  point({ driver: 'goRedis', callers, connections, ...part });
const rueidis = (callers: number, connections = 1, part: Parameters<typeof point>[0] = {}) =>
  point({ driver: 'rueidis', callers, connections, ...part });

const sought: readonly SoughtCost[] = [
  {
    cost: 'goEncodeNs',
    alike: ['goDecodeNs'],
    payer: 'client',
    // The profile's value contains a share of the system calls; here these have costs of their own.
    start: 700,
    why: 'pipelines of redigo',
  },
  // The profiles have it among encoding and decoding.
  { cost: 'checkedBorrowNs', payer: 'client', start: 1500, why: 'go-redis against redigo' },
  { cost: 'goRingNs', payer: 'client', why: 'rueidis with many goroutines' },
  { cost: 'goReadyNs', alike: ['goSwitchNs'], payer: 'client', why: 'many goroutines against one' },
  { cost: 'goDecodePerByteNs', payer: 'client', why: 'values of 16 KiB against 100 bytes' },
  ...SERVER_AND_KERNEL.filter(({ cost }) => cost !== 'socketReadPerByteNs'),
];

export const go: CalibrationPlan = {
  sought,
  deciding: [
    redigo(1),
    redigo(1, 1, { rttUs: 1000 }),
    redigo(8),
    redigo(64),
    redigo(1, 1, pipeline(10)),
    redigo(1, 1, pipeline(100)),
    redigo(16, 16, { valueBytes: 16_384 }),
    goRedis(1),
    goRedis(32),
    rueidis(1),
    rueidis(8),
    rueidis(64),
  ],
  waking: [redigo(1), redigo(8), rueidis(8)],
  unseen: [
    redigo(5),
    redigo(40, 40, { mix: 'half' }),
    redigo(30, 6),
    redigo(3, 3, pipeline(30)),
    redigo(20, 20, { rttUs: 1200 }),
    goRedis(6),
    goRedis(100, 100, { mix: 'set', valueBytes: 250 }),
    goRedis(48, 12),
    goRedis(12, 12, { valueBytes: 3000 }),
    goRedis(5, 5, { batch: 'multiKey', batchSize: 15 }),
    rueidis(20),
    rueidis(100, 1, { mix: 'half' }),
    rueidis(25, 1, { rttUs: 1200 }),
  ],
  unseenFree: [redigo(4), goRedis(28), rueidis(24)],
};
