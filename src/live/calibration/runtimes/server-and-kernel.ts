/** The costs of Redis and of the kernel, which the clients of every runtime pay. */
import type { SoughtCost } from '../plan.ts';

export const SERVER_AND_KERNEL: readonly SoughtCost[] = [
  { cost: 'commandNs', payer: 'server', why: 'CPU time of Redis in long pipelines' },
  { cost: 'clientTurnNs', payer: 'server', why: 'CPU time of Redis with one command a read' },
  { cost: 'socketWriteNs', payer: 'kernel', why: 'clients that write each command by itself' },
  {
    cost: 'socketReadPerByteNs',
    payer: 'client',
    // The profile's value is the kernel's copy alone; this one includes the client's work per byte.
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
    cost: 'contextSwitchNs',
    payer: 'kernel',
    why: 'CPU time of one request at a time against many: client and Redis take turns',
  },
  {
    cost: 'cacheRefillNs',
    payer: 'kernel',
    why: 'many threads on one core',
  },
  {
    cost: 'wakeLatencyNs',
    payer: 'kernel',
    onSeveralCores: true,
    why: 'response time of one request at a time on all cores',
  },
];
