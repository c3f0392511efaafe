/**
 * The branches of a run, as a link says them: the preset of the run from the start, then each branch with its name, the instant
 * from which it differs, and in what. They are a tree: `-2` after the instant says that it leaves the second branch of the list,
 * not the run from the start, and `!` that it is the run on side A. That on side B stands as `*` and its name: when it begins
 * and what it changes is in the link anyway (`branch`, `b.`), and it leaves what is on side A. A branch's place in the list is its
 * number; an empty place is one that was forgotten, so that the others keep theirs.
 *
 *   branches=jedis-pool-50;a slow network~20ms!~network.rttUs:4000;*tested;far~31ms-1~network.rttUs:9000
 */
import { migrateEdit } from './migrate-version-1.ts';
import type { Edits } from './patch.ts';
import type { SideName } from './problem.ts';
import { readTime, readValue } from './read-link.ts';
import { writeTime } from './url.ts';

export interface Branch {
  /** What it is spoken of by ("B2"): given when it is made, never to another one, and higher than those before. */
  readonly number: number;
  /** What its maker calls it; empty: what it changes is its name. */
  readonly name: string;
  /** Place of the branch that it leaves, which is before its own; undefined: it leaves the run from the start. */
  readonly parent: number | undefined;
  /** Where it is on screen: what is on A is what B leaves. */
  readonly side: SideName | undefined;
  /** Until then it is the run it leaves, ns. */
  readonly atNs: number;
  /** What differs from there on. */
  readonly edits: Edits;
}

/** As many as one can tell apart. */
export const MOST_BRANCHES = 8;

const MOST_LETTERS = 60;

/** A name without what separates names. */
export const branchName = (text: string): string => text.replace(/[;~*]/g, ' ').trim().slice(0, MOST_LETTERS);

/** The places from the run's first branch to one of its branches, that included; empty for the run itself. */
export function pathTo(branches: readonly Branch[], index: number | undefined): readonly number[] {
  const branch = index === undefined ? undefined : branches[index];
  return branch && index !== undefined ? [...pathTo(branches, branch.parent), index] : [];
}

/** The places of a branch and of all that has been made from it. */
export const familyOf = (branches: readonly Branch[], index: number): readonly number[] =>
  branches.flatMap((_, at) => (pathTo(branches, at).includes(index) ? [at] : []));

/** All but a branch and what has been made from it. */
export function without(branches: readonly Branch[], index: number): readonly Branch[] {
  const gone = familyOf(branches, index);
  const kept = branches.flatMap((_, at) => (gone.includes(at) ? [] : [at]));
  return branches
    .filter((_, at) => !gone.includes(at))
    .map((branch) => ({
      ...branch,
      parent: branch.parent === undefined ? undefined : kept.indexOf(branch.parent),
    }));
}

/**
 * The text for a link; undefined where the link says all without it.
 * @param given how many numbers have been given, those of forgotten branches among them
 */
export function writeBranches(trunk: string, branches: readonly Branch[], given: number): string | undefined {
  const isPlain = given <= 1 && branches.every(({ side, name }) => side === 'b' && name === '');
  if (isPlain || given === 0) return undefined;
  const entries = Array.from({ length: given }, (_, place) => {
    const branch = branches.find(({ number }) => number === place + 1);
    return branch ? entryOf(branch, branches) : '';
  });
  return [trunk, ...entries].join(';');
}

function entryOf({ name, side, parent, atNs, edits }: Branch, branches: readonly Branch[]): string {
  if (side === 'b') return `*${name}`;
  const from = parent === undefined ? '' : `-${branches[parent]?.number}`;
  const changes = Object.entries(edits).map(([path, value]) => `${path}:${value}`);
  return [name, `${writeTime(atNs)}${from}${side === 'a' ? '!' : ''}`, ...changes].join('~');
}

/** How many numbers a text has given to branches of a run, those of forgotten ones among them. */
export function numbersGiven(text: string | undefined, trunk: string): number {
  const [preset, ...entries] = text?.split(';') ?? [];
  return preset === trunk ? entries.length : 0;
}

/** What a link says of B as a branch, beside the text of the tree. */
export type Shown = Pick<Branch, 'atNs' | 'edits'>;

/**
 * The branches of a text, in their order. Those of another run, and what cannot be read, are left out.
 * @param shown B, when it is a branch
 */
export const readBranches = (
  text: string | undefined,
  trunk: string,
  shown: Shown | undefined,
): readonly Branch[] => read(text, trunk, shown).branches;

/** What of a text is not among the branches that are read from it: for a message. */
export function lostBranches(text: string, trunk: string, shown: Shown | undefined): string {
  const { preset, hasEntries, lost } = read(text, trunk, shown);
  if (!hasEntries) return text;
  // Those of another run may be wanted again.
  return preset === trunk ? lost.join(';') : '';
}

function read(text: string | undefined, trunk: string, shown: Shown | undefined) {
  const [preset = '', ...entries] = text?.split(';') ?? [];
  const branches: Branch[] = [];
  const lost: string[] = [];
  // Where the entries are among the branches that are read.
  const places: (number | undefined)[] = [];
  const isThere = (side: SideName) => branches.some((branch) => branch.side === side);
  const sideA = () => {
    const index = branches.findIndex(({ side }) => side === 'a');
    return index < 0 ? undefined : index;
  };
  const take = (branch: Branch | undefined) => {
    // B needs a place in any case.
    const isRoom = branches.length < MOST_BRANCHES - (shown && !isThere('b') && branch?.side !== 'b' ? 1 : 0);
    places.push(branch && isRoom ? branches.push(branch) - 1 : undefined);
    return places.at(-1) !== undefined;
  };
  const own = preset === trunk ? entries : [];
  for (const [place, entry] of own.entries()) {
    if (entry === '') {
      places.push(undefined);
      continue;
    }
    const number = place + 1;
    const isB = entry.startsWith('*');
    const found = isB
      ? shown && !isThere('b')
        ? { ...shown, number, name: branchName(entry), parent: sideA(), side: 'b' as const }
        : undefined
      : stored(entry, number, (place) => {
          const index = places[place];
          return index === undefined ? undefined : { index, branch: branches[index] };
        });
    // A is what B leaves: not after that, and only while there is a B that does.
    const isA = found?.side === 'a';
    const canBeA = shown && found && found.atNs <= shown.atNs && !isThere('a') && !isThere('b');
    if (!take(isA && !canBeA ? { ...found, side: undefined } : found)) lost.push(entry);
  }
  if (shown && !isThere('b'))
    branches.push({ ...shown, number: own.length + 1, name: '', parent: sideA(), side: 'b' });
  return { preset, hasEntries: entries.length > 0, branches, lost };
}

/** A branch that says all of itself; undefined where it does not, or leaves one that is not there. */
function stored(
  entry: string,
  number: number,
  at: (place: number) => { readonly index: number; readonly branch: Branch | undefined } | undefined,
): Branch | undefined {
  const [name = '', when = '', ...changes] = entry.split('~');
  const [, time = '', place, mark] = /^([\d.]+[a-z]+)(?:-(\d+))?(!)?$/.exec(when) ?? [];
  const atNs = readTime(time);
  if (atNs === undefined) return undefined;
  const parent = place === undefined ? undefined : at(Number(place) - 1);
  // A branch leaves another one where that has begun.
  if (place !== undefined && !((parent?.branch?.atNs ?? Number.POSITIVE_INFINITY) <= atNs)) return undefined;
  return {
    number,
    name: branchName(name),
    parent: parent?.index,
    side: mark ? 'a' : undefined,
    atNs,
    edits: Object.fromEntries(changes.flatMap(change)),
  };
}

/** A change as `path:value`, also with the names of version 1. */
function change(text: string): [string, Edits[string]][] {
  const [, path, value] = /^([\w.]+):(.*)$/s.exec(text) ?? [];
  return path === undefined || value === undefined ? [] : [migrateEdit(path, readValue(value))];
}
