/** Random numbers from a seed and a name: the same on every machine. */

/** A 32-bit hash of a text (FNV-1a, then the finaliser of MurmurHash3). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 to below 1 that belongs to a seed and a name. */
export const fractionOf = (seed: number, name: string): number => hashOf(`${seed}:${name}`) / 2 ** 32;
