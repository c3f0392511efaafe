/**
 * The branches of a run in a link: the preset of the initial run, then each branch with its name, start
 * instant and edits. They form a tree: `-2` after the instant means that its parent is the second branch of
 * the list. `!` marks the branch on side A. The one on side B is `*` and its name: its start and edits are in
 * the link anyway (`branch`, `b.`), and its parent is on side A. A branch's position in the list is its
 * number; deleted branches leave empty positions.
 *
 * branches=jedis-pool-50;a slow network~20ms!~network.rttUs:4000;*tested;far~31ms-1~network.rttUs:9000
 */
import { migrateEdit } from './migrate-version-1.ts';
import type { Edits } from './patch.ts';
import type { SideName } from './problem.ts';
import { readTime, readValue } from './read-link.ts';
import { writeTime } from './url.ts';

export interface Branch {
  /** Its label ("B2"): assigned once at creation, in ascending order. */
  readonly number: number;
  /** Its user-given name; empty: named by its changes. */
  readonly name: string;
  /** Index of its parent, which precedes it; undefined: the initial run. */
  readonly parent: number | undefined;
  /** The side that shows it; B's parent is on A. */
  readonly side: SideName | undefined;
  /** Start of the branch, ns; before it, it equals its parent. */
  readonly atNs: number;
  /** Its changes from then on. */
  readonly edits: Edits;
}

/** Maximum number that is distinguishable. */
export const MAX_BRANCHES = 8;

const MAX_LETTERS = 60;

/** Removes separator characters from a name. */
export const branchName = (text: string): string => text.replace(/[;~*]/g, ' ').trim().slice(0, MAX_LETTERS);

/** Indices from the run's first branch to this branch, inclusive; empty for the run itself. */
export function pathTo(branches: readonly Branch[], index: number | undefined): readonly number[] {
  const branch = index === undefined ? undefined : branches[index];
  return branch && index !== undefined ? [...pathTo(branches, branch.parent), index] : [];
}

/** Indices of a branch and of all its descendants. */
export const familyOf = (branches: readonly Branch[], index: number): readonly number[] =>
  branches.flatMap((_, at) => (pathTo(branches, at).includes(index) ? [at] : []));

/** All except a branch and its descendants. */
export function without(branches: readonly Branch[], index: number): readonly Branch[] {
  const removed = familyOf(branches, index);
  const keptIndices = branches.flatMap((_, at) => (removed.includes(at) ? [] : [at]));
  return branches
    .filter((_, at) => !removed.includes(at))
    .map((branch) => ({
      ...branch,
      parent: branch.parent === undefined ? undefined : keptIndices.indexOf(branch.parent),
    }));
}

/**
 * The text for a link; undefined if the link needs none.
 * @param given count of assigned numbers, including deleted branches
 */
export function writeBranches(
  trunk: string,
  branches: readonly Branch[],
  assigned: number,
): string | undefined {
  const isPlain = assigned <= 1 && branches.every(({ side, name }) => side === 'b' && name === '');
  if (isPlain || assigned === 0) return undefined;
  const entries = Array.from({ length: assigned }, (_, place) => {
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

/** Count of assigned branch numbers in a text, including deleted branches. */
export function assignedNumbers(text: string | undefined, trunk: string): number {
  const [preset, ...entries] = text?.split(';') ?? [];
  return preset === trunk ? entries.length : 0;
}

/** The link's data about B as a branch, besides the tree's text. */
export type Shown = Pick<Branch, 'atNs' | 'edits'>;

/**
 * Parses the branches of a text, in order. Branches of another run and malformed ones are dropped.
 * @param shown B, if it is a branch
 */
export const readBranches = (
  text: string | undefined,
  trunk: string,
  shown: Shown | undefined,
): readonly Branch[] => read(text, trunk, shown).branches;

/** The dropped parts of a text, for a message. */
export function lostBranches(text: string, trunk: string, shown: Shown | undefined): string {
  const { preset, hasEntries, lost } = read(text, trunk, shown);
  if (!hasEntries) return text;
  // Branches of another run may be needed again.
  return preset === trunk ? lost.join(';') : '';
}

function read(text: string | undefined, trunk: string, shown: Shown | undefined) {
  const [preset = '', ...entries] = text?.split(';') ?? [];
  const branches: Branch[] = [];
  const lost: string[] = [];
  // Index of each entry among the parsed branches.
  const places: (number | undefined)[] = [];
  const isShown = (side: SideName) => branches.some((branch) => branch.side === side);
  const sideA = () => {
    const index = branches.findIndex(({ side }) => side === 'a');
    return index < 0 ? undefined : index;
  };
  const take = (branch: Branch | undefined) => {
    // B needs a position in any case.
    const isRoom = branches.length < MAX_BRANCHES - (shown && !isShown('b') && branch?.side !== 'b' ? 1 : 0);
    places.push(branch && isRoom ? branches.push(branch) - 1 : undefined);
    return places.at(-1) !== undefined;
  };
  const ownEntries = preset === trunk ? entries : [];
  for (const [place, entry] of ownEntries.entries()) {
    if (entry === '') {
      places.push(undefined);
      continue;
    }
    const number = place + 1;
    const isB = entry.startsWith('*');
    const found = isB
      ? shown && !isShown('b')
        ? { ...shown, number, name: branchName(entry), parent: sideA(), side: 'b' as const }
        : undefined
      : stored(entry, number, (place) => {
          const index = places[place];
          return index === undefined ? undefined : { index, branch: branches[index] };
        });
    // A is the parent of B: it cannot start after B, and exists only with B.
    const isA = found?.side === 'a';
    const canBeA = shown && found && found.atNs <= shown.atNs && !isShown('a') && !isShown('b');
    if (!take(isA && !canBeA ? { ...found, side: undefined } : found)) lost.push(entry);
  }
  if (shown && !isShown('b'))
    branches.push({ ...shown, number: ownEntries.length + 1, name: '', parent: sideA(), side: 'b' });
  return { preset, hasEntries: entries.length > 0, branches, lost };
}

/** A self-contained branch; undefined if incomplete, or if its parent does not exist. */
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
  // A branch starts after the start of its parent.
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

/** An edit as `path:value`, also with names of version 1. */
function change(text: string): [string, Edits[string]][] {
  const [, path, value] = /^([\w.]+):(.*)$/s.exec(text) ?? [];
  return path === undefined || value === undefined ? [] : [migrateEdit(path, readValue(value))];
}
