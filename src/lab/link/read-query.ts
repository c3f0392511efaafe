/** Reading a link's query. */
import { adoptFills } from '../../lib/custom-palette.ts';
import { type ReadLink, readLink } from '../../model/scenario/read-link.ts';
import { DEFAULT_PAIR, pairLink } from '../../model/scenario/url.ts';

/**
 * What a query (after `#/lab?`, unpacked) means: the default pair when it is empty. States of threads have the colours that it asks
 * for from then on, before anything is drawn in them.
 */
export function readQuery(query: string): ReadLink {
  if (query === '') return { link: pairLink(DEFAULT_PAIR), problems: [] };
  const found = readLink(query);
  adoptFills(found.link.view.palette);
  return found;
}
