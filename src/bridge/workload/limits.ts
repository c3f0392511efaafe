/** Limits of the bridge. It enforces them; the page shows them in advance. */
export const LIMITS = {
  messageBytes: 128 * 1024,
  valueBytes: 64 * 1024,
  keyBytes: 128,
  keysPerSession: 10_000,
  messagesPerSecond: 2_000,
  /** Maximum lifetime of keys after a session that could not clean up. */
  ttlMs: 60_000,
  pings: 10_000,
  sessions: 8,
  /**
   * Voters per vote and per network address. A class may share one address; a single device must not fill the
   * vote.
   */
  voters: 500,
  votersPerAddress: 60,
  /** Size of a vote, and votes per second from one address. */
  voteBytes: 4 * 1024,
  votesPerSecond: 20,
  /**
   * Students who drive a part of one system, in all and per network address; their requests per second from one
   * address, and the size of one.
   */
  drivers: 120,
  driversPerAddress: 60,
  driveRequestsPerSecond: 150,
  driveBytes: 512,
  /** Changes per second of one student; more are refused. */
  driverChangesPerSecond: 8,
  /** Time without a request after which a student is gone, ms. */
  driverSilenceMs: 8_000,
  /** Nodes of a cluster that the bridge starts: each is a process. */
  nodes: 6,
  /** Per workload. */
  connections: 256,
  callers: 10_000,
  batch: 10_000,
  payloadBytes: 1024 * 1024,
  /** Keys times value size. */
  dataBytes: 64 * 1024 * 1024,
  seconds: 60,
  warmupSeconds: 10,
  /** Nesting depth of a scenario; the schema needs six. */
  scenarioDepth: 32,
  rttUs: 2_000_000,
  openRatePerSec: 200_000,
  /** Commands per second on a Redis that the bridge does not own. */
  foreignRatePerSec: 50_000,
} as const;
