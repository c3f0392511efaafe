/** All rules about the server's counters; among equals the first comes first. */
import type { FindingRule } from '../finding.ts';
import { largeCommand, pingLoad, slowCommand, slowTail, topologyLoad } from './commands.ts';
import {
  connectionChurn,
  connectionsRefused,
  hotConnection,
  maxclientsNear,
  outputQueued,
} from './connections.ts';
import { errorReplies } from './errors.ts';
import { mainThreadBusy, oneCommandPerRead } from './main-thread.ts';
import { forkStall, serverPause, threadPoolStarved } from './stalls.ts';

export const SERVER_RULES: readonly FindingRule[] = [
  threadPoolStarved,
  connectionsRefused,
  errorReplies,
  slowCommand,
  slowTail,
  largeCommand,
  topologyLoad,
  pingLoad,
  connectionChurn,
  forkStall,
  serverPause,
  outputQueued,
  mainThreadBusy,
  oneCommandPerRead,
  hotConnection,
  maxclientsNear,
];
