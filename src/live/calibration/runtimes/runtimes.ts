/** The runtimes that can be calibrated. */
import type { Driver } from '../../../bridge/workload/workload.ts';
import type { CalibrationPlan } from '../plan.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';

const PLANS = { node, java, go } as const;

export type CalibratedRuntime = keyof typeof PLANS;

export const CALIBRATED_RUNTIMES = Object.keys(PLANS) as readonly CalibratedRuntime[];

export const planOf = (runtime: CalibratedRuntime): CalibrationPlan => PLANS[runtime];

/** The runtime of each client. redis-benchmark is no runtime of its own: its costs on the server are Node's. */
const RUNTIME_OF: Readonly<Record<Driver, CalibratedRuntime>> = {
  nodeRedis: 'node',
  nodeRedisPool: 'node',
  ioredis: 'node',
  ioredisAutoPipelining: 'node',
  ioredisPool: 'node',
  redisBenchmark: 'node',
  jedis: 'java',
  lettuce: 'java',
  goRedis: 'go',
  redigo: 'go',
  rueidis: 'go',
};

export const runtimeOf = (driver: Driver): CalibratedRuntime => RUNTIME_OF[driver];
