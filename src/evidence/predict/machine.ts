/** The machine and the networks of the measurements. */
import profiles from '../../model/scenario/generated/profiles.json' with { type: 'json' };
import type { Json } from '../../model/scenario/patch.ts';
import type { Aside } from './row.ts';

/** The cost profile of the predictions. */
export const PROFILE = 'linux-2core-vm';

/** A cost with the additional time of a library or a command. */
export function costWith(name: string, moreNs: number): Record<string, number> {
  const costs: Readonly<Record<string, { readonly value: number }>> | undefined = profiles.find(
    (profile) => profile.name === PROFILE,
  )?.costs;
  return { [name]: (costs?.[name] ?? fail(`no cost is called ${name}`)).value + moreNs };
}

/** Cores that client, server and delay line share. */
const CORES = 2;
/** Busy cores, delay line included, from which its share decides the result. */
const CROWDED_CORES = 1.5;
/** Share of a core the 1 ms line takes where it was not recorded (0.6 to 0.8). */
const RELAY_CORES = 0.7;

/** Client and server on the same cores. */
export const sharedMachine = { client: { cores: CORES }, server: { host: { kind: 'client' } } };

/** Client and server pinned to a core of their own. */
export const coreEach = { client: { cores: 1 }, server: { host: { kind: 'own', cores: 1 } } };

/** The delay line releases packets on a tick: on average half a tick late. */
const ticks: Readonly<Record<string, readonly [rttUs: number, tickUs: number]>> = {
  loopback: [0, 0],
  '1ms': [1000, 48],
  '12ms': [12_000, 100],
  '50ms': [50_000, 100],
};

/** The network of a row, by its name in the tables. */
export function network(rtt: string): { rttUs: number } & Record<string, Json> {
  const [rttUs, tickUs] = ticks[rtt] ?? fail(`no network is called ${rtt}`);
  const jitter = { kind: 'uniform', min: 0, max: tickUs };
  return tickUs === 0 ? { rttUs } : { rttUs, requestJitterUs: jitter, replyJitterUs: jitter };
}

/** Simulated time: a few round trips of warm-up, then enough of them, or of requests, for a steady mean. */
export function runFor(rttUs: number): { warmupMs: number; measuredMs: number } {
  return { warmupMs: 100 + rttUs / 100, measuredMs: 600 + rttUs / 20 };
}

/**
 * Why a row over the 1 ms line is no measure of client and server: the line ran on the same two cores, and
 * the model does not include it.
 */
export function crowded(
  rtt: string,
  clientCores: number,
  serverCores: number,
  relayCores = RELAY_CORES,
): Aside | undefined {
  if (rtt !== '1ms' || clientCores + serverCores + relayCores < CROWDED_CORES) return undefined;
  return 'delayLine';
}

function fail(message: string): never {
  throw new Error(message);
}
