/**
 * Reading and comparing scenarios by path. They are changed in `apply-edits.ts`, and never in place.
 */

/** Anything JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Changes by path. `null` takes a value away, so that its default counts again. */
export type Edits = Readonly<Record<string, Json>>;

/** One place where two scenarios differ; a side that has no such value lacks it. */
export interface Difference {
  readonly path: string;
  readonly from?: Json;
  readonly to?: Json;
}

/** Whether a value has parts with names. */
export const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dot-separated path, or undefined. */
export function getAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** Every leaf at which two scenarios differ, in the order of the second, then what only the first has. */
export function diff(from: unknown, to: unknown, path = ''): Difference[] {
  if (isObject(from) || isObject(to)) {
    const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) => diff(before[name], after[name], join(path, name)));
  }
  if (Object.is(from, to)) return [];
  return [
    {
      path,
      ...(from === undefined ? {} : { from: from as Json }),
      ...(to === undefined ? {} : { to: to as Json }),
    },
  ];
}

/**
 * The edits that lead from one canonical scenario to another: applied to the first and normalized they give the second. Where
 * the variant of a union differs, the new one is spelt out, so that the edits do not depend on its defaults.
 */
export function editsBetween(base: unknown, to: unknown, path = ''): Edits {
  if (to === undefined) return base === undefined ? {} : { [path]: null };
  if (!isObject(to)) return Object.is(base, to) ? {} : { [path]: to as Json };
  const sameVariant = isObject(base) && base.kind === to.kind;
  const before = sameVariant ? base : {};
  const names = new Set([...Object.keys(to), ...Object.keys(before)]);
  return Object.assign(
    {},
    ...[...names].map((name) => editsBetween(before[name], to[name], join(path, name))),
  );
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
