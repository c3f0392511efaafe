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
    redigo(1, 1, { batch: 'multiKey', batchSize: 100 }),
    redigo(16, 16, { valueBytes: 16_384 }),
    goRedis(1),
    goRedis(32),
    rueidis(1),
    rueidis(8),
    rueidis(64),
  ],
  waking: [redigo(1), redigo(8), rueidis(8)],
  unseen: [
    redigo(6),
    redigo(48, 48, { mix: 'half' }),
    redigo(24, 5),
    redigo(4, 4, pipeline(20)),
    redigo(16, 16, { rttUs: 800 }),
    goRedis(7),
    goRedis(80, 80, { mix: 'set', valueBytes: 400 }),
    goRedis(40, 10),
    goRedis(10, 10, { valueBytes: 2000 }),
    goRedis(7, 7, { batch: 'multiKey', batchSize: 25 }),
    rueidis(24),
    rueidis(80, 1, { mix: 'half' }),
    rueidis(30, 1, { rttUs: 1500 }),
  ],
  unseenFree: [redigo(5), goRedis(24), rueidis(20)],
};
