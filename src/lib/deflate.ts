/** Compresses text for links: deflate, then base64url. */
import { fromBase64url, toBase64url } from './base64url.ts';

/** Largest unpacked size, bytes. Larger data is rejected. */
export const MAX_UNPACKED = 64 * 1024;

export async function deflated(text: string): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return toBase64url(bytes);
}

/** Rejects on input that {@link deflated} does not produce. */
export async function inflated(packed: string): Promise<string> {
  const bytes = fromBase64url(packed);
  return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

/** The output of a transformation for the input `bytes`. Throws RangeError beyond {@link MAX_UNPACKED}. */
async function through(
  transformation: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const out: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transformation).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MAX_UNPACKED) {
      await reader.cancel();
      throw new RangeError('too long for a link');
    }
    out.push(read.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of out) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
