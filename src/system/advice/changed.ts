/** Writes changed options into the pasted pieces. */
import {
  type LibraryOption,
  libraryById,
  type NameKind,
  withIncluded,
} from '../../model/libraries/library.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import { bytesFor, cacheAfter, withSameCaches } from '../cache-bytes.ts';
import type { OptionChange, Subject } from '../diagnosis/finding.ts';
import { durationUnit, inOption, unitsOf } from '../diagnosis/option-text.ts';
import { settingAt } from '../diagnosis/subject.ts';
import { read } from '../readers/read.ts';
import type { Answers, Reading, Setting } from '../system.ts';
import type { ByHand, ByHandReason, Changed, ChangedPiece } from './changes.ts';
import { candidates } from './rewrite/candidates.ts';
import { unifiedDiff } from './rewrite/diff.ts';
import { literalIn, type ValueUnit, type WrittenUnit, writtenUnit } from './rewrite/literal.ts';
import type { Anchor, Notation, OptionEdit } from './rewrite/option-edit.ts';

const NOTATIONS: Readonly<Record<string, Notation>> = {
  springYaml: 'yaml',
  redissonYaml: 'yaml',
  kubernetes: 'embedded',
  compose: 'embedded',
  configMap: 'embedded',
  values: 'embedded',
  springXml: 'xml',
  springProperties: 'properties',
  goRedisUrl: 'url',
  stackExchangeString: 'connectionString',
  redisConf: 'conf',
};

/** How the library's data calls the names of a form. */
const NAMES: Readonly<Record<string, NameKind>> = {
  springYaml: 'properties',
  springProperties: 'properties',
  redissonYaml: 'yaml',
  goRedisUrl: 'url',
  stackExchangeString: 'string',
};

const unitOfPath = (path: string): ValueUnit => durationUnit(path) ?? 'plain';

/** The unit of a bare number for an option in a form. */
function bareUnit({ library }: Reading, path: string, kind: NameKind, unit: ValueUnit): WrittenUnit {
  const own = library ? libraryById(library.id) : undefined;
  const bare = own?.bare?.[kind];
  if (unit === 'plain' || !own) return unit;
  if (bare !== undefined) return kind === 'url' ? 'text' : bare;
  const options = withIncluded(own).flatMap((each) => each.options);
  const named = options.find(({ sets }) => sets === path)?.unit;
  return named === 'us' || named === 'ms' || named === 's' ? named : unit;
}

/** The values that texts set, and how much of them is not understood. */
interface Content {
  readonly values: ReadonlyMap<string, Json>;
  readonly faults: number;
}

const contentOf = ({ settings, problems, unused }: Reading): Content => ({
  values: new Map(settings.map(({ path, value }) => [path, value])),
  faults: problems.length + unused.filter(({ meaning }) => meaning === null).length,
});

/** Candidate texts of an edit that are read at most. */
const MAX_CANDIDATES = 80;

/**
 * Applies edits of the scenario to the pieces that were read, one after the other. Each changed text is read again: one that
 * does not read as advised, or would change anything else, is not used.
 * @param answers with which the pieces were read
 */
export function changedPieces(subject: Subject, edits: Edits, answers: Answers = {}): Changed {
  const changed = withEdits(subject, edits, answers);
  // Other connections have other caches, so their size in bytes changes, too: once the text has those connections.
  const whole = changed.byHand.length > 0 ? edits : withSameCaches(subject.settings, edits);
  return whole === edits ? changed : withEdits(subject, whole, answers);
}

/** The pieces with all edits that have a place in them. */
function withEdits(subject: Subject, edits: Edits, answers: Answers): Changed {
  let { reading } = subject;
  const byHand: ByHand[] = [];
  for (const path of Object.keys(edits)) {
    const changed = withEdit({ ...subject, reading }, path, edits, answers);
    if (typeof changed === 'string') byHand.push(byHandOf(subject, path, edits, changed));
    else reading = changed;
  }
  const pieces = reading.pieces.flatMap(({ piece: { id, text } }): ChangedPiece[] => {
    const piece = subject.reading.pieces.find((each) => each.piece.id === id)?.piece;
    const diff = piece ? unifiedDiff(piece.text, text, piece.name) : '';
    return piece && diff !== '' ? [{ piece, text, diff }] : [];
  });
  return { pieces, byHand };
}

/** The pieces with one edit, read again; else why there is none. */
function withEdit(subject: Subject, path: string, edits: Edits, answers: Answers): Reading | ByHandReason {
  const { reading } = subject;
  const setting = reading.settings.findLast((each) => each.path === path) ?? settingAt(subject, path);
  if (!setting || !('key' in setting.origin)) return 'noOption';
  const home = homeOf(reading, setting.origin);
  const found = reading.pieces.find(({ piece }) => piece.id === home);
  if (!found || !CONFIGURING.has(found.kind ?? '')) return 'noText';
  const before = contentOf(reading);
  let left = MAX_CANDIDATES;
  const written = writtenValue(subject, setting, edits);
  const tries = editsFor(reading, { ...setting, value: written.old }, written.value, found);
  if (tries.length === 0) return 'noKey';
  for (const edit of tries) {
    const place = {
      ...{ notation: NOTATIONS[found.kind ?? ''] ?? 'code', library: reading.library?.id ?? '' },
      ...{ anchors: anchorsIn(reading, found.piece.id), old: written.old },
    } as const;
    for (const text of candidates(found.piece.text, edit, place)) {
      if (left-- <= 0) return 'noPlace';
      const again = readWith(reading, found.piece.id, withSameLineEnds(found.piece.text, text), answers);
      if (isChanged(before, contentOf(again), path, written.read)) return again;
    }
  }
  return 'noPlace';
}

/** A new value as the text has it: of a cache in bytes the bytes. */
interface WrittenValue {
  readonly old: Json;
  readonly value: Json;
  /** What the changed text must read as. */
  readonly read: Json;
}

function writtenValue(subject: Subject, setting: Setting, edits: Edits): WrittenValue {
  const value = edits[setting.path] ?? null;
  const cache = cacheAfter(settingAt(subject, setting.path) ?? setting, edits);
  if (!cache || typeof value !== 'number') return { old: setting.value, value, read: value };
  const bytes = bytesFor(value, cache);
  const [option] = optionsFor(subject.reading, setting.path);
  const { entryBytes = 0, entryKeys = 0 } = option ?? {};
  return { old: cache.bytes, value: bytes, read: { bytes, entryBytes, entryKeys } };
}

const readWith = (reading: Reading, id: string, text: string, answers: Answers): Reading =>
  read(
    reading.pieces.map(({ piece }) => (piece.id === id ? { ...piece, text } : piece)),
    answers,
  );

/** New lines end as those of the text do. */
const withSameLineEnds = (text: string, changed: string): string =>
  text.includes('\r\n') ? changed.replace(/(?<!\r)\n/g, '\r\n') : changed;

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number' ? isNear(a, b) : JSON.stringify(a) === JSON.stringify(b);

/** Whether one value is the advised one, all others are as they were, and nothing new is unclear. */
function isChanged(before: Content, after: Content, path: string, value: Json): boolean {
  const paths = new Set([...before.values.keys(), ...after.values.keys(), path]);
  return (
    after.faults <= before.faults &&
    [...paths].every((each) =>
      isSame(after.values.get(each), each === path ? value : before.values.get(each)),
    )
  );
}

function byHandOf(subject: Subject, path: string, edits: Edits, reason: ByHandReason): ByHand {
  const setting = settingAt(subject, path);
  const origin = setting?.origin;
  const units = setting && unitsOf(subject.reading, setting);
  const from = (getAt(subject.scenario, path) as OptionChange['from'] | undefined) ?? null;
  const option = origin && 'key' in origin ? origin.key : path;
  return { option, ...inOption(setting, from, edits[path] ?? null, edits), reason, ...(units && { units }) };
}

/** The edit in each name that the option has in the notation of a piece, the most usual first. */
function editsFor(
  reading: Reading,
  { path, value: old, origin }: Setting,
  value: Json,
  { piece, kind: form }: Reading['pieces'][number],
): OptionEdit[] {
  const kind = NAMES[form ?? ''] ?? 'code';
  const isEmbedded = ['embedded', 'properties'].includes(NOTATIONS[form ?? ''] ?? 'code');
  const line = origin.from === 'line' ? origin.line : null;
  const kinds: readonly NameKind[] = isEmbedded ? ['properties'] : [kind];
  const options = optionsFor(reading, path);
  const names =
    line !== null && 'key' in origin
      ? [origin.key]
      : kinds
          .flatMap((each) => options.flatMap((option) => option.names[each] ?? []))
          .map((name) => (form === 'redissonYaml' ? inRedissonGroup(piece.text, name) : name));
  const near = anchorsIn(reading, piece.id).map(({ key }) => key.split('.').slice(0, 3).join('.'));
  const isNamed = (name: string) => near.some((prefix) => name.startsWith(`${prefix}.`));
  const unit = unitOfPath(path);
  const bare = bareUnit(reading, path, kind, unit);
  return [...new Set(names)]
    .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .map((key) => {
      const text = piece.text.split('\n')[(line ?? 0) - 1] ?? '';
      const place = literalIn(text, key);
      const literal = place ? text.slice(place.from, place.to) : '';
      const mapped = rawOf(options, value);
      return {
        ...{ key, line, value: mapped ?? value, unit: mapped === undefined ? unit : 'plain' },
        written: line === null ? bare : (writtenUnit(literal, old, unit) ?? bare),
      };
    });
}

/** Options of Redisson that are beside the group of its servers. */
const REDISSON_TOP = new Set(['nettyThreads', 'threads']);

/** A key of Redisson's YAML with the group that it belongs to. */
function inRedissonGroup(text: string, name: string): string {
  const [, group = ''] = /^\s*["']?(\w+Servers?Config)["']?\s*:/m.exec(text) ?? [];
  return group === '' || REDISSON_TOP.has(name) ? name : `${group}.${name}`;
}

/** The options of the client that set a field, its own first. */
const optionsFor = ({ library }: Reading, path: string): LibraryOption[] => {
  const own = library ? libraryById(library.id) : undefined;
  return own ? withIncluded(own).flatMap(({ options }) => options.filter(({ sets }) => sets === path)) : [];
};

/** The library's value for one of the field, where they differ; undefined if they do not. */
function rawOf(options: readonly LibraryOption[], value: Json): Json | undefined {
  const found = options.flatMap(({ values = {} }) => Object.entries(values)).find(([, own]) => own === value);
  if (!found) return undefined;
  const [raw] = found;
  return /^-?\d+$/.test(raw) ? Number(raw) : raw === 'true' || raw === 'false' ? raw === 'true' : raw;
}

/** Options that a piece has, as places for new ones. */
const anchorsIn = ({ options }: Reading, id: string): Anchor[] =>
  options.flatMap(({ origin }) =>
    origin.from === 'line' && origin.piece === id ? [{ key: origin.key, line: origin.line }] : [],
  );

/** Forms that configure something. All others name a version, or say what happened. */
const CONFIGURING = new Set([...Object.keys(NOTATIONS), 'snippet', 'markdown', 'optionsJson']);

/** The piece of an option: its own; else the one with most options of the library, or the one that names the library. */
function homeOf(reading: Reading, origin: Setting['origin']): string | undefined {
  if (origin.from === 'line') return origin.piece;
  const counts = reading.pieces
    .filter(({ kind }) => CONFIGURING.has(kind ?? ''))
    .map(({ piece: { id } }) => ({ id, count: anchorsIn(reading, id).length }))
    .sort((a, b) => b.count - a.count);
  const named = reading.library?.origin;
  const [most] = counts;
  if (most && most.count > 0) return most.id;
  return named?.from === 'line' && counts.some(({ id }) => id === named.piece) ? named.piece : undefined;
}
