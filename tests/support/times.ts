/** Times that a benchmark has taken: what is said of them, and where they are taken. */

/** Places as shares of a run, equally likely everywhere (mulberry32). */
export function places(count: number): number[] {
  let state = 20_26;
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  });
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** The slowest place by the median of its tries, ms. @param tries of each place */
export const slowestOf = (tries: readonly (readonly number[])[]): number =>
  Math.max(...tries.map((times) => quantile(times, 0.5)));

/** @param mark how it is judged @param limit what it is judged by */
export function print(
  mark: string,
  what: string,
  limit: string,
  tries: readonly (readonly number[])[],
): void {
  const all = tries.flat();
  const figures = [quantile(all, 0.5), quantile(all, 0.95), Math.max(...all)].map((ms) => ms.toFixed(0));
  console.log(
    `${mark} ${what}: slowest place ${slowestOf(tries).toFixed(0)} ms${limit}; ` +
      `of ${all.length} tries median ${figures[0]}, p95 ${figures[1]}, slowest ${figures[2]} ms`,
  );
}
