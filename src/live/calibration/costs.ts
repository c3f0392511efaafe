/** Which costs a calibration finds, of the machine that client and Redis run on, and in what range it looks for them. */

import type { FreeCost } from '../../evidence/fit/input.ts';
import { PROFILE } from '../../evidence/predict/machine.ts';
import profiles from '../../model/scenario/generated/profiles.json' with { type: 'json' };

/** The costs that everything else is taken from. */
export { PROFILE };

type Costs = Readonly<Record<string, { readonly value: number }>>;

/** Value of a cost before a calibration, ns. */
export function standardNs(cost: string): number {
  const costs: Costs | undefined = profiles.find(({ name }) => name === PROFILE)?.costs;
  const found = costs?.[cost];
  if (!found) throw new Error(`no cost is called ${cost}`);
  return found.value;
}

/** Who pays a cost: what the table of a calibration is ordered by. */
export type Payer = 'client' | 'server' | 'kernel';

interface Sought extends Omit<FreeCost, 'start' | 'min' | 'max'> {
  readonly payer: Payer;
  /** Where the search begins when the profile's value is of something smaller. */
  readonly start?: number;
}

/** A machine is taken to be between six times as fast and ten times as slow as the one of the profile. */
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
    // The profile's is the kernel's copy alone; what JavaScript makes of a byte is in this one.
    start: 0.6,
    why: 'values of 16 KiB against 100 bytes',
  },
  {
    cost: 'socketWritePerByteNs',
    payer: 'server',
    // And here what Redis does with a reply that is not a few bytes.
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

/** Every cost that is looked for, beginning with the profile's value where it is of the same thing. */
export const FREE: readonly (FreeCost & Sought)[] = SOUGHT.map((sought) => {
  const start = sought.start ?? standardNs(sought.cost);
  return { ...sought, start, min: start / FASTER, max: start * SLOWER };
});
