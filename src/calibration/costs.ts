/** Which costs a calibration finds, of the machine that client and Redis run on, and in what range it looks for them. */

import type { FreeCost } from '../evidence/fit/input.ts';
import { PROFILE } from '../evidence/predict/machine.ts';
import profiles from '../scenario/generated/profiles.json' with { type: 'json' };

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
  /** How many times the profile's value it may be at most, where that is another than of most. */
  readonly slower?: number;
}

/** A machine is taken to be between six times as fast and ten times as slow as the one of the profile. */
const FASTER = 6;
const SLOWER = 10;

const SOUGHT: readonly Sought[] = [
  { cost: 'nodeCommandNs', alike: ['nodeReplyNs'], payer: 'client', why: 'concurrency and long pipelines' },
  { cost: 'nodeCallbackNs', payer: 'client', why: 'one request at a time against many' },
  { cost: 'nodePoolNs', payer: 'client', why: 'a pool against shared connections' },
  { cost: 'commandNs', payer: 'server', why: 'CPU time of Redis in long pipelines' },
  { cost: 'clientTurnNs', payer: 'server', why: 'CPU time of Redis with one command a read' },
  { cost: 'socketWriteNs', payer: 'kernel', why: 'ioredis, which writes each command by itself' },
  {
    cost: 'socketReadPerByteNs',
    payer: 'client',
    slower: 100,
    why: 'values of 16 KiB against 100 bytes: what JavaScript makes of a byte is in it',
  },
  {
    cost: 'socketWritePerByteNs',
    payer: 'server',
    slower: 100,
    why: 'CPU time of Redis for values of 16 KiB',
  },
  {
    cost: 'cacheRefillNs',
    payer: 'kernel',
    why: 'CPU time of one request at a time: client and Redis take turns',
  },
  { cost: 'wakeLatencyNs', payer: 'kernel', why: 'response time of one request at a time' },
];

/** Every cost that is looked for, beginning with the profile's value. */
export const FREE: readonly (FreeCost & Sought)[] = SOUGHT.map((sought) => {
  const start = standardNs(sought.cost);
  return { ...sought, start, min: start / FASTER, max: start * (sought.slower ?? SLOWER) };
});
