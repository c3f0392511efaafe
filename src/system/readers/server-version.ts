/** Product and version of the server, from INFO or from the image of a container. */
import type { Observed, Piece } from '../system.ts';

type Server = NonNullable<Observed['server']>;

/** Valkey's INFO has a redis_version too: that of the protocol. */
const SIGNS: readonly (readonly [product: Server['value']['product'], pattern: RegExp])[] = [
  ['valkey', /^valkey_version:(\d[\w.]*)/m],
  ['redis', /^redis_version:(\d[\w.]*)/m],
  ['valkey', /^\s*(?:- )?image:\s*["']?(?:[\w./-]*\/)?valkey:v?(\d[\d.]*)/m],
  ['redis', /^\s*(?:- )?image:\s*["']?(?:[\w./-]*\/)?redis(?:-stack-server)?:v?(\d[\d.]*)/m],
];

/** The server that the pieces name; undefined if none does. */
export function serverIn(pieces: readonly Piece[]): Observed['server'] {
  for (const [product, pattern] of SIGNS)
    for (const { id, text } of pieces) {
      const match = pattern.exec(text);
      if (!match?.[1]) continue;
      const line = text.slice(0, match.index + match[0].indexOf(match[0].trim())).split('\n').length;
      const origin = {
        from: 'line',
        piece: id,
        line,
        key: `${product}_version`,
        text: match[0].trim(),
      } as const;
      return { value: { product, version: match[1] }, origin };
    }
  return undefined;
}
