/** How busy the main thread is, and how many commands each of its reads brings. */
import { count, share } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND } from '../subject.ts';

/** Busy share from which the main thread is a bottleneck. */
const BUSY = 0.8;
/** Busy share from which system calls of the main thread matter. */
const HALF = 0.5;
/** Commands per read up to which there is no pipelining. */
const SINGLE = 1.2;

export const mainThreadBusy: FindingRule = (subject) => {
  const busy = subject.reading.observed.mainThreadBusyShare;
  if (!busy || busy.value < BUSY) return undefined;
  const { ioThreads, nodes } = subject.scenario.server;
  return {
    ...FOUND,
    id: 'mainThreadBusy',
    source: 'server',
    origins: [busy.origin],
    facts: { busy: share(busy.value), nodes: count(nodes) },
    change:
      ioThreads.kind === 'none' && nodes === 1
        ? edit({ 'server.ioThreads.kind': 'redis8', 'server.ioThreads.threads': 4 })
        : null,
    weight: 1.4,
  };
};

/** Each command costs the main thread a read() and a write() of its own. */
export const oneCommandPerRead: FindingRule = (subject) => {
  const { commandsPerRead, mainThreadBusyShare } = subject.reading.observed;
  if (!commandsPerRead || commandsPerRead.value > SINGLE) return undefined;
  if (mainThreadBusyShare === undefined || mainThreadBusyShare.value < HALF) return undefined;
  return {
    ...FOUND,
    id: 'oneCommandPerRead',
    source: 'server',
    origins: [commandsPerRead.origin],
    facts: {
      commands: { unit: 'number', value: commandsPerRead.value },
      busy: share(mainThreadBusyShare.value),
    },
    weight: 1.3,
  };
};
