/**
 * Packs links that are too long: the compared systems are compressed into one parameter `z`; view parameters
 * stay readable. Normal links are not packed.
 */
import { decoded, encoded } from '../../lib/arithmetic-coding.ts';
import { fromBase64url, toBase64url } from '../../lib/base64url.ts';
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
 * Three-letter name of a field in a packed link, derived from its original path. So links survive renames and
 * new fields; a test checks that names are unique.
 */
export function shortName(path: string): string {
  const hash = hashOf(formerPath(path));
  return [0, 6, 12].map((shift) => LETTERS[(hash >>> shift) & 63]).join('');
}

/** The name in older links (fewer than 150 fields): `~` and four letters. Still accepted. */
const formerName = (path: string): string =>
  `~${(hashOf(formerPath(path)) % 1_679_616).toString(36).padStart(4, '0')}`;

/** Parameters that are needed before unpacking, or that change frequently. */
const isView = (part: string): boolean =>
  /^(t|speed|lang|theme|motion|present|paused|only|embed)=/.test(part);

/** The query, packed if too long. */
export async function packQuery(query: string): Promise<string> {
  if (query.length <= MAX_QUERY) return query;
  const parts = query.split('&');
  // Sorted by short name, which puts both systems' values of a field side by side and compresses best. The sort is
  // stable: A stays before B.
  const short = (part: string) => shortName(part.replace(/^[ab]\./, '').replace(/=.*/s, ''));
  const sides = parts
    .filter((part) => !isView(part))
    .map((part) => ({ part, name: short(part) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ part }) => part);
  const packed = await compressed(grouped(shortened(joinSides(sides))).join('&'));
  return [`z=${packed}`, ...parts.filter(isView)].join('&');
}

/**
 * First byte of what is coded arithmetically. No deflated data begins with it: its block type is reserved
 * (RFC 1951, section 3.2.3).
 */
const CODED = 0b111;

/** Characters of a text that is coded arithmetically; longer ones do not fit in a link that way. */
const MAX_CODED = 16_000;

/** The shorter of two codes: arithmetic coding for numbers, deflate for repeated text such as lists of neighbours. */
async function compressed(text: string): Promise<string> {
  const deflate = await deflated(text);
  if (text.length > MAX_CODED) return deflate;
  const arithmetic = toBase64url(Uint8Array.of(CODED, ...encoded(text)));
  return arithmetic.length < deflate.length ? arithmetic : deflate;
}

async function decompressed(packed: string): Promise<string> {
  const bytes = fromBase64url(packed);
  return bytes[0] === CODED ? decoded(bytes.subarray(1)) : inflated(packed);
}

/** Joins `a.knob=1`, `b.knob=2` to `knob=1|2`. A literal `|` in a value would be escaped. */
function joinSides(parts: readonly string[]): string[] {
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

/** Splits what {@link joinSides} joined. */
function splitSides(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    const [both = '', b] = part.split('|');
    return b === undefined ? [part] : [`a.${both}`, `b.${both.slice(0, both.indexOf('=') + 1)}${b}`];
  });
}

/**
 * Replaces field names by {@link shortName}, without a separator; other parameters keep their name and `=`.
 */
function shortened(parts: readonly string[]): string[] {
  const known = new Map(fields.map(({ path }) => [path, shortName(path)]));
  return parts.map((part) => {
    const [, side = '', name = '', value = ''] = NAMED.exec(part) ?? [];
    const short = known.get(name);
    return short === undefined ? part : side + short + value;
  });
}

/** A part that begins with a short name. */
const isShort = (part: string): boolean => !/^[ab]\.|=/.test(part);

/**
 * Joins `abc1|2`, `axy3` to `abc1|2+xy3`: parts in a row whose short names begin with the same letter have it once. A
 * literal `+` in a value would be escaped.
 */
function grouped(parts: readonly string[]): string[] {
  const groups: string[] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    if (group !== undefined && isShort(part) && isShort(group) && group.startsWith(part.slice(0, 1)))
      groups[groups.length - 1] = `${group}+${part.slice(1)}`;
    else groups.push(part);
  }
  return groups;
}

/** Splits what {@link grouped} joined. Links older than the grouping have no `+`. */
const ungrouped = (groups: readonly string[]): string[] =>
  groups.flatMap((group) => {
    if (!isShort(group)) return [group];
    const [first = '', ...rest] = group.split('+');
    return [first, ...rest.map((part) => first.slice(0, 1) + part)];
  });

function spelledOut(parts: readonly string[]): string[] {
  const known = new Map(fields.map(({ path }) => [shortName(path), path]));
  const former = new Map(fields.map(({ path }) => [formerName(path), path]));
  return parts.map((part) => {
    const [, side = '', name = '', value = ''] = (part.includes('=') ? NAMED : SHORT).exec(part) ?? [];
    const path = part.includes('=') ? (former.get(name) ?? name) : (known.get(name) ?? name);
    return `${side}${path}=${value}`;
  });
}

/** `a.name=value` and `a.nam1|2`: optional side, name, value. */
const NAMED = /^((?:[ab]\.)?)([^=]*)=(.*)$/s;
const SHORT = /^((?:[ab]\.)?)(.{0,3})(.*)$/s;

/** The unpacked query, or the reason for failure. */
export async function unpackQuery(query: string): Promise<{ query: string; problems: readonly Problem[] }> {
  const parts = query.split('&');
  const packed = parts.find((part) => part.startsWith('z='))?.slice(2);
  if (packed === undefined) return { query, problems: [] };
  const rest = parts.filter((part) => !part.startsWith('z='));
  try {
    const sides = await decompressed(packed);
    return {
      query: [...splitSides(spelledOut(ungrouped(sides.split('&')))), ...rest].join('&'),
      problems: [],
    };
  } catch {
    return { query: rest.join('&'), problems: [{ code: 'URL-03', path: 'z', value: packed.slice(0, 60) }] };
  }
}
