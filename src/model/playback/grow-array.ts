/** Copies a column into a longer one. */
export function growArray<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
