/** Which lines of a chart are left out, by their number. */
export type Hidden = ReadonlySet<number>;

export const NONE_HIDDEN: Hidden = new Set();

const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Hides a line or shows it again; whoever hides the last one gets all of them back. */
export function toggled(hidden: Hidden, line: number, count: number): Hidden {
  const next = new Set(hidden);
  if (!next.delete(line)) next.add(line);
  return next.size === count ? NONE_HIDDEN : next;
}

/** Shows a line alone, or all of them when it was alone already. */
export function alone(hidden: Hidden, line: number, count: number): Hidden {
  const others = all(count).filter((other) => other !== line);
  const isAlone = !hidden.has(line) && others.every((other) => hidden.has(other));
  return isAlone ? NONE_HIDDEN : new Set(others);
}
