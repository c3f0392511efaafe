/**
 * Links that have become too long to be passed on: what is compared is deflated into one value `z`, how it is looked at
 * stays readable beside it. Ordinary links never need it.
 */
import { deflated, inflated } from '../../lib/deflate.ts';
import { fields } from './fields.ts';
import { formerPath } from './migrate-version-1.ts';
import type { Problem } from './problem.ts';
import { MAX_QUERY } from './url.ts';

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
export function hashOf(path: string): number {
  let hash = 0x811c9dc5;
  for (const character of path) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/**
 * A field's name inside a packed link: three letters that follow from the path it had first, so a link outlives new names and other
 * fields (a test holds that no two fields share them).
 */
export function shortName(path: string): string {
  const hash = hashOf(formerPath(path));
  return [0, 6, 12].map((shift) => LETTERS[(hash >>> shift) & 63]).join('');
}

/** The name in links of before there were 150 knobs, `~` and four letters of fewer kinds. They are still read. */
const formerName = (path: string): string =>
  `~${(hashOf(formerPath(path)) % 1_679_616).toString(36).padStart(4, '0')}`;

/** Values that are needed before anything can be unpacked, or that change all the time. */
const isView = (part: string): boolean =>
  /^(t|speed|lang|theme|motion|present|paused|only|embed)=/.test(part);

/** The query, packed when it is too long. */
export async function packQuery(query: string): Promise<string> {
  if (query.length <= MAX_QUERY) return query;
  const parts = query.split('&');
  // Sorted by knob, the same names stand side by side for both systems, and repeat themselves best.
  // Of one knob A's value stays before B's: sorting is stable.
  const knob = (part: string) => formerPath(part.replace(/^[ab]\./, '').replace(/=.*/s, ''));
  const sides = parts
    .filter((part) => !isView(part))
    .sort((one, other) => (knob(one) < knob(other) ? -1 : knob(one) > knob(other) ? 1 : 0));
  const packed = await deflated(shortened(abreast(sides)).join('&'));
  return [`z=${packed}`, ...parts.filter(isView)].join('&');
}

/** `a.knob=1`, `b.knob=2` as `knob=1|2`: a name for two values. No value has a bare `|`, it would be escaped. */
function abreast(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const name = part.slice(2, part.indexOf('=') + 1);
    if (part.startsWith('b.') && before?.startsWith(`a.${name}`)) {
      joined[joined.length - 1] = `${before.slice(2)}|${part.slice(2 + name.length)}`;
    } else {
      joined.push(part);
    }
  }
  return joined;
}

/** The two sides of what {@link abreast} has joined. */
function apart(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    const [both = '', b] = part.split('|');
    return b === undefined ? [part] : [`a.${both}`, `b.${both.slice(0, both.indexOf('=') + 1)}${b}`];
  });
}

/** Names of knobs as {@link shortName}, with nothing between them and the value; anything else keeps its own, and its `=`. */
function shortened(parts: readonly string[]): string[] {
  const known = new Map(fields.map(({ path }) => [path, shortName(path)]));
  return parts.map((part) => {
    const [, side = '', name = '', value = ''] = NAMED.exec(part) ?? [];
    const short = known.get(name);
    return short === undefined ? part : side + short + value;
  });
}

function spelledOut(parts: readonly string[]): string[] {
  const known = new Map(fields.map(({ path }) => [shortName(path), path]));
  const former = new Map(fields.map(({ path }) => [formerName(path), path]));
  return parts.map((part) => {
    const [, side = '', name = '', value = ''] = (part.includes('=') ? NAMED : SHORT).exec(part) ?? [];
    const path = part.includes('=') ? (former.get(name) ?? name) : (known.get(name) ?? name);
    return `${side}${path}=${value}`;
  });
}

/** `a.name=value` and `a.nam1|2`: perhaps a side, a name, a value. */
const NAMED = /^((?:[ab]\.)?)([^=]*)=(.*)$/s;
const SHORT = /^((?:[ab]\.)?)(.{0,3})(.*)$/s;

/** The query as it was before it was packed; with the reason when that cannot be told. */
export async function unpackQuery(query: string): Promise<{ query: string; problems: readonly Problem[] }> {
  const parts = query.split('&');
  const packed = parts.find((part) => part.startsWith('z='))?.slice(2);
  if (packed === undefined) return { query, problems: [] };
  const others = parts.filter((part) => !part.startsWith('z='));
  try {
    const sides = await inflated(packed);
    return {
      query: [...apart(spelledOut(sides.split('&'))), ...others].join('&'),
      problems: [],
    };
  } catch {
    return { query: others.join('&'), problems: [{ code: 'URL-03', path: 'z', value: packed.slice(0, 60) }] };
  }
}
