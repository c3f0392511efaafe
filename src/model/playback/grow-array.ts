/** A column with more room, and what was in the old one. */
export function growArray<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
