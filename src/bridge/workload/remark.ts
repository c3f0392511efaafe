/**
 * Remarks of the bridge about failures and irregularities: a code with facts. The page has the texts
 * (`issues.json` of each language).
 *
 * BR-01 the address does not answer
 * BR-02 the connection to the bridge was lost
 * BR-03 this page may not use the bridge
 * BR-04 wrong token
 * BR-05 Redis does not answer
 * BR-06 Redis requires a password, or rejected it
 * BR-07 command not allowed
 * BR-08 this Redis looks like production: `why` is clients, replicas, keys or host
 * BR-09 malformed message
 * BR-10 too many messages
 * BR-11 message, key or value too large
 * BR-12 Redis redirects: it is part of a cluster
 * BR-13 Redis replied with an error
 * BR-14 too many pages use the bridge
 * BR-16 real clients cannot do this here: the value at `path`; `driver` is the nearest that can run
 * BR-17 a workload is running already
 * BR-18 Redis accepts no more connections
 * BR-19 no reply for a while: Redis is paused, slow or far away
 * BR-20 Redis is out of memory
 * BR-21 the load program ended unexpectedly
 * BR-22 the driver is not installed
 * BR-23 the user lacks permission for a command
 * About a measurement:
 * BR-24 the load thread was the bottleneck, not Redis
 * BR-25 the relay was late: the round trip was longer than configured
 * BR-26 the bridge limited the rate, to protect a Redis that it does not own
 * BR-27 all cores of this machine were busy
 * About files:
 * BR-28 not a recording
 * BR-29 a recording of a newer version
 * About the bridge itself:
 * BR-30 unexpected error in the bridge
 * BR-31 the scenario is nested too deeply
 * BR-32 Redis sent an oversized reply
 * About drivers in other languages:
 * BR-33 the driver of `library` is not built
 * BR-34 a driver is being built already
 * BR-35 building the driver of `program` needs `tool`, which is missing or too old
 * BR-36 the build of a driver failed
 * BR-37 the client's process used nearly all the cores that it may use
 * BR-38 virtual threads need a newer JDK than `version`
 * BR-39 callers of a ClusterPipeline could wait for each other's connections forever; `path`, `value` and `driver` as in BR-16
 */
export const BRIDGE_CODES = [
  ...(['BR-01', 'BR-02', 'BR-03', 'BR-04', 'BR-05', 'BR-06', 'BR-07', 'BR-08', 'BR-09'] as const),
  ...(['BR-10', 'BR-11', 'BR-12', 'BR-13', 'BR-14', 'BR-16', 'BR-17', 'BR-18', 'BR-19'] as const),
  ...(['BR-20', 'BR-21', 'BR-22', 'BR-23', 'BR-24', 'BR-25', 'BR-26', 'BR-27', 'BR-28', 'BR-29'] as const),
  ...(['BR-30', 'BR-31', 'BR-32', 'BR-33', 'BR-34', 'BR-35', 'BR-36', 'BR-37', 'BR-38', 'BR-39'] as const),
] as const;
export type BridgeCode = (typeof BRIDGE_CODES)[number];

/** Codes that only qualify a measurement: nothing failed. */
export const CAVEATS: ReadonlySet<string> = new Set<BridgeCode>([
  'BR-24',
  'BR-25',
  'BR-26',
  'BR-27',
  'BR-37',
]);

export interface Remark {
  readonly code: BridgeCode;
  /** Values for the text: `{ limit: 65536 }`, `{ command: 'FLUSHALL' }`. */
  readonly detail: Readonly<Record<string, string | number>>;
}
