/** Reading a link's query. What reads it is loaded where there is something to read: most first visits have nothing. */
import type { ReadLink } from '../scenario/read-link.ts';
import { DEFAULT_PAIR, pairLink } from '../scenario/url.ts';

/** Once there has been a query. */
let reader: typeof import('./query-reader.ts') | undefined;

/** What a query (after `#/lab?`, unpacked) means: the default pair when it is empty. */
export async function readQuery(query: string): Promise<ReadLink> {
  if (query !== '') reader ??= await import('./query-reader.ts');
  return reader?.read(query) ?? { link: pairLink(DEFAULT_PAIR), problems: [] };
}
