/** Reads the queries of links, loaded by `read-query.ts`. */
import { adoptFills } from '../lib/own-fills.ts';
import { type ReadLink, readLink } from '../scenario/read-link.ts';

/** What a query means. States of threads have the colours that it asks for from then on, before anything is drawn in them. */
export function read(query: string): ReadLink {
  const found = readLink(query);
  adoptFills(found.link.view.palette);
  return found;
}
