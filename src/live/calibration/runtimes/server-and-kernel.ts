/** The costs of Redis and of the kernel, which the clients of every runtime pay. */
import type { SoughtCost } from '../plan.ts';

/** System calls that need no measurement of their own: a kernel that is twice as fast in write() is so in them, too. */
const SYSTEM_CALLS = [
  ...['socketReadNs', 'socketReadEmptyNs', 'syscallNs', 'pollNs'],
  ...['epollWaitNs', 'epollEventNs', 'epollCtlNs', 'eventfdWakeNs', 'futexWaitNs', 'futexWakeNs'],
];

/** What every client pays in Redis and in the kernel. */
export const SERVER_AND_KERNEL: readonly SoughtCost[] = [
  { cost: 'commandNs', payer: 'server', why: 'CPU time of Redis in long pipelines' },
  { cost: 'clientTurnNs', payer: 'server', why: 'CPU time of Redis with one command a read' },
  {
    cost: 'keyNs',
    payer: 'server',
    // The profile's value is that of many keys, which are not in the caches; the bridge has few.
    start: 150,
    why: 'MGET of 100 keys against one',
  },
  {
    cost: 'socketWriteNs',
    along: SYSTEM_CALLS,
    payer: 'kernel',
    why: 'clients that write each command by itself',
  },
  {
    cost: 'socketReadPerByteNs',
    payer: 'client',
    least: 0.02,
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
    // A core with a large second-level cache keeps the data of a few threads.
    least: 50,
    why: 'many threads on one core',
  },
  {
    cost: 'wakeLatencyNs',
    payer: 'kernel',
    onSeveralCores: true,
    why: 'response time of one request at a time on all cores',
  },
];
