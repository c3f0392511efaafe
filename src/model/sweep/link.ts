/** Encodes an experiment in a link. Defaults are omitted; the rest is deflated. */
import { deflated, inflated, MAX_UNPACKED } from '../../lib/deflate.ts';
import type { Json } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';
import { DEFAULTS, type Sweep } from './definition.ts';

const USUAL: Readonly<Record<string, Json>> = { roundtrip: 'sweep', version: 1, ...DEFAULTS };

/** Name of the parameter. */
const NAME = 'x';

/** The query of a link; empty if the experiment is too long for a readable link. */
export async function sweepQuery(sweep: Sweep): Promise<string> {
  const changed = Object.entries(sweep).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(USUAL[name]),
  );
  const text = JSON.stringify(Object.fromEntries(changed));
  if (new TextEncoder().encode(text).length > MAX_UNPACKED) return '';
  return `${NAME}=${await deflated(text)}`;
}

/** The definition in a query, not yet validated; undefined if there is none. */
export async function fromSweepQuery(
  query: string,
): Promise<{ readonly definition: Json } | { readonly problem: Problem } | undefined> {
  const value = new URLSearchParams(query).get(NAME);
  if (value === null) return undefined;
  try {
    return { definition: JSON.parse(await inflated(value)) as Json };
  } catch {
    return { problem: { code: 'URL-03', path: NAME, value: value.slice(0, 60) } };
  }
}
