/** The pasted pieces with changed options: new text, diff, and what has no place in them. */
import { libraryById, type NameKind, withIncluded } from '../../model/libraries/library.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import type { OptionChange, Subject } from '../diagnosis/finding.ts';
import { optionsOf } from '../diagnosis/options.ts';
import { settingAt } from '../diagnosis/subject.ts';
import { read } from '../readers/read.ts';
import type { Answers, Origin, Piece, Reading } from '../system.ts';
import { unifiedDiff } from './rewrite/diff.ts';
import { literalIn, type ValueUnit, type WrittenUnit } from './rewrite/literal.ts';
import { type Anchor, type Notation, type OptionEdit, rewrite } from './rewrite/rewrite.ts';

export interface ChangedPiece {
  readonly piece: Piece;
  readonly text: string;
  readonly diff: string;
}

export interface Changed {
  /** Pieces whose text changes. */
  readonly pieces: readonly ChangedPiece[];
  /** Changes that no piece has a place for. */
  readonly byHand: readonly OptionChange[];
}

const NOTATIONS: Readonly<Record<string, Notation>> = {
  springYaml: 'yaml',
  redissonYaml: 'yaml',
  kubernetes: 'embedded',
  compose: 'embedded',
  configMap: 'embedded',
  values: 'embedded',
  springXml: 'embedded',
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

/** The key of an option in a form: as it is written, or the name that the form has for a default; undefined if it has none. */
function keyIn(origin: Extract<Origin, { key: string }>, kind: NameKind): string | undefined {
  if (origin.from === 'line') return origin.key;
  const option = libraryById(origin.library)?.options.find(({ names }) =>
    Object.values(names).some((own) => own?.includes(origin.key)),
  );
  return option?.names[kind]?.includes(origin.key) ? origin.key : option?.names[kind]?.[0];
}

/** The unit of a scenario's value, which its name ends with. */
const unitOfPath = (path: string): ValueUnit =>
  path.endsWith('Ms') ? 'ms' : path.endsWith('Us') ? 'us' : 'plain';

const US: Readonly<Record<ValueUnit | 'ns', number>> = { ns: 1e-3, us: 1, ms: 1000, s: 1e6, plain: 1 };

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** The unit of a bare number in a line: that in which it is the value that was read; else that of the notation. */
function writtenUnit(literal: string, value: unknown, unit: ValueUnit, bare: WrittenUnit): WrittenUnit {
  const number = Number(literal.replaceAll(/["'_]/g, ''));
  // Zero and what stands for something special are so in every unit.
  if (unit === 'plain' || typeof value !== 'number' || !(number > 0)) return bare;
  const units = ['ns', 'us', 'ms', 's'] as const;
  return units.find((each) => isNear(number * US[each], value * US[unit])) ?? bare;
}

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

/** The values that the texts of some pieces set. */
type Values = ReadonlyMap<string, Json>;

/**
 * Applies edits of the scenario to the pieces that were read. The changed text is read again: what would not read as it was
 * advised, or would change anything else, is left to the reader.
 * @param answers with which the pieces were read
 */
export function changedPieces(subject: Subject, edits: Edits, answers: Answers = {}): Changed {
  const { reading } = subject;
  const valuesOf = (changed: readonly ChangedPiece[]): Values => {
    const texts = new Map(changed.map(({ piece, text }) => [piece.id, text]));
    const pieces = reading.pieces.map(({ piece }) => ({ ...piece, text: texts.get(piece.id) ?? piece.text }));
    return new Map(read(pieces, answers).settings.map(({ path, value }) => [path, value]));
  };
  let before: Values | undefined;
  /** The texts with some edits; undefined if they do not read so. */
  const attempt = (chosen: Edits): Changed | undefined => {
    const { pieces, byHand, written } = rewritten(subject, chosen);
    if (pieces.length === 0) return { pieces, byHand };
    before ??= valuesOf([]);
    const after = valuesOf(pieces);
    const paths = new Set([...before.keys(), ...after.keys(), ...written]);
    const isRight = [...paths].every((path) =>
      isSame(after.get(path), written.has(path) ? chosen[path] : before?.get(path)),
    );
    return isRight ? { pieces, byHand } : undefined;
  };
  const whole = attempt(edits);
  if (whole) return whole;
  const sound = Object.fromEntries(
    Object.entries(edits).filter(([path, value]) => attempt({ [path]: value }) !== undefined),
  );
  const some = attempt(sound);
  const left = Object.entries(edits).filter(([path]) => !some || !(path in sound));
  const byHand = left.map(([path, value]) => byHandOf(subject, path, value));
  return { pieces: some?.pieces ?? [], byHand: [...(some?.byHand ?? []), ...byHand] };
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number' ? isNear(a, b) : JSON.stringify(a) === JSON.stringify(b);

function byHandOf(subject: Subject, path: string, value: Json): OptionChange {
  const [named] = optionsOf(subject, { [path]: value });
  const from = (getAt(subject.scenario, path) as OptionChange['from'] | undefined) ?? null;
  return named ?? { option: path, from, to: value };
}

interface Placed extends OptionEdit {
  readonly path: string;
}

/** The changed texts, and the paths of the edits that they have. */
function rewritten(subject: Subject, edits: Edits): Changed & { readonly written: ReadonlySet<string> } {
  const { reading, scenario } = subject;
  const placed = new Map<string, Placed[]>();
  const written = new Set<string>();
  const byHand: OptionChange[] = [];
  for (const [path, value] of Object.entries(edits)) {
    const origin = settingAt(subject, path)?.origin;
    const unit = unitOfPath(path);
    const home = origin?.from === 'line' ? origin.piece : homeOf(reading, origin);
    const form = reading.pieces.find(({ piece }) => piece.id === home)?.kind;
    const kind = NAMES[form ?? ''] ?? 'code';
    const key = origin && 'key' in origin ? keyIn(origin, kind) : undefined;
    if (!origin || key === undefined || home === undefined) {
      byHand.push(byHandOf(subject, path, value));
      continue;
    }
    const line = origin.from === 'line' ? origin.line : null;
    const text =
      reading.pieces.find(({ piece }) => piece.id === home)?.piece.text.split('\n')[(line ?? 0) - 1] ?? '';
    const place = literalIn(text, key);
    const literal = place ? text.slice(place.from, place.to) : '';
    const bare = bareUnit(reading, path, kind, unit);
    const own = line === null ? bare : writtenUnit(literal, getAt(scenario, path), unit, bare);
    placed.set(home, [...(placed.get(home) ?? []), { path, key, line, value, unit, written: own }]);
  }
  const pieces = [...placed].flatMap(([id, changes]): ChangedPiece[] => {
    const found = reading.pieces.find(({ piece }) => piece.id === id);
    if (!found) return [];
    const { piece, kind } = found;
    const { text, missed } = rewrite(
      piece.text,
      NOTATIONS[kind ?? ''] ?? 'code',
      changes,
      anchorsIn(reading, id),
    );
    for (const each of changes) if (!missed.includes(each)) written.add(each.path);
    byHand.push(...missed.map(({ key, value }) => ({ option: key, from: null, to: value })));
    const diff = unifiedDiff(piece.text, text, piece.name);
    return diff === '' ? [] : [{ piece, text, diff }];
  });
  return { pieces, byHand, written };
}

/** Options that a piece has, as places for new ones. */
const anchorsIn = ({ options }: Reading, id: string): Anchor[] =>
  options.flatMap(({ origin }) =>
    origin.from === 'line' && origin.piece === id ? [{ key: origin.key, line: origin.line }] : [],
  );

/** The piece that a new option belongs to: the one with most options of the library. */
function homeOf(
  reading: Reading,
  origin: NonNullable<ReturnType<typeof settingAt>>['origin'] | undefined,
): string | undefined {
  if (origin?.from !== 'default') return undefined;
  const counts = reading.pieces.map(({ piece }) => ({
    id: piece.id,
    count: anchorsIn(reading, piece.id).length,
  }));
  const [most] = counts.sort((a, b) => b.count - a.count);
  return most && most.count > 0 ? most.id : undefined;
}
