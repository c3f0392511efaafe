/** Client libraries as data: their options in every notation, defaults by version, and the field of the scenario that each sets. */
import type { Edits, Json } from '../scenario/patch.ts';

/** Where a name is used: code, YAML below a group, whole property keys, parameters of a URL or of a connection string. */
export type NameKind = 'code' | 'yaml' | 'properties' | 'url' | 'string';

/** Unit of a number without one. */
export type BareUnit = 'ns' | 'us' | 'ms' | 's';

export interface LibraryDefault {
  /** First version with this default; absent: all. */
  readonly since?: string;
  /** Null: not set. */
  readonly value: Json;
  /** The value is this many for each core of the client. */
  readonly perCore?: number;
  /** Path of a field from which the default follows where that was read: its value and `plus`. */
  readonly follows?: string;
  readonly plus?: number;
  /** The default where the field that it follows has no limit. */
  readonly withoutIt?: number;
}

/**
 * What a value means that is no amount. `unlimited`: as many as the model can have. `none`: the field's zero, which is no
 * limit, no retry or no check. `default`: as if it were not written. Edits: other fields of the scenario.
 */
export type SpecialValue = 'unlimited' | 'none' | 'default' | PerCore | Edits;

/** So many for each core of the client. */
export interface PerCore {
  readonly perCore: number;
}

/** A limit in bytes of a cache whose field counts entries: each has its value and what the library keeps beside it. */
export interface InBytes {
  /** Of each connection, bytes. */
  readonly bytes: number;
  /** Of one entry without its key and its value, bytes. */
  readonly entryBytes: number;
  /** How often the library counts the key of an entry. */
  readonly entryKeys: number;
}

export const isInBytes = (value: unknown): value is InBytes =>
  typeof value === 'object' && value !== null && typeof (value as InBytes).entryBytes === 'number';

export const isPerCore = (value: unknown): value is PerCore =>
  typeof value === 'object' && value !== null && typeof (value as PerCore).perCore === 'number';

export interface LibraryOption {
  readonly id: string;
  readonly names: Readonly<Partial<Record<NameKind, readonly string[]>>>;
  /** Unit of a bare number and of the defaults. */
  readonly unit: 'ms' | 's' | 'us' | 'count' | 'bytes' | 'bool' | 'text';
  /** Oldest first. */
  readonly default: readonly LibraryDefault[];
  /** Path in the scenario; null: the model has no such setting. */
  readonly sets: string | null;
  /** Special values by their text, `negative` for all below zero; `url:0` in one notation only. */
  readonly special?: Readonly<Record<string, SpecialValue>>;
  /** The field's value for each value of the library, where they differ. */
  readonly values?: Readonly<Record<string, Json>>;
  /**
   * Bytes that the library counts for an entry beside its key and its value, where the option limits a cache's bytes and the
   * field its entries.
   */
  readonly entryBytes?: number;
  /** How often it counts the key of an entry; absent: not at all. */
  readonly entryKeys?: number;
  /** The name is a function or class whose use alone means `true`. */
  readonly isCall?: boolean;
  /** The value of a text that is code, such as a function: that of the first regular expression that finds something. */
  readonly patterns?: readonly { readonly match: string; readonly value: Json }[];
}

/** A parameter that callers write without its name. */
export interface Parameter {
  /** What its argument can be; `other`: an object or a list. */
  readonly is: 'number' | 'text' | 'bool' | 'duration' | 'other';
  /** Id of the option that it sets, if the library has one. */
  readonly option?: string;
}

/** Constructors and functions whose arguments have no names. */
export interface Constructors {
  readonly source: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly calls: readonly {
    readonly names: readonly string[];
    /** Names of the parameters, in their order. */
    readonly overloads: readonly (readonly string[])[];
  }[];
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
  /** The library below, whose options count as well: Lettuce below Spring Boot. */
  readonly includes?: string;
  /** Unit of bare durations by notation, where it is not that of the option. */
  readonly bare?: Readonly<Partial<Record<NameKind, BareUnit>>>;
  readonly options: readonly LibraryOption[];
  readonly constructors?: Constructors;
  /** Names of further options, for which the model has no setting. */
  readonly others?: readonly string[];
}

const files = import.meta.glob<Omit<Library, 'id'>>('./*.json', { eager: true, import: 'default' });

export const libraries: readonly Library[] = Object.entries(files).map(([path, library]) => ({
  id: path.slice('./'.length, -'.json'.length),
  ...library,
}));

export const libraryById = (id: string): Library | undefined =>
  libraries.find((library) => library.id === id);

/** A library and those that it includes, itself first. */
export function withIncluded(library: Library): readonly Library[] {
  const below = library.includes === undefined ? undefined : libraryById(library.includes);
  return below ? [library, ...withIncluded(below)] : [library];
}

const sameKey = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const lastOf = (key: string): string => key.split('.').at(-1) ?? key;

/** The option that a library has under a key: whole keys, or the last part of keys in groups. */
export function optionOf(library: Library, key: string): LibraryOption | undefined {
  const last = lastOf(key);
  const kinds: readonly (readonly [NameKind, string])[] = [
    ['properties', key],
    ['code', key],
    ['url', key],
    ['string', key],
    ['yaml', last],
  ];
  for (const { options } of withIncluded(library)) {
    const found = options.find(({ names }) =>
      kinds.some(([kind, name]) => names[kind]?.some((own) => sameKey(own, name))),
    );
    if (found) return found;
  }
  return undefined;
}

/** Whether a library has an option of this name that the model has no setting for. */
export const isOtherOption = (library: Library, key: string): boolean =>
  withIncluded(library).some(({ others = [] }) =>
    others.some((own) => sameKey(own, key) || (!key.startsWith('spring.') && sameKey(own, lastOf(key)))),
  );

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
