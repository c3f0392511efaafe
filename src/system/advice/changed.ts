/** The pasted pieces with changed options: new text, diff, and what has no place in them. */
import { libraryById, type NameKind } from '../../model/libraries/library.ts';
import { type Edits, getAt } from '../../model/scenario/patch.ts';
import type { OptionChange, Subject } from '../diagnosis/finding.ts';
import { optionsOf } from '../diagnosis/options.ts';
import { settingAt } from '../diagnosis/subject.ts';
import type { Origin, Piece, Reading } from '../system.ts';
import { unifiedDiff } from './rewrite/diff.ts';
import { literalIn, type ValueUnit } from './rewrite/literal.ts';
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

const US: Readonly<Record<ValueUnit, number>> = { us: 1, ms: 1000, s: 1e6, plain: 1 };

/** The unit of a bare number in a line: that in which it is the value that was read. */
function writtenUnit(literal: string, value: unknown, unit: ValueUnit): ValueUnit {
  const number = Number(literal.replaceAll(/["'_]/g, ''));
  if (unit === 'plain' || typeof value !== 'number' || !Number.isFinite(number)) return unit;
  const units = ['us', 'ms', 's'] as const;
  return units.find((each) => number * US[each] === value * US[unit]) ?? unit;
}

/** Applies edits of the scenario to the pieces that were read. */
export function changedPieces(subject: Subject, edits: Edits): Changed {
  const { reading, scenario } = subject;
  const placed = new Map<string, OptionEdit[]>();
  const byHand: OptionChange[] = [];
  for (const [path, value] of Object.entries(edits)) {
    const origin = settingAt(subject, path)?.origin;
    const unit = unitOfPath(path);
    const home = origin?.from === 'line' ? origin.piece : homeOf(reading, origin);
    const form = reading.pieces.find(({ piece }) => piece.id === home)?.kind;
    const key = origin && 'key' in origin ? keyIn(origin, NAMES[form ?? ''] ?? 'code') : undefined;
    if (!origin || key === undefined || home === undefined) {
      const [named] = optionsOf(subject, { [path]: value });
      const from = (getAt(scenario, path) as OptionChange['from'] | undefined) ?? null;
      byHand.push(named ?? { option: path, from, to: value });
      continue;
    }
    const line = origin.from === 'line' ? origin.line : null;
    const text =
      reading.pieces.find(({ piece }) => piece.id === home)?.piece.text.split('\n')[(line ?? 0) - 1] ?? '';
    const place = literalIn(text, key);
    const literal = place ? text.slice(place.from, place.to) : '';
    const written = line === null ? unit : writtenUnit(literal, getAt(scenario, path), unit);
    placed.set(home, [...(placed.get(home) ?? []), { key, line, value, unit, written }]);
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
    byHand.push(...missed.map(({ key, value }) => ({ option: key, from: null, to: value })));
    const diff = unifiedDiff(piece.text, text, piece.name);
    return diff === '' ? [] : [{ piece, text, diff }];
  });
  return { pieces, byHand };
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
