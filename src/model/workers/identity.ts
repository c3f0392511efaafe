/** Identity of this page's engine: a digest of its file, since another engine gives other results. */

/** A digest as hexadecimal text; undefined if the browser lacks the API (insecure pages). */
export async function digest(data: BufferSource): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let known: Promise<string | undefined> | undefined;

/** The engine's digest; its file is already in the browser's cache. */
export function engineIdentity(): Promise<string | undefined> {
  known ??= fetch(new URL('../engine/engine.wasm', import.meta.url))
    .then((response) => response.arrayBuffer())
    .then(digest)
    .catch(() => undefined);
  return known;
}
