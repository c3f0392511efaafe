/** Real commands for the sizes of a scenario. Sizes are RESP bytes on the wire, as in the model. */
import { LIMITS } from './limits.ts';
import type { RealCommand } from './workload.ts';

/** Length of keys: the bridge's prefix, the session's random name in braces, a number. */
export const KEY_BYTES = 37;

const digits = (n: number) => String(n).length;
/** `$5\r\nhello\r\n` */
const bulkBytes = (length: number) => 1 + digits(length) + 2 + length + 2;
const arrayBytes = (parts: readonly number[]) =>
  1 + digits(parts.length) + 2 + parts.reduce((sum, length) => sum + bulkBytes(length), 0);

/** A SET is `SET key value PX 60000`. */
export const requestBytesOf = ({ kind, valueBytes }: RealCommand): number =>
  kind === 'get'
    ? arrayBytes([3, KEY_BYTES])
    : arrayBytes([3, KEY_BYTES, valueBytes, 2, digits(LIMITS.ttlMs)]);

/** `+OK\r\n`, or the value. */
export const replyBytesOf = ({ kind, valueBytes }: RealCommand): number =>
  kind === 'set' ? 5 : bulkBytes(valueBytes);

/** The longest value with which `sizeOf` stays within `bytes`; at least one byte. */
function fitting(bytes: number, sizeOf: (valueBytes: number) => number): number {
  let valueBytes = Math.max(1, bytes - sizeOf(0));
  while (valueBytes > 1 && sizeOf(valueBytes) > bytes) valueBytes--;
  return valueBytes;
}

/** A reply of five bytes is `+OK`, hence a SET. Any other size is a GET of a value of that size. */
export function commandFor(sizes: { requestBytes: number; replyBytes: number }): RealCommand {
  const kind = sizes.replyBytes === 5 ? 'set' : 'get';
  const bytes = kind === 'set' ? sizes.requestBytes : sizes.replyBytes;
  const sizeOf = (valueBytes: number) =>
    kind === 'set' ? requestBytesOf({ kind, valueBytes }) : replyBytesOf({ kind, valueBytes });
  return { kind, valueBytes: fitting(bytes, sizeOf) };
}
