/** The costs that a calibration fits, of the common machine of client and Redis, with their ranges. */

import type { FreeCost } from '../../evidence/fit/input.ts';
import { PROFILE } from '../../evidence/predict/machine.ts';
import profiles from '../../model/scenario/generated/profiles.json' with { type: 'json' };

/** The profile of all other costs. */
export { PROFILE };

type Costs = Readonly<Record<string, { readonly value: number }>>;

/** Value of a cost before a calibration, ns. */
export function standardNs(cost: string): number {
  const costs: Costs | undefined = profiles.find(({ name }) => name === PROFILE)?.costs;
  const found = costs?.[cost];
  if (!found) throw new Error(`no cost is called ${cost}`);
  return found.value;
}

/** The party that spends a cost; the order of a calibration's table. */
export type Payer = 'client' | 'server' | 'kernel';

interface Sought extends Omit<FreeCost, 'start' | 'min' | 'max'> {
  readonly payer: Payer;
  /** Start of the search, if the profile's value covers less. */
  readonly start?: number;
}

/** The machine is assumed to be between six times as fast and ten times as slow as the profile's. */
const FASTER = 6;
const SLOWER = 10;

const SOUGHT: readonly Sought[] = [
  {
    cost: 'nodeJsCommandNs',
    alike: ['nodeJsReplyNs'],
    payer: 'client',
    why: 'concurrency and long pipelines',
  },
  { cost: 'nodeJsCallbackNs', payer: 'client', why: 'one request at a time against many' },
  { cost: 'nodeJsPoolNs', payer: 'client', why: 'a pool against shared connections' },
  { cost: 'commandNs', payer: 'server', why: 'CPU time of Redis in long pipelines' },
  { cost: 'clientTurnNs', payer: 'server', why: 'CPU time of Redis with one command a read' },
  { cost: 'socketWriteNs', payer: 'kernel', why: 'ioredis, which writes each command by itself' },
  {
    cost: 'socketReadPerByteNs',
    payer: 'client',
    // The profile's value is the kernel's copy alone; this one includes JavaScript's work per byte.
    start: 0.6,
    why: 'values of 16 KiB against 100 bytes',
  },
  {
    cost: 'socketWritePerByteNs',
    payer: 'server',
    // This one includes Redis' work on replies longer than a few bytes.
    start: 0.25,
    why: 'CPU time of Redis for values of 16 KiB',
  },
  {
    cost: 'cacheRefillNs',
    payer: 'kernel',
    why: 'CPU time of one request at a time: client and Redis take turns',
  },
  { cost: 'wakeLatencyNs', payer: 'kernel', why: 'response time of one request at a time' },
];

/** Every fitted cost, starting at the profile's value if it covers the same work. */
export const FREE: readonly (FreeCost & Sought)[] = SOUGHT.map((sought) => {
  const start = sought.start ?? standardNs(sought.cost);
  return { ...sought, start, min: start / FASTER, max: start * SLOWER };
});
