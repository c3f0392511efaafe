/** All rules about the configuration; among equals the first comes first. */
import type { FindingRule } from '../finding.ts';
import { DEFAULT_RULES } from './defaults.ts';
import { fleetAboveMaxclients } from './fleet.ts';
import { testOnBorrow } from './health-checks.ts';
import {
  connectionPerRequest,
  connectionsShortLived,
  maxIdleBelowSize,
  minIdleWithoutEvictor,
  poolBelowCallers,
  poolNeverUsed,
} from './pool-size.ts';
import { topologyRefreshOften } from './topology.ts';
import { batchingAlone, blockingOnShared, flushDelayInGo, nagleOn, tlsOn } from './transport.ts';
import {
  retriesMultiply,
  timeoutBelowCommand,
  timeoutLong,
  waitBelowQueue,
  waitBelowReplyTimeout,
  waitForEver,
} from './waits.ts';

export const CONFIGURATION_RULES: readonly FindingRule[] = [
  blockingOnShared,
  timeoutBelowCommand,
  flushDelayInGo,
  waitBelowQueue,
  testOnBorrow,
  connectionPerRequest,
  maxIdleBelowSize,
  topologyRefreshOften,
  poolNeverUsed,
  fleetAboveMaxclients,
  poolBelowCallers,
  nagleOn,
  tlsOn,
  connectionsShortLived,
  minIdleWithoutEvictor,
  waitForEver,
  waitBelowReplyTimeout,
  timeoutLong,
  retriesMultiply,
  batchingAlone,
  ...DEFAULT_RULES,
];
