/** What the model is asked for a real run: the same scenario, with the machine that it ran on and that machine's costs. */
import type { Machine, RedisAddress } from '../bridge/protocol.ts';
import type { Adaptation } from '../bridge/workload/plan.ts';
import type { Driver, RealWorkload } from '../bridge/workload/workload.ts';
import { benchmarkCosts } from '../evidence/predict/benchmark.ts';
import { runFor, sharedMachine } from '../evidence/predict/machine.ts';
import { autoPipeliningCosts } from '../evidence/predict/node.ts';
import { applyEdits, type Edits, type Json } from '../scenario/patch.ts';
import { PROFILE, standardNs } from './costs.ts';

/** A machine's own costs, ns, and what its relay adds to a round trip beyond what it is asked for, µs. */
export interface MachineCosts {
  readonly overrides: Readonly<Record<string, number>>;
  /** Cores that client and Redis share; all of the machine when absent. */
  readonly cores?: number;
  readonly relayUs: number;
  /** Round trip to a Redis on another machine, µs. */
  readonly wireUs: number;
}

/** The costs of the profile as they are. */
export const STANDARD: MachineCosts = { overrides: {}, relayUs: 0, wireUs: 0 };

/** What a driver takes besides, on any machine: more of a cost, or another program's cost in its place. */
const DRIVERS_COSTS: Partial<
  Record<
    Driver,
    { readonly more?: Readonly<Record<string, number>>; readonly own?: Readonly<Record<string, number>> }
  >
> = {
  redisBenchmark: { own: benchmarkCosts },
  ioredisAutoPipelining: { more: autoPipeliningCosts },
};

function costsOf(driver: Driver, { overrides }: MachineCosts): Json {
  const { more = {}, own = {} } = DRIVERS_COSTS[driver] ?? {};
  const raised = Object.entries(more).map(([cost, ns]) => [cost, (overrides[cost] ?? standardNs(cost)) + ns]);
  return { profile: PROFILE, overrides: { ...overrides, ...Object.fromEntries(raised), ...own } };
}

/** Where a real run was made, and what it came to. */
export interface Surroundings {
  readonly cores: Machine['cores'];
  readonly place: RedisAddress['kind'];
  readonly workload: Pick<RealWorkload, 'driver' | 'relay'>;
  readonly adapted: readonly Adaptation[];
  /** Client and Redis shared one core; otherwise they were where the kernel put them. */
  readonly isHeld?: boolean;
}

const editsOf = (adapted: readonly Adaptation[]): Edits =>
  Object.fromEntries(adapted.flatMap(({ path, to }) => (to === null ? [] : [[path, to]])));

/** @param run model time, where it shall be another than for a measured row */
export function modelOf(
  asked: Json,
  { cores, place, workload, adapted, isHeld }: Surroundings,
  costs: MachineCosts,
  run?: { warmupMs: number; measuredMs: number },
): Json {
  const rttUs = workload.relay?.rttUs ?? 0;
  const addedUs = (workload.relay ? costs.relayUs : 0) + (place === 'remote' ? costs.wireUs : 0);
  return applyEdits(asked, {
    ...editsOf(adapted),
    run: run ?? runFor(rttUs),
    ...(addedUs > 0 ? { 'network.rttUs': Math.round((rttUs + addedUs) * 1000) / 1000 } : {}),
    'client.cores': isHeld ? 1 : (costs.cores ?? cores),
    ...(place === 'remote' ? {} : { 'server.host': sharedMachine.server.host }),
    costs: costsOf(workload.driver, costs),
  });
}
