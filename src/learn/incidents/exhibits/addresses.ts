/** Addresses and instants of a variant. The model has neither: they come from the seed, so that no two students have the same. */
import { hashOf } from '../draw.ts';
import { type ConnectionRecord, NEIGHBOUR } from '../record.ts';
import type { Variant } from '../variant.ts';

/** First instant of recordings: 2 March 2026, 09:00 UTC, s since 1970. Seeds add up to eleven hours. */
const FIRST_S = 1_772_442_000;

/** Unix time at which the recording began, s. */
export const beganAt = ({ seed }: Variant): number => FIRST_S + (hashOf(`${seed}:time`) % 39_600);

/** The client's address on a connection. A connection that was opened later has another port. */
export function addressOf({ seed }: Variant, { number, openedNs }: ConnectionRecord): string {
  const host = hashOf(number === NEIGHBOUR ? `${seed}:neighbour` : `${seed}:host`);
  const port = 32_768 + (hashOf(`${seed}:${number}:${openedNs ?? 0}`) % 28_000);
  return `10.${host % 200}.${(host >>> 8) % 250}.${1 + ((host >>> 16) % 250)}:${port}`;
}

/** The client of a connection, as it has introduced itself. */
export const clientOf = ({ incident, neighbour }: Variant, number: number) =>
  number === NEIGHBOUR && neighbour ? neighbour : { service: incident.service, library: incident.library };
