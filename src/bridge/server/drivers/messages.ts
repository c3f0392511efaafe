/**
 * Messages between the bridge and a driver: one JSON object a line, described by `drivers/protocol.schema.json`. A driver
 * is a program outside the bridge, so all that it says is checked by that schema.
 */
import { Ajv } from 'ajv';
import type {
  DriverOrder,
  DriverReport,
  DriverSocket,
  FromDriver,
} from '../../drivers/generated/protocol.ts';
import schema from '../../drivers/protocol.schema.json' with { type: 'json' };
import type { LibraryRun } from '../../workload/plan.ts';
import type { Access, LoadOrder, Report, Socket } from '../load/messages.ts';

export const driverOrderOf = (
  { workload, access, keys, ttlMs, warmupMs, measuredMs, commandsPerSec }: LoadOrder,
  { name, version, runtime, client }: LibraryRun,
  steady: DriverOrder['steady'],
): DriverOrder => {
  const { arrivals, command, second, batch, seed } = workload;
  return {
    ...{ library: name, version, runtime, client, workload: { arrivals, command, second, batch, seed } },
    ...{ access: accessOf(access), keys: [...keys] },
    ...{ ttlMs, warmupMs, measuredMs, steady, commandsPerSec },
  };
};

/** Absent values are absent in JSON. */
function accessOf({ socket, nodes, username, password, database, resp }: Access): DriverOrder['access'] {
  return {
    socket: socketOf(socket),
    ...(nodes && { nodes: nodes.map(socketOf) }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...{ database, resp },
  };
}

function socketOf(socket: Socket): DriverSocket {
  if ('path' in socket) return { path: socket.path };
  const { host, port, tls } = socket;
  return {
    host,
    port,
    tls: tls ? { servername: tls.servername, ...(tls.ca !== undefined && { ca: tls.ca }) } : null,
  };
}

/** Maximum length of free texts. */
const TEXT = 200;

const ajv = new Ajv({ strict: false });
const validate = ajv.addSchema(schema, 'driver').getSchema('driver#/$defs/FromDriver');
const isMessage = (message: unknown): message is FromDriver => validate?.(message) === true;

/** Parts of a report that the schema cannot relate to each other. */
function isConsistent({ response, look }: DriverReport): boolean {
  const counted = response.counts.reduce((sum, count) => sum + count, 0);
  const columns: readonly unknown[][] = look ? Object.values(look).filter(Array.isArray) : [];
  return (
    response.buckets.length === response.counts.length &&
    counted === response.count &&
    columns.every(({ length }) => length === look?.caller.length)
  );
}

/** A line as a message, or why it is none. */
export function readMessage(line: string): FromDriver | string {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return `not JSON: ${line.slice(0, TEXT)}`;
  }
  if (!isMessage(message)) {
    const [error] = validate?.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  }
  return message.kind !== 'report' || isConsistent(message.report) ? message : 'a report contradicts itself';
}

/** A report as the bridge's own load thread would send it. */
export function reportOf(report: DriverReport): Report {
  const { use: _, look, response, lastError, ...rest } = report;
  // A histogram without values has an infinite minimum, which JSON lacks.
  const minNs = response.count > 0 ? (response.minNs ?? 0) : Number.POSITIVE_INFINITY;
  return {
    ...rest,
    use: null,
    response: { ...response, minNs },
    look,
    lastError: lastError?.slice(0, TEXT) ?? null,
  };
}
