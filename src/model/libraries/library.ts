/** Client libraries as data: their options in every notation, defaults by version, and the field of the scenario that each sets. */
import type { Edits, Json } from '../scenario/patch.ts';

/** Where a name is used: code, YAML below a group, whole property keys, parameters of a URL or of a connection string. */
export type NameKind = 'code' | 'yaml' | 'properties' | 'url' | 'string';

export interface LibraryDefault {
  /** First version with this default; absent: all. */
  readonly since?: string;
  /** Null: not set. */
  readonly value: Json;
  /** The value is this many for each core of the client. */
  readonly perCore?: number;
}

export interface LibraryOption {
  readonly id: string;
  readonly names: Readonly<Partial<Record<NameKind, readonly string[]>>>;
  /** Unit of a bare number and of the defaults. */
  readonly unit: 'ms' | 's' | 'us' | 'count' | 'bool' | 'text';
  /** Oldest first. */
  readonly default: readonly LibraryDefault[];
  /** Path in the scenario; null: the model has no such setting. */
  readonly sets: string | null;
  /** A value that means "no limit". */
  readonly unlimited?: number;
}

export interface Library {
  readonly id: string;
  readonly name: string;
  /** What was read for this data. */
  readonly source: string;
  /** Edits that select this client, or the nearest one that the model has. */
  readonly runtime: Edits;
  /** Versions whose defaults are known, oldest first. */
  readonly versions: readonly string[];
  readonly options: readonly LibraryOption[];
}

const files = import.meta.glob<Omit<Library, 'id'>>('./*.json', { eager: true, import: 'default' });

export const libraries: readonly Library[] = Object.entries(files).map(([path, library]) => ({
  id: path.slice('./'.length, -'.json'.length),
  ...library,
}));

export const libraryById = (id: string): Library | undefined =>
  libraries.find((library) => library.id === id);

/** Compares two versions by their numbers. */
export function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => (version.match(/\d+/g) ?? []).map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The default of an option in a version; without a version, that of the newest known one. */
export const defaultOf = (option: LibraryOption, version: string | null): LibraryDefault | undefined =>
  option.default
    .filter(({ since }) => version === null || since === undefined || compareVersions(version, since) >= 0)
    .at(-1);
