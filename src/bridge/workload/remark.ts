/**
 * What the bridge has to say when something cannot be done, or was not as it should be: a code with facts. The page has the
 * sentences (`issues.json` of each language).
 *
 * BR-01 nobody answers at the address      BR-02 the connection to the bridge was lost
 * BR-03 this page may not use the bridge   BR-04 wrong token
 * BR-05 Redis does not answer              BR-06 Redis asks for a password, or refuses the one it got
 * BR-07 command not offered                BR-08 this Redis looks like production: `why` is clients, replicas, keys or host
 * BR-09 message not understood             BR-10 too many messages
 * BR-11 message, key or value too large    BR-12 Redis names another node: it is part of a cluster
 * BR-13 Redis answered with an error       BR-14 too many pages use the bridge
 * BR-16 real clients cannot do this here: the value at `path`; `driver` is the nearest that can run
 * BR-17 a workload is running already      BR-18 Redis takes no more connections
 * BR-19 no answer for a while: Redis is paused, slow or far away
 * BR-20 Redis is out of memory             BR-21 the program that makes the requests has ended unexpectedly
 * BR-22 the driver is not installed        BR-23 the user may not use a command on this Redis
 * Remarks about a measurement:
 * BR-24 the thread that makes the requests was full: it is the limit, not Redis
 * BR-25 the relay was late: the round-trip time was longer than asked for
 * BR-26 the bridge held the rate down, to spare a Redis that is not its own
 * BR-27 all cores of this machine were busy
 * About files:
 * BR-28 not a recording                    BR-29 a recording of a newer version
 * About the bridge itself:
 * BR-30 an unexpected error in the bridge  BR-31 the scenario is nested too deeply
 * BR-32 Redis sent more than any answer to the bridge can be
 */
export const BRIDGE_CODES = [
  ...(['BR-01', 'BR-02', 'BR-03', 'BR-04', 'BR-05', 'BR-06', 'BR-07', 'BR-08', 'BR-09'] as const),
  ...(['BR-10', 'BR-11', 'BR-12', 'BR-13', 'BR-14', 'BR-16', 'BR-17', 'BR-18', 'BR-19'] as const),
  ...(['BR-20', 'BR-21', 'BR-22', 'BR-23', 'BR-24', 'BR-25', 'BR-26', 'BR-27', 'BR-28', 'BR-29'] as const),
  ...(['BR-30', 'BR-31', 'BR-32'] as const),
] as const;
export type BridgeCode = (typeof BRIDGE_CODES)[number];

/** Those that only say how a measurement is to be read: nothing failed. */
export const IN_PASSING: ReadonlySet<string> = new Set<BridgeCode>(['BR-24', 'BR-25', 'BR-26', 'BR-27']);

export interface Remark {
  readonly code: BridgeCode;
  /** Numbers and names for the sentence: `{ limit: 65536 }`, `{ command: 'FLUSHALL' }`. */
  readonly detail: Readonly<Record<string, string | number>>;
}
