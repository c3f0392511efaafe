/** Derived parts of a measurement: of its progress and of its result. */
import type { Batching } from '../../model/scenario/generated/summary.ts';
import { LIMITS } from '../workload/limits.ts';
import { type BridgeUse, type Footprint, FULL_THREAD, type ServerUse } from '../workload/measured.ts';
import type { Remark } from '../workload/remark.ts';
import type { RealWorkload } from '../workload/workload.ts';
import { failureOf } from './failure.ts';
import type { Report } from './load/messages.ts';
import { thisMachine } from './machine.ts';
import type { Reading } from './redis-info.ts';

/** Without a reply for this long, the page is notified. */
const NO_REPLY_MS = 1_000;
/** The relay is late if a packet waits this much too long, and this share of the round trip. */
const LATE_US = 100;
const LATE_SHARE = 0.05;
/** Idle share of all cores below which the machine counts as busy. */
const NO_IDLE = 0.03;

const sum = (server: ServerUse) => server.commands.reduce((total, { calls }) => total + calls, 0);

/** Commands per call on the server; the client's calls are not observable. */
export function batchingOf(server: ServerUse | null): Batching {
  const per = (calls: number | null) => (server && calls !== null && calls > 0 ? sum(server) / calls : null);
  return {
    commandsPerClientWrite: null,
    commandsPerServerRead: per(server?.reads ?? null),
    commandsPerServerTurn: null,
    repliesPerClientRead: null,
    repliesPerServerWrite: per(server?.writes ?? null),
  };
}

export function footprintOf(
  from: Reading,
  to: Reading,
  server: ServerUse | null,
  { connections, nodes = 1 }: RealWorkload,
  observed: number,
): Footprint | null {
  if (!server || !from || !to) return null;
  const seconds = server.windowUs / 1e6;
  const before = from.reduce((bytes, { info }) => bytes + Number(info.get('used_memory') ?? 0), 0);
  const growth = server.usedMemoryBytes - before;
  return {
    commandsPerSec: sum(server) / seconds,
    observingPerSec: observed / seconds,
    bytesPerSec: (server.bytesIn + server.bytesOut) / seconds,
    // And the bridge's own observing connection.
    connections: nodes * (connections + 1),
    memoryBytes: growth < 0 ? null : growth,
  };
}

/** CPU time that neither bridge nor Redis used and that was not idle. */
export const othersOf = (
  bridge: BridgeUse,
  { cpuUserUs, cpuSystemUs, windowUs }: ServerUse,
  idleShare: number,
  driverCores: number,
): number =>
  Math.max(
    0,
    thisMachine().cores * (1 - idleShare) - bridge.cores - driverCores - (cpuUserUs + cpuSystemUs) / windowUs,
  );

export function remarksOf(
  { load, relay }: BridgeUse,
  workload: RealWorkload,
  idleShare: number,
  wasRateLimited: boolean,
): Remark[] {
  const remarks: (Remark | false | null)[] = [
    load &&
      load.utilisation > FULL_THREAD && {
        code: 'BR-24',
        detail: { percent: Math.round(load.utilisation * 100) },
      },
    relay &&
      relay.lateMeanUs * 2 > LATE_US + LATE_SHARE * (workload.relay?.rttUs ?? 0) && {
        code: 'BR-25',
        detail: { us: Math.round(relay.lateMeanUs * 2) },
      },
    wasRateLimited && { code: 'BR-26', detail: { limit: LIMITS.foreignRatePerSec } },
    idleShare < NO_IDLE && { code: 'BR-27', detail: { cores: thisMachine().cores } },
  ];
  return remarks.filter((remark) => remark !== false && remark !== null);
}

/** Why requests currently fail or get no reply. */
export function troubleOf({ lastError, silentMs }: Report): Remark | null {
  if (lastError !== null) return failureOf(new Error(lastError));
  return silentMs > NO_REPLY_MS ? { code: 'BR-19', detail: { ms: silentMs } } : null;
}
