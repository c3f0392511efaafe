/** CLIENT LIST of one node, with the fields that the run determines. */
import type { RunRecord } from '../record.ts';
import type { Variant } from '../variant.ts';
import { addressOf, clientOf } from './addresses.ts';

/** Descriptors that Redis itself has open before its first client. */
const FIRST_FD = 8;

/** @param node whose clients; from 0 */
export function clientListText(variant: Variant, record: RunRecord, node: number): string {
  const seconds = (ns: number) => Math.floor((record.endNs - ns) / 1e9);
  const own = record.connections
    .filter((connection) => connection.node === node)
    .sort((a, b) => (a.openedNs ?? 0) - (b.openedNs ?? 0) || a.number - b.number);
  const lines = own.map((connection, index) => {
    const { service, library } = clientOf(variant, connection.number);
    return [
      `id=${index + 3}`,
      `addr=${addressOf(variant, connection)}`,
      `fd=${FIRST_FD + index}`,
      `name=${service}`,
      `age=${seconds(connection.openedNs ?? 0)}`,
      `idle=${seconds(connection.lastReadNs)}`,
      'flags=N',
      'db=0',
      `cmd=${connection.lastCommand}`,
      'user=default',
      `lib-name=${library.name}`,
      `lib-ver=${library.version}`,
    ].join(' ');
  });
  return `${lines.join('\n')}\n`;
}
