/** What the bridge accepts. It enforces these; the page reads them to say so before someone tries. */
export const LIMITS = {
  messageBytes: 128 * 1024,
  valueBytes: 64 * 1024,
  keyBytes: 128,
  keysPerSession: 10_000,
  messagesPerSecond: 2_000,
  /** Keys outlive a session that could not clean up by at most this. */
  ttlMs: 60_000,
  pings: 10_000,
  sessions: 8,
  /** Of a vote; voters at one network address (a class may share one, a single device must not fill the vote). */
  voters: 500,
  votersPerAddress: 60,
  /** An answer's text, and answers a second from one address. */
  voteBytes: 4 * 1024,
  votesPerSecond: 20,
  /** Of one workload. */
  connections: 256,
  callers: 10_000,
  batch: 10_000,
  payloadBytes: 1024 * 1024,
  /** Keys times payload. */
  dataBytes: 64 * 1024 * 1024,
  seconds: 60,
  warmupSeconds: 10,
  /** Levels of a scenario; the deepest that the schema allows has six. */
  scenarioDepth: 32,
  rttUs: 2_000_000,
  openRatePerSec: 200_000,
  /** Commands a second on a Redis that is not the bridge's own. */
  foreignRatePerSec: 50_000,
} as const;
