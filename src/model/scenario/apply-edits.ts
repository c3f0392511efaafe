/** Changes scenarios by path (`patch.ts`), always on a copy. Loaded with the first change. */
import { type Edits, isObject, type Json } from './patch.ts';

/**
 * A copy with the value at `path` replaced (`null`: removed). Elements of a list have their numbers, from 0; the number
 * after the last adds one. Selecting another variant of a tagged union drops the fields of the old variant.
 */
export function setAt(value: Json | undefined, path: string, to: Json): Json {
  const dot = path.indexOf('.');
  const name = dot < 0 ? path : path.slice(0, dot);
  if (Array.isArray(value) && dot >= 0) {
    const next = (element?: Json) => setAt(element, path.slice(dot + 1), to);
    if (name === String(value.length)) return [...value, next()];
    if (Object.hasOwn(value, name) && name !== 'length')
      return value.with(Number(name), next(value[Number(name)]));
  }
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

/** A copy with one more property; `__proto__` from a link becomes an ordinary property. */
const define = (object: Readonly<Record<string, Json>>, name: string, to: Json): Json =>
  Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, to]]);

/** Applies edits in any order: outer before inner ones, variants before their fields. */
export function applyEdits(base: unknown, edits: Edits): Json {
  const depth = (path: string) => 2 * path.split('.').length - (path.endsWith('.kind') ? 1 : 0);
  return Object.entries(edits)
    .sort(([a], [b]) => depth(a) - depth(b))
    .reduce<Json>((scenario, [path, to]) => setAt(scenario, path, to), base as Json);
}
