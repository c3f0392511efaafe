/**
 * Resource use of the bridge during an experiment: its share of this machine, and what remained for others.
 */
import { cpus } from 'node:os';
import type { BridgeUse, RelayUse, ThreadUse } from '../workload/measured.ts';
import { watchLoop } from './load/recorder.ts';

const coreTimes = () => {
  const all = cpus().map(({ times }) => times);
  const idle = all.reduce((sum, times) => sum + times.idle, 0);
  const total = all.reduce((sum, times) => sum + Object.values(times).reduce((a, b) => a + b, 0), 0);
  return { idle, total };
};

export class UseWatch {
  readonly #main = watchLoop();
  #cpu = process.cpuUsage();
  #atMs = performance.now();
  #cores = coreTimes();

  /** Usage since the last call. */
  look(load: ThreadUse | null, relay: RelayUse | null): BridgeUse {
    const now = performance.now();
    const used = process.cpuUsage(this.#cpu);
    const cores = (used.user + used.system) / 1000 / Math.max(1, now - this.#atMs);
    this.#cpu = process.cpuUsage();
    this.#atMs = now;
    return { load, main: this.#main(), relay, cores, residentBytes: process.memoryUsage.rss() };
  }

  /** Idle share of all cores of this machine since the last call. */
  idleShare(): number {
    const before = this.#cores;
    this.#cores = coreTimes();
    return (this.#cores.idle - before.idle) / Math.max(1, this.#cores.total - before.total);
  }
}

/** Averages the usage of equal intervals. */
export function meanUse(uses: readonly BridgeUse[], relay: RelayUse | null): BridgeUse | null {
  const last = uses.at(-1);
  if (!last) return null;
  const mean = (of: (use: BridgeUse) => number) => uses.reduce((sum, use) => sum + of(use), 0) / uses.length;
  const thread = (of: (use: BridgeUse) => ThreadUse | null): ThreadUse => ({
    utilisation: mean((use) => of(use)?.utilisation ?? 0),
    delayMeanUs: mean((use) => of(use)?.delayMeanUs ?? 0),
    delayMaxUs: Math.max(...uses.map((use) => of(use)?.delayMaxUs ?? 0)),
    ...(of(last)?.cores !== undefined && { cores: mean((use) => of(use)?.cores ?? 0) }),
  });
  return {
    load: last.load && thread(({ load }) => load),
    main: thread(({ main }) => main),
    relay,
    cores: mean(({ cores }) => cores),
    residentBytes: last.residentBytes,
  };
}
