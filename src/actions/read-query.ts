/** Reading a link's query. What reads it is loaded where there is something to read: most first visits have nothing. */
import type { ReadLink } from '../scenario/read-link.ts';
import { DEFAULT_PAIR, pairLink } from '../scenario/url.ts';

/** Once a link has asked for colours of its own. */
let adoptFills: typeof import('../lib/own-fills.ts')['adoptFills'] | undefined;

/**
 * What a query (after `#/lab?`, unpacked) means: the default pair when it is empty. States of threads have the colours that it asks
 * for from then on, before anything is drawn in them.
 */
export async function readQuery(query: string): Promise<ReadLink> {
  const read =
    query === ''
      ? { link: pairLink(DEFAULT_PAIR), problems: [] }
      : (await import('../scenario/read-link.ts')).readLink(query);
  const { palette } = read.link.view;
  if (palette !== undefined) ({ adoptFills } = await import('../lib/own-fills.ts'));
  adoptFills?.(palette);
  return read;
}
