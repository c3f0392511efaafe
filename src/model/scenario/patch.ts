/** Reads and compares scenarios by path. `apply-edits.ts` changes them, never in place. */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Changes by path. `null` removes a value, which restores its default. */
export type Edits = Readonly<Record<string, Json>>;

/** A difference of two scenarios; a side without the value lacks it. */
export interface Difference {
  readonly path: string;
  readonly from?: Json;
  readonly to?: Json;
}

/** Whether a value is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same; lists are by their contents. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

/** The value at a dot-separated path, or undefined. Numbers in it stand for entries of lists. */
export function getAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}

/** All leaves in which two scenarios differ, in the order of the second, then those only in the first. */
export function diff(from: unknown, to: unknown, path = ''): Difference[] {
  if (isObject(from) || isObject(to)) {
    const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) => diff(before[name], after[name], join(path, name)));
  }
  if (isSameValue(from, to)) return [];
  return [
    {
      path,
      ...(from === undefined ? {} : { from: from as Json }),
      ...(to === undefined ? {} : { to: to as Json }),
    },
  ];
}

/**
 * The edits from one canonical scenario to another: applied to the first and normalized, they give the
 * second. A changed union variant is spelt out, so that the edits do not depend on defaults.
 */
export function editsBetween(base: unknown, to: unknown, path = ''): Edits {
  if (to === undefined) return base === undefined ? {} : { [path]: null };
  if (!isObject(to)) return isSameValue(base, to) ? {} : { [path]: to as Json };
  const sameVariant = isObject(base) && base.kind === to.kind;
  const before = sameVariant ? base : {};
  const names = new Set([...Object.keys(to), ...Object.keys(before)]);
  return Object.assign(
    {},
    ...[...names].map((name) => editsBetween(before[name], to[name], join(path, name))),
  );
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
