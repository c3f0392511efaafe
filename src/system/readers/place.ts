/** Assigns the options of the pieces to fields of the scenario, or to the list of options without a field. */
import {
  isOtherOption,
  type Library,
  type LibraryOption,
  optionOf,
  withIncluded,
} from '../../model/libraries/library.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { ReadOption, Setting, Unused } from '../system.ts';
import { optionValue } from './option-value.ts';
import { lineIn, problemOf, type ReadPiece } from './piece.ts';
import type { FoundOption } from './reader-result.ts';

export interface Placed {
  readonly options: readonly ReadOption[];
  readonly settings: readonly Setting[];
  readonly unused: readonly Unused[];
  readonly problems: readonly Problem[];
}

/** Places all options of all pieces. @param client the library that is modelled */
export function placeOptions(pieces: readonly ReadPiece[], client: Library | undefined): Placed {
  const placed = {
    ...{ options: [] as ReadOption[], settings: [] as Setting[] },
    ...{ unused: [] as Unused[], problems: [] as Problem[] },
  };
  const own = new Set(client ? withIncluded(client).map(({ id }) => id) : []);
  for (const piece of pieces)
    for (const { library, options } of piece.found?.clients ?? [])
      for (const option of options)
        if (client && own.has(library)) place(option, client, piece, placed);
        else if (!isOwn(piece, option, own))
          placed.unused.push(unusedOption(option, library, piece, 'other'));
  return placed;
}

/** Whether the same place is an option of the modelled library too: clients share words. */
const isOwn = (piece: ReadPiece, { key, line }: FoundOption, own: ReadonlySet<string>): boolean =>
  (piece.found?.clients ?? []).some(
    ({ library, options }) =>
      own.has(library) && options.some((option) => option.key === key && option.line === line),
  );

const optionById = (client: Library, id: string | undefined): LibraryOption | undefined =>
  withIncluded(client)
    .flatMap(({ options }) => options)
    .find((option) => option.id === id);

type Filled = { -readonly [Name in keyof Placed]: Placed[Name][number][] };

function place(found: FoundOption, client: Library, piece: ReadPiece, placed: Filled): void {
  const { key, raw, line, kind } = found;
  const option = optionById(client, found.option) ?? optionOf(client, key);
  if (!option) {
    const meaning = isOtherOption(client, key) ? 'outside' : null;
    placed.unused.push(unusedOption(found, client.id, piece, meaning));
    return;
  }
  const read = optionValue(client, option, raw, kind);
  const origin = lineIn(piece, line, key);
  if ('fault' in read) {
    const code = read.fault === 'negative' ? 'SYS-12' : 'SYS-11';
    const expected =
      { count: 'number', bytes: 'number', bool: 'boolean', text: 'text' }[option.unit as 'count'] ??
      'duration';
    placed.problems.push(problemOf(piece.piece, { code, line, key, value: String(raw), expected }));
    placed.unused.push(unusedOption(found, client.id, piece, 'outside'));
    return;
  }
  if ('isDefault' in read) {
    // It is written, and means the default: there is no value to place.
    placed.unused.push(unusedOption(found, client.id, piece, 'outside'));
    return;
  }
  // Edits of a special value may set the field as well.
  const path = option.sets !== null && !(option.sets in (read.edits ?? {})) ? option.sets : undefined;
  const value = path === undefined ? read.value : withinField(path, read.value);
  if (value !== read.value)
    placed.problems.push(
      problemOf(piece.piece, { code: 'SYS-20', line, key, value: String(raw), expected: String(value) }),
    );
  placed.options.push({ option: option.id, value, origin });
  for (const [other, special] of Object.entries(read.edits ?? {}))
    placed.settings.push({ path: other, value: special, origin });
  if (path !== undefined) placed.settings.push({ path, value, origin });
  else if (option.sets === null && !read.edits)
    placed.unused.push(unusedOption(found, client.id, piece, 'outside'));
}

/** The nearest value that a field can have: a system beyond the model's bounds is still diagnosed. */
function withinField(path: string, value: Json): Json {
  const { kind, min = 0, max = Number.POSITIVE_INFINITY } = fieldNamed(path) ?? {};
  if (typeof value !== 'number') return value;
  const whole = kind === 'integer' ? Math.round(value) : value;
  return Math.min(max, Math.max(min, whole));
}

const unusedOption = (
  { key, raw, line }: FoundOption,
  library: string,
  piece: ReadPiece,
  meaning: Unused['meaning'],
): Unused => ({ origin: lineIn(piece, line, key), library, option: key, value: raw, meaning });
