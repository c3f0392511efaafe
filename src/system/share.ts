/**
 * A link to a system: what was read, the answers, the goal and what may change, so that another browser gives the same
 * findings and the same advice. Of the texts it holds only the lines without which the reading would be another, masked and
 * without addresses.
 */
import { deflated, inflated } from '../lib/deflate.ts';
import { type Library, libraryById, withIncluded } from '../model/libraries/library.ts';
import { fieldNamed } from '../model/scenario/fields.ts';
import { isObject, type Json } from '../model/scenario/patch.ts';
import { readGoal } from './advice/goal.ts';
import type { Knob } from './advice/vary.ts';
import { mask } from './mask.ts';
import { read } from './readers/read.ts';
import type { Answers, Piece, Reading } from './system.ts';

export interface Shared {
  readonly pieces: readonly Piece[];
  readonly answers: Answers;
  readonly goal: string;
  /** Undefined: what is proposed. */
  readonly vary: readonly Knob[] | undefined;
}

const VERSION = 1;
/** Longer links break in mail and chat. */
export const MAX_LINK = 16_000;
/** Readings that are tried for a shorter text, before what is left is taken. */
const MAX_TRIALS = 400;

/** Whether an option only names something: a host, a user, a client. */
function isName({ option }: Reading['options'][number], library: Library | undefined): boolean {
  const found = library && withIncluded(library).flatMap(({ options }) => options);
  return found?.some(({ id, unit, sets }) => id === option && unit === 'text' && sets === null) ?? false;
}

/** All that findings and advice follow from: no lines that have no effect, no names. */
function essence(reading: Reading): string {
  const { settings, observed, instances, missing, problems } = reading;
  // Where the library is named, and a choice is left open, changes nothing.
  const library = reading.library && { ...reading.library, origin: null };
  const choices = reading.choices?.map((choice) => ({ ...choice, origin: null }));
  const own = library ? libraryById(library.id) : undefined;
  const options = reading.options.filter((option) => !isName(option, own));
  return JSON.stringify(
    { library, options, settings, observed, instances, missing, choices, problems },
    (key, value: unknown) => (key === 'text' || key === 'addr' || key === 'source' ? undefined : value),
  );
}

/** Host names in quotes, addresses and before ports; IP addresses; names of connections and users. */
const NAMES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<=[/@"'=,\s]|^)(?:[a-z0-9][\w-]*\.)+[a-z][\w-]*(?=:\d{2,5}\b)/gim, 'host'],
  [/(?<=:\/\/)[\w.-]+/gi, 'host'],
  [/(?<=["'])(?:[a-z0-9][\w-]*\.)+[a-z]{2,}(?=["'])/gi, 'host'],
  [/\b(name|user|lib-name)=[^\s=,;&]+/g, '$1='],
];

/** The same number for the same IP address: connections of one machine stay together. */
function withoutNames(text: string): string {
  const numbers = new Map<string, number>();
  const numbered = text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (address) => {
    numbers.set(address, numbers.get(address) ?? numbers.size + 1);
    return `host-${numbers.get(address)}`;
  });
  return NAMES.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), numbered);
}

/**
 * The pieces with the lines alone that the reading needs; all lines keep their numbers.
 */
function essential(pieces: readonly Piece[], answers: Answers): Piece[] {
  const wanted = essence(read(pieces, answers));
  let current = [...pieces];
  let trials = 0;
  const attempt = (changed: readonly Piece[]): boolean => {
    trials++;
    if (essence(read(changed, answers)) !== wanted) return false;
    current = [...changed];
    return true;
  };
  const withText = (id: string, text: string) =>
    current.map((piece) => (piece.id === id ? { ...piece, text } : piece));
  for (const { id } of pieces) {
    const textOf = () => current.find((piece) => piece.id === id)?.text ?? '';
    const count = textOf().split('\n').length;
    // Halves, then quarters, and at last single lines.
    for (
      let size = Math.ceil(count / 2);
      size >= 1 && trials < MAX_TRIALS;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    )
      for (let from = 0; from < count && trials < MAX_TRIALS; from += size) {
        const lines = textOf().split('\n');
        const block = lines.slice(from, from + size);
        if (block.every((line) => line.trim() === '')) continue;
        attempt(
          withText(
            id,
            lines.map((line, index) => (index >= from && index < from + size ? '' : line)).join('\n'),
          ),
        );
      }
    attempt(withText(id, withoutNames(textOf())));
  }
  return current;
}

/** The parameter of a link; undefined if it would be too long. */
export async function packShared({ pieces, answers, goal, vary }: Shared): Promise<string | undefined> {
  // First of all: without its neighbours a secret may no longer look like one.
  const masked = pieces.map((piece) => ({ ...piece, text: mask(piece.text).text }));
  const kept = essential(masked, answers);
  const texts = kept.map(({ name, text }) => [name.replace(/^.*[\\/]/, ''), text.trimEnd()]);
  const packed = await deflated(JSON.stringify([VERSION, texts, answers, goal, vary ?? null])).catch(
    () => undefined,
  );
  return packed !== undefined && packed.length <= MAX_LINK ? packed : undefined;
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** A setting that may change, of a field that exists. */
function knobIn(value: unknown): Knob | undefined {
  if (!isObject(value) || typeof value.path !== 'string' || !fieldNamed(value.path)) return undefined;
  const { path, min, max, isWhole, values } = value;
  if (Array.isArray(values)) return { path, values: values as readonly Json[] };
  return typeof min === 'number' && typeof max === 'number' && min <= max
    ? { path, min, max, isWhole: isWhole === true }
    : undefined;
}

/** The system of a link; undefined if the text is none. Secrets that somebody wrote into it are masked. */
export async function unpackShared(packed: string): Promise<Shared | undefined> {
  try {
    const value: unknown = JSON.parse(await inflated(packed));
    if (!Array.isArray(value) || value[0] !== VERSION || !Array.isArray(value[1])) return undefined;
    const [, texts, answers, goal, vary] = value as readonly unknown[];
    const pieces = (texts as readonly unknown[]).flatMap((each, index): Piece[] => {
      if (!Array.isArray(each) || typeof each[1] !== 'string') return [];
      return [{ id: `${index}`, name: String(each[0] ?? ''), text: mask(each[1]).text }];
    });
    const known = Object.entries(isObject(answers) ? answers : {}).filter(
      (entry): entry is [string, string | number] => isScalar(entry[1]),
    );
    return {
      pieces,
      answers: Object.fromEntries(known),
      goal: typeof goal === 'string' && !('part' in readGoal(goal)) ? goal : '',
      vary: Array.isArray(vary) ? vary.flatMap((each) => knobIn(each) ?? []) : undefined,
    };
  } catch {
    return undefined;
  }
}
