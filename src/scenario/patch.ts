/**
 * Reading, changing and comparing scenarios by path. Scenarios are never changed in place.
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

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
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

/**
 * A copy with the value at `path` replaced (`null`: removed). Naming another variant of a tagged union drops the fields of
 * the old variant, which the new one does not have.
 */
export function setAt(value: Json | undefined, path: string, to: Json): Json {
  const dot = path.indexOf('.');
  const name = dot < 0 ? path : path.slice(0, dot);
  const before = isObject(value) ? value : {};
  if (dot >= 0) {
    const child = Object.hasOwn(before, name) ? before[name] : undefined;
    return define(before, name, setAt(child, path.slice(dot + 1), to));
  }
  if (to === null) {
    return Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
  }
  if (name === 'kind' && before.kind !== to) return { kind: to };
  return define(before, name, to);
}

/** A copy with one more property; `__proto__` from a link becomes a property like any other. */
const define = (object: Readonly<Record<string, Json>>, name: string, to: Json): Json =>
  Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, to]]);

/** Applies edits, outer ones before inner ones and variants before their fields, whatever order they come in. */
export function applyEdits(base: unknown, edits: Edits): Json {
  const depth = (path: string) => 2 * path.split('.').length - (path.endsWith('.kind') ? 1 : 0);
  return Object.entries(edits)
    .sort(([a], [b]) => depth(a) - depth(b))
    .reduce<Json>((scenario, [path, to]) => setAt(scenario, path, to), base as Json);
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
