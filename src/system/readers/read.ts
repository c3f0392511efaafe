/** Reads all pieces: each is recognised by its content, and they add up. */
import {
  type Library,
  type LibraryOption,
  libraryById,
  type NameKind,
} from '../../model/libraries/library.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { mask } from '../mask.ts';
import type { Observed, Origin, Piece, Reading, ReadOption, Setting, Unused } from '../system.ts';
import { readConnectionString, readGoRedisUrl } from './addresses.ts';
import { readClientList } from './client-list.ts';
import type { Found, FoundOption, PieceReader } from './found.ts';
import { readInfo } from './info.ts';
import { readKubernetes } from './kubernetes.ts';
import { readRedisConf } from './redis-conf.ts';
import { readRedisson } from './redisson.ts';
import { readSlowLog } from './slow-log.ts';
import { readSnippet } from './snippet.ts';
import { readSpringProperties, readSpringYaml } from './spring.ts';
import { readTimeoutLine } from './timeout-line.ts';
import { booleanOf, durationMs, numberOf } from './value.ts';

/** The first that recognises a text reads it: the most specific forms first. */
const READERS: readonly PieceReader[] = [
  readClientList,
  readSlowLog,
  readTimeoutLine,
  readInfo,
  readGoRedisUrl,
  readConnectionString,
  readKubernetes,
  readRedisson,
  readSpringYaml,
  readSpringProperties,
  readRedisConf,
  readSnippet,
];

/** Longer texts are no configuration. */
const MAX_CHARACTERS = 2_000_000;

/** A piece with its secrets masked, and what was found in it. */
interface ReadPiece {
  readonly piece: Piece;
  readonly found: Found | undefined;
  readonly masked: number;
}

function readPiece(piece: Piece): ReadPiece {
  const { text, count } = mask(piece.text);
  const masked = { ...piece, text };
  for (const reader of text.length > MAX_CHARACTERS ? [] : READERS) {
    const found = reader(text);
    if (found) return { piece: masked, found, masked: count };
  }
  return { piece: masked, found: undefined, masked: count };
}

/** The value of an option for its field of the scenario; undefined if it cannot be read. */
export function scenarioValue({ unit, sets, unlimited }: LibraryOption, raw: Json): Json | undefined {
  if (unit === 'text') return raw;
  if (unit === 'bool') return booleanOf(raw);
  if (unit === 'count') {
    const value = numberOf(raw);
    // Without a limit is as many as the model can have. Other values are judged by the engine, which names the field.
    return sets !== null && value !== undefined && value === unlimited ? fieldNamed(sets)?.max : value;
  }
  const ms = durationMs(raw, { us: 0.001, ms: 1, s: 1000 }[unit]);
  if (ms === undefined) return undefined;
  // No limit is −1 in most libraries, and 0 in the model.
  const value = Math.max(0, ms) * (sets?.endsWith('Us') ? 1000 : 1);
  return value;
}

const sameKey = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The option that a library has under a key: whole keys, or the last part of keys in groups. */
export function optionOf(library: Library, key: string): LibraryOption | undefined {
  const last = key.split('.').at(-1) ?? key;
  const kinds: readonly (readonly [NameKind, string])[] = [
    ...([
      ['properties', key],
      ['code', key],
      ['url', key],
      ['string', key],
      ['yaml', last],
    ] as const),
  ];
  return library.options.find(({ names }) =>
    kinds.some(([kind, name]) => names[kind]?.some((own) => sameKey(own, name))),
  );
}

export function read(pieces: readonly Piece[]): Reading {
  const all = pieces.map(readPiece);
  const lineOf = ({ piece }: ReadPiece, line: number, key: string): Origin => ({
    ...{ from: 'line', piece: piece.id, line, key },
    text: piece.text.split(/\r?\n/)[line - 1] ?? '',
  });
  const owner =
    all.find(({ found }) => found?.library !== undefined && (found.options?.length ?? 0) > 0) ??
    all.find(({ found }) => found?.library !== undefined);
  const library = owner?.found?.library === undefined ? undefined : libraryById(owner.found.library);
  const options: ReadOption[] = [];
  const settings: Setting[] = [];
  const unused: Unused[] = [];
  const observed: Record<string, unknown> = {};
  let instances: Reading['instances'];
  for (const each of all) {
    const { found } = each;
    if (!found) continue;
    if (found.instances !== undefined) instances = found.instances;
    for (const { path, value, line, key } of found.settings ?? [])
      settings.push({ path, value, origin: lineOf(each, line, key) });
    for (const [name, seen] of Object.entries(found.observed ?? {}))
      observed[name] = {
        value: name === 'commandsPerSecByName' ? withOrigins(each, seen.value) : seen.value,
        origin: lineOf(each, seen.line, name),
      };
    for (const option of found.options ?? []) place(option, lineOf(each, option.line, option.key));
  }
  /** Each command of INFO has a line of its own. */
  function withOrigins(from: ReadPiece, commands: unknown): unknown {
    const entries = Object.entries(commands as Record<string, { readonly line?: number }>);
    return Object.fromEntries(
      entries.map(([name, { line, ...rest }]) => [
        name,
        { ...rest, ...(line !== undefined && { origin: lineOf(from, line, `cmdstat_${name}`) }) },
      ]),
    );
  }
  function place({ key, raw }: FoundOption, origin: Origin): void {
    const known = library && optionOf(library, key);
    const value = known && scenarioValue(known, raw);
    if (!library || !known || value === undefined) {
      unused.push({ origin, library: library?.id ?? null, option: key, value: raw, meaning: null });
      return;
    }
    options.push({ option: known.id, value, origin });
    if (known.sets !== null) settings.push({ path: known.sets, value, origin });
  }
  return {
    pieces: all.map(({ piece, found }) => ({ piece, kind: found?.kind ?? null })),
    library:
      library && owner
        ? { id: library.id, version: owner.found?.version ?? null, origin: lineOf(owner, 1, library.id) }
        : null,
    options,
    settings,
    unused,
    observed: observed as Observed,
    missing: all.flatMap(({ found }) => found?.missing ?? []),
    problems: [],
    masked: all.reduce((sum, { masked }) => sum + masked, 0),
    ...(instances !== undefined && { instances }),
  };
}
