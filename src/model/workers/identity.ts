/** Which engine this page has: a digest of its file. Results of another one are other results. */

/** A digest as hexadecimal text; undefined where the browser offers none (pages that are not served securely). */
export async function digest(data: BufferSource): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let known: Promise<string | undefined> | undefined;

/** The engine's digest; its file is in the browser's cache already. */
export function engineIdentity(): Promise<string | undefined> {
  known ??= fetch(new URL('../engine/engine.wasm', import.meta.url))
    .then((response) => response.arrayBuffer())
    .then(digest)
    .catch(() => undefined);
  return known;
}
