/** The pasted text with changed options, in its own notation. All other lines stay as they are, comments included. */
import { addedToYaml } from './added-yaml.ts';
import { literalIn, literalLike } from './literal.ts';
import type { Anchor, Notation, OptionEdit } from './option-edit.ts';

export interface Rewritten {
  readonly text: string;
  /** Options for which the text has no place: they are added by hand. */
  readonly missed: readonly OptionEdit[];
}

const parentOf = (key: string): string => key.split('.').slice(0, -1).join('.');
const lastOf = (key: string): string => key.split('.').at(-1) ?? key;

/** Changes options of a text. */
export function rewrite(
  text: string,
  notation: Notation,
  edits: readonly OptionEdit[],
  anchors: readonly Anchor[],
): Rewritten {
  const lines = text.split('\n');
  const missed: OptionEdit[] = [];
  const added: { after: number; line: string }[] = [];
  for (const edit of edits) {
    const index = (edit.line ?? 0) - 1;
    const line = lines[index];
    if (edit.line !== null && line !== undefined) {
      const place = literalIn(line, edit.key);
      if (place) {
        const old = line.slice(place.from, place.to);
        const value = literalLike(old, edit.value, edit.unit, edit.written);
        lines[index] = line.slice(0, place.from) + value + line.slice(place.to);
      } else missed.push(edit);
      continue;
    }
    const near = anchorFor(edit, notation, anchors);
    const model = near && lines[near.line - 1];
    const created = near && model !== undefined ? lineLike(model, near.key, edit, notation) : undefined;
    if (created === undefined) missed.push(edit);
    else if ('line' in created) added.push({ after: near?.line ?? 0, line: created.line });
    else if (near) lines[near.line - 1] = created.changed;
  }
  // From the end, so that the numbers of earlier lines stay.
  for (const { after, line } of added.sort((a, b) => b.after - a.after)) lines.splice(after, 0, line);
  const changed = lines.join('\n');
  return notation === 'yaml' ? inYaml(changed, missed) : { text: changed, missed };
}

/** The option next to which a new one belongs: one of the same group, else any if the notation has no groups. */
function anchorFor({ key }: OptionEdit, notation: Notation, anchors: readonly Anchor[]): Anchor | undefined {
  const siblings = anchors.filter((anchor) => parentOf(anchor.key) === parentOf(key));
  const hasGroups = notation === 'yaml' || notation === 'embedded' || notation === 'xml';
  return siblings.at(-1) ?? (hasGroups ? undefined : anchors.at(-1));
}

/** A new line in the style of another one, or that line with an addition. */
function lineLike(
  model: string,
  modelKey: string,
  { key, value, unit, written }: OptionEdit,
  notation: Notation,
): { line: string } | { changed: string } | undefined {
  const place = literalIn(model, modelKey);
  if (!place) return undefined;
  const old = model.slice(place.from, place.to);
  if (notation === 'url' || notation === 'connectionString') {
    const separator = notation === 'url' ? '&' : ',';
    const addition = `${separator}${key}=${literalLike(written === 'plain' ? '0' : old, value, unit, written)}`;
    return { changed: model.slice(0, place.to) + addition + model.slice(place.to) };
  }
  const name = model.includes(modelKey) ? modelKey : lastOf(modelKey);
  const start = model.indexOf(name);
  if (start < 0) return undefined;
  // Several calls or members on one line are no model for a line.
  if (notation === 'code' && !/^[ \t]*(?:\w+[ \t]*\.|\.)?["']?$/.test(model.slice(0, start)))
    return undefined;
  const ownName = name === modelKey ? key : lastOf(key);
  // Several options on one line are no model for a line.
  const rest = model.slice(place.to).replace(/\s+(#|\/\/).*$/, '');
  if (/[:=]/.test(rest)) return undefined;
  // Setters whose names have a unit take a number.
  const example = unit === 'plain' || (/Millis$/.test(ownName) && /Duration/.test(old)) ? '0' : old;
  const literal = literalLike(example, value, unit, written);
  return {
    line: model.slice(0, start) + ownName + model.slice(start + name.length, place.from) + literal + rest,
  };
}

/** Adds options to a YAML text that have no line to follow: at the end of their deepest existing group. */
function inYaml(text: string, missed: readonly OptionEdit[]): Rewritten {
  let current = text;
  const left: OptionEdit[] = [];
  for (const edit of missed) {
    const added = edit.line === null ? addedToYaml(current, edit) : undefined;
    if (added === undefined) left.push(edit);
    else current = added;
  }
  return { text: current, missed: left };
}
