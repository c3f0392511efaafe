/**
 * The branches of a run, as a link says them beside the one on screen: the preset of the run they leave, then each branch with its
 * name, the instant from which it differs, and in what. That of the branch on screen is in the link anyway (`branch`, `b.`).
 *
 *   branches=jedis-pool-50;*a slow network;tests~20ms~client.connections.testOnBorrow:true
 */
import type { Edits } from './patch.ts';
import { readTime, readValue, writeTime } from './url.ts';

export interface Branch {
  /** What its maker calls it; empty: what it changes is its name. */
  readonly name: string;
  readonly isShown: boolean;
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

/** The text for a link; undefined where the link says all without it. */
export function writeBranches(trunk: string, branches: readonly Branch[]): string | undefined {
  if (branches.every(({ isShown, name }) => isShown && name === '')) return undefined;
  const entries = branches.map(({ name, isShown, atNs, edits }) => {
    if (isShown) return `*${name}`;
    const changes = Object.entries(edits).map(([path, value]) => `${path}:${value}`);
    return [name, writeTime(atNs), ...changes].join('~');
  });
  return [trunk, ...entries].join(';');
}

/**
 * The branches of a text, in their order. Those of another run, and what cannot be read, are left out.
 * @param shown the branch on screen, if there is one
 */
export function readBranches(
  text: string | undefined,
  trunk: string,
  shown: Pick<Branch, 'atNs' | 'edits'> | undefined,
): readonly Branch[] {
  const [preset, ...entries] = text?.split(';') ?? [];
  const read = preset === trunk ? entries : [];
  let isPlaced = false;
  const branches = read.flatMap((entry): Branch[] => {
    if (entry.startsWith('*')) {
      if (!shown || isPlaced) return [];
      isPlaced = true;
      return [{ ...shown, name: branchName(entry), isShown: true }];
    }
    const [name = '', time = '', ...changes] = entry.split('~');
    const atNs = readTime(time);
    if (atNs === undefined) return [];
    return [
      { name: branchName(name), isShown: false, atNs, edits: Object.fromEntries(changes.flatMap(change)) },
    ];
  });
  const all = shown && !isPlaced ? [...branches, { ...shown, name: '', isShown: true }] : branches;
  return all.slice(-MOST_BRANCHES);
}

/** What of a text is not among the branches that are read from it: for a message. */
export function lostBranches(text: string, trunk: string, hasShown: boolean): string {
  const [preset = '', ...entries] = text.split(';');
  if (entries.length === 0) return text;
  // Those of another run may be wanted again.
  if (preset !== trunk) return '';
  let isPlaced = false;
  const lost = entries.filter((entry) => {
    if (!entry.startsWith('*')) return readTime(entry.split('~')[1] ?? '') === undefined;
    const isLost = isPlaced || !hasShown;
    isPlaced = true;
    return isLost;
  });
  const tooMany = entries.length - lost.length - MOST_BRANCHES;
  return [...lost, ...(tooMany > 0 ? entries.slice(0, tooMany) : [])].join(';');
}

/** A change as `path:value`. */
function change(text: string): [string, Edits[string]][] {
  const [, path, value] = /^([\w.]+):(.*)$/s.exec(text) ?? [];
  return path === undefined || value === undefined ? [] : [[path, readValue(value)]];
}
