/** A client with several instances, seen as one: laws and findings are about all of them. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary, ThreadClass } from '../scenario/generated/summary.ts';

/**
 * The scenario with the callers, rate, connections and threads of all instances in one. Of a client without
 * copies it is the scenario itself.
 */
export function allInstances(scenario: Scenario): Scenario {
  const { client, workload } = scenario;
  const { instances: n, connections, io, runtime, crossSlot, pinned } = client;
  const { arrivals } = workload;
  if (!(n > 1)) return scenario;
  return {
    ...scenario,
    workload: {
      ...workload,
      arrivals:
        arrivals.kind === 'open'
          ? {
              ...arrivals,
              callers: n * arrivals.callers,
              ratePerSec: n * arrivals.ratePerSec,
              maxBacklog: n * arrivals.maxBacklog,
            }
          : { ...arrivals, callers: n * arrivals.callers },
    },
    client: {
      ...client,
      instances: 1,
      connections:
        connections.kind === 'pooled'
          ? { ...connections, maxTotal: n * connections.maxTotal, maxIdle: n * connections.maxIdle }
          : connections.kind === 'shared'
            ? { ...connections, count: n * connections.count }
            : connections,
      io: io.kind === 'eventLoops' ? { ...io, loops: n * io.loops } : io,
      runtime: runtime.kind === 'goroutines' ? { ...runtime, gomaxprocs: n * runtime.gomaxprocs } : runtime,
      crossSlot: crossSlot.kind === 'split' ? { ...crossSlot, workers: n * crossSlot.workers } : crossSlot,
      pinned: pinned.kind === 'nowhere' ? pinned : { ...pinned, carriers: n * pinned.carriers },
    },
  };
}

/** Completed requests that a class of threads works for: those of all clients for the server's. */
export function completedFor({ requests, serverUse }: Summary, by: ThreadClass | 'server'): number {
  const isServer = by === 'server' || by === 'serverMain' || by === 'serverIo' || by === 'proxy';
  const part = serverUse?.[0]?.requests ?? 1;
  return isServer && part > 0 ? requests.completed / part : requests.completed;
}
