/** All rules about the server's counters; among equals the first comes first. */
import type { FindingRule } from '../finding.ts';
import { pingLoad, slowCommand, topologyLoad } from './commands.ts';
import {
  connectionChurn,
  connectionsRefused,
  hotConnection,
  maxclientsNear,
  outputQueued,
} from './connections.ts';
import { mainThreadBusy, oneCommandPerRead } from './main-thread.ts';
import { forkStall, threadPoolStarved } from './stalls.ts';

export const SERVER_RULES: readonly FindingRule[] = [
  threadPoolStarved,
  connectionsRefused,
  slowCommand,
  topologyLoad,
  pingLoad,
  connectionChurn,
  forkStall,
  outputQueued,
  mainThreadBusy,
  oneCommandPerRead,
  hotConnection,
  maxclientsNear,
];
