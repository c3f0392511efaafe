/** Texts that a changed option may give, the most direct first. The caller reads each one and takes the first with the intended value. */
import { addedToCode } from './added-code.ts';
import { addedToBlocks, addedToXml, addedVariables } from './added-lines.ts';
import { isBeside } from './holders.ts';
import { literalLike, literalsIn, writtenUnit } from './literal.ts';
import type { Anchor, Notation, OptionEdit } from './option-edit.ts';
import { rewrite } from './rewrite.ts';

export interface Place {
  readonly notation: Notation;
  /** Id of the client's library. */
  readonly library: string;
  /** Options that the text has. */
  readonly anchors: readonly Anchor[];
  /** The value that was read. */
  readonly old: unknown;
}

/** Names of constants are looked up in so many literals at most. */
const MAX_LITERALS = 60;

export function* candidates(text: string, edit: OptionEdit, place: Place): Generator<string> {
  const { notation, library, anchors } = place;
  const isCode = notation === 'code';
  const beside = isCode ? anchors.filter(({ key }) => isBeside(library, edit.key, key)) : anchors;
  const direct = rewrite(text, notation, [edit], beside);
  if (direct.missed.length === 0) yield direct.text;
  if (edit.line !== null) {
    yield* replaced(text, edit, place);
    return;
  }
  if (isCode) yield* addedToCode(text, library, edit);
  if (notation === 'xml') yield* addedToXml(text, edit, anchors);
  if (notation === 'embedded' || notation === 'properties') yield* addedVariables(text, edit);
  if (notation === 'embedded') yield* addedToBlocks(text, edit);
}

/** Each value of the line replaced: arguments without names, placeholders, aliases. Then constants of the same value. */
function* replaced(
  text: string,
  { line, value, unit, written }: OptionEdit,
  { old }: Place,
): Generator<string> {
  const lines = text.split('\n');
  const index = (line ?? 1) - 1;
  const own = lines[index] ?? '';
  const isOld = (literal: string) => typeof old === 'number' && writtenUnit(literal, old, unit) !== undefined;
  const around = lines.flatMap((each, at) =>
    at === index ? [] : literalsIn(each).flatMap((place) => (isOld(place.text) ? [{ ...place, at }] : [])),
  );
  const all = [
    ...literalsIn(own).map((place) => ({ ...place, at: index })),
    ...around.slice(0, MAX_LITERALS),
  ];
  for (const { from, to, text: literal, at } of all) {
    const each = lines[at] ?? '';
    const changed = literalLike(literal, value, unit, writtenUnit(literal, old, unit) ?? written);
    if (changed === literal) continue;
    yield [
      ...lines.slice(0, at),
      each.slice(0, from) + changed + each.slice(to),
      ...lines.slice(at + 1),
    ].join('\n');
  }
}
