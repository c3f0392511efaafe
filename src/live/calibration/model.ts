/** The model's scenario of a real run: the same workload, with the machine and its costs. */
import type { Machine, RedisAddress } from '../../bridge/protocol.ts';
import type { Adaptation } from '../../bridge/workload/plan.ts';
import type { RealWorkload } from '../../bridge/workload/workload.ts';
import { runFor, sharedMachine } from '../../evidence/predict/machine.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { PROFILE, standardNs } from './costs.ts';
import { runtimeOf } from './runtimes/runtimes.ts';

/** A machine's costs, ns, and its relay's additional delay per round trip, µs. */
export interface MachineCosts {
  readonly overrides: Readonly<Record<string, number>>;
  /** Cores that client and Redis share; all of the machine when absent. */
  readonly cores?: number;
  readonly relayUs: number;
  /** Round trip to a Redis on another machine, µs. */
  readonly wireUs: number;
}

/** The profile's costs. */
export const STANDARD: MachineCosts = { overrides: {}, relayUs: 0, wireUs: 0 };

/**
 * JavaScript of auto-pipelining: measured on the profile's machine only, so it scales with other JavaScript.
 */
const AUTO_PIPELINING_COSTS = ['nodeJsPipelineNs', 'nodeJsPipelineCommandNs'] as const;

/**
 * Work of the libraries per batch besides its commands: objects and promises, ns. Measured on this machine's
 * one core with pipelines of 2, 10, 30 and 100 GETs against one GET (2026-11-22): 4.1 µs where
 * nodeJsCommandNs came to 780.
 */
const BATCH_NS = 3_200;

/**
 * Additional time of SET against GET in Redis, µs: the bridge's SET has an expiry and stores a value.
 * Measured as CPU time of Redis with 64 and 32 callers (2026-11-22): 0.40 and 0.47. Of the client, for three
 * words more, ns: 0.3 µs where nodeJsCommandNs came to 780.
 */
const SET_US = 0.43;
const SET_NS = 230;

/**
 * The same of Jedis and Lettuce, ns where callerNs came to 541. Measured as CPU time of the client with 8, 32 and 80 callers (2026-11-30):
 * 270 to 620 of Jedis and 410 of Lettuce; Redis took 0.25 to 0.7 µs longer. Clients of Go took no longer than for a GET.
 */
const JAVA_SET_NS = 350;

/** Slowness of JavaScript here, relative to the machine of its costs. */
const slowness = ({ overrides }: MachineCosts): number =>
  (overrides.nodeJsCommandNs ?? standardNs('nodeJsCommandNs')) / standardNs('nodeJsCommandNs');

/** Share of the commands that store. */
const storing = ({ command, second }: Surroundings['workload']): number => {
  const other = second ? second.share : 0;
  return (command?.kind === 'set' ? 1 - other : 0) + (second?.kind === 'set' ? other : 0);
};

function costsOf(workload: Surroundings['workload'], costs: MachineCosts): Json {
  const { overrides } = costs;
  const runtime = runtimeOf(workload.driver);
  if (runtime === 'java') {
    const callerNs = overrides.callerNs ?? standardNs('callerNs');
    const longer = 1 + (JAVA_SET_NS / standardNs('callerNs')) * storing(workload);
    return { profile: PROFILE, overrides: { ...overrides, callerNs: Math.round(callerNs * longer) } };
  }
  if (runtime !== 'node') return { profile: PROFILE, overrides };
  const isBatch = workload.batch?.kind === 'pipeline' || workload.batch?.kind === 'transaction';
  const works = [
    ['nodeJsCommandNs', SET_NS * storing(workload)],
    ['callerNs', isBatch ? BATCH_NS : 0],
  ] as const;
  const raised: Record<string, number> = { ...overrides };
  for (const [cost, ns] of works)
    if (ns > 0) raised[cost] = Math.round((raised[cost] ?? standardNs(cost)) + ns * slowness(costs));
  if (workload.driver === 'ioredisAutoPipelining' && slowness(costs) !== 1)
    for (const cost of AUTO_PIPELINING_COSTS) raised[cost] ??= Math.round(standardNs(cost) * slowness(costs));
  return { profile: PROFILE, overrides: raised };
}

/** Commands that store take Redis longer. */
const editsOfStoring = ({ command, second }: Surroundings['workload']): Edits => {
  const longer: Json = { kind: 'constant', value: SET_US };
  return {
    ...(command?.kind === 'set' ? { 'workload.command.execUs': longer } : {}),
    ...(second?.kind === 'set' ? { 'workload.second.execUs': longer } : {}),
  };
};

/** The surroundings of a real run, with its result. */
export interface Surroundings {
  readonly cores: Machine['cores'];
  readonly place: RedisAddress['kind'];
  readonly workload: Pick<RealWorkload, 'driver' | 'relay'> &
    Partial<Pick<RealWorkload, 'command' | 'second' | 'batch'>>;
  readonly adapted: readonly Adaptation[];
  /** Client and Redis shared one core; otherwise placement was free. */
  readonly isHeld?: boolean;
}

const editsOf = (adapted: readonly Adaptation[]): Edits =>
  Object.fromEntries(adapted.flatMap(({ path, to }) => (to === null ? [] : [[path, to]])));

/** @param run model time, if it differs from that of a measured row */
export function modelOf(
  partial: Json,
  { cores, place, workload, adapted, isHeld }: Surroundings,
  costs: MachineCosts,
  run?: { warmupMs: number; measuredMs: number },
): Json {
  const rttUs = workload.relay?.rttUs ?? 0;
  const addedUs = (workload.relay ? costs.relayUs : 0) + (place === 'remote' ? costs.wireUs : 0);
  return applyEdits(partial, {
    ...editsOf(adapted),
    run: run ?? runFor(rttUs),
    ...(addedUs > 0 ? { 'network.rttUs': Math.round((rttUs + addedUs) * 1000) / 1000 } : {}),
    'client.cores': isHeld ? 1 : (costs.cores ?? cores),
    ...(place === 'remote' ? {} : { 'server.host': sharedMachine.server.host }),
    ...(workload.driver === 'redisBenchmark' ? {} : editsOfStoring(workload)),
    costs: costsOf(workload, costs),
  });
}
