/**
 * Playback speed: nanoseconds of model time per second of wall time, on a logarithmic scale with named steps.
 */

/** A named speed. `nsPerSecond` 0 steps from event to event by key. */
export interface Detent {
  readonly id: 'events' | 'anatomy' | 'trip' | 'crowd' | 'traffic' | 'real' | 'max';
  readonly nsPerSecond: number;
}

/** Unlimited speed: as fast as the engine simulates. Finite, so that arithmetic with it stays finite. */
export const UNLIMITED_SPEED = 1e13;

/** In ascending order. */
export const DETENTS: readonly Detent[] = [
  { id: 'events', nsPerSecond: 0 },
  { id: 'anatomy', nsPerSecond: 10_000 },
  { id: 'trip', nsPerSecond: 100_000 },
  { id: 'crowd', nsPerSecond: 2_000_000 },
  { id: 'traffic', nsPerSecond: 50_000_000 },
  { id: 'real', nsPerSecond: 1_000_000_000 },
  { id: 'max', nsPerSecond: UNLIMITED_SPEED },
];

/** From this speed on, single requests are too fast to follow: the stage shows levels and densities. */
export const DENSE_FROM = 50_000_000;

/** Range of the timed speeds: 1 µs to 1 s of model time per second. */
export const MIN_SPEED = 1_000;
export const MAX_SPEED = 1_000_000_000;

/** Speed of the dots' transitions; 0 = no transition, used when requests are too fast to follow. */
export const glideSpeed = (nsPerSecond: number): number => (nsPerSecond < DENSE_FROM ? nsPerSecond : 0);

/** Round numbers per decade. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 7] as const;
const MEDIAN_SECONDS = { min: 4, ideal: 5.6, max: 8 };

/** Clamps a speed to the range, or to {@link UNLIMITED_SPEED}; 0 and below mean stepping. */
export function clampSpeed(nsPerSecond: number): number {
  if (!(nsPerSecond > 0)) return 0;
  if (nsPerSecond >= UNLIMITED_SPEED) return UNLIMITED_SPEED;
  return Math.min(MAX_SPEED, Math.max(MIN_SPEED, nsPerSecond));
}

/** The detent with exactly this speed. */
export function detentOf(nsPerSecond: number): Detent | undefined {
  return DETENTS.find((detent) => detent.nsPerSecond === nsPerSecond);
}

/** The speed that shows the median request for 4 to 8 seconds: a detent if one fits, else a round number. */
export function speedForMedian(medianNs: number): number {
  if (!(medianNs > 0)) return 100_000;
  const fits = (speed: number) =>
    medianNs / speed >= MEDIAN_SECONDS.min && medianNs / speed <= MEDIAN_SECONDS.max;
  const detent = DETENTS.find((candidate) => candidate.nsPerSecond > 0 && fits(candidate.nsPerSecond));
  if (detent) return detent.nsPerSecond;
  const ideal = medianNs / MEDIAN_SECONDS.ideal;
  const decade = 10 ** Math.floor(Math.log10(ideal));
  const distance = (speed: number) => Math.abs(Math.log(speed / ideal));
  const round = [...ROUND, 10].map((step) => step * decade);
  return clampSpeed(round.reduce((best, speed) => (distance(speed) < distance(best) ? speed : best)));
}

/** Above this ratio of medians, no speed suits both sides. */
const MAX_MEDIAN_RATIO = 30;

/** The automatic speed is kept while the median request takes this long on screen, seconds. */
const TOLERATED_SECONDS = { min: 1, max: 30 };

/**
 * The automatic speed for two sides: it suits the faster side's median request. If the sides are far apart,
 * it is the geometric mean.
 * @param present automatic speed before the last edit, kept while it suits; absent for a newly opened pair
 */
export function speedForPair(mediansNs: readonly number[], present?: number): number {
  const [min, max] = [Math.min(...mediansNs), Math.max(...mediansNs)];
  const typicalNs = max > min * MAX_MEDIAN_RATIO ? Math.sqrt(min * max) : min;
  const isFollowed = (speed: number) =>
    typicalNs >= speed * TOLERATED_SECONDS.min && typicalNs <= speed * TOLERATED_SECONDS.max;
  return present && isFollowed(present) ? present : speedForMedian(typicalNs);
}

/** The next slower (−1) or faster (+1) detent; stays at the ends. */
export function neighbourDetent(nsPerSecond: number, direction: -1 | 1): Detent | undefined {
  return direction > 0
    ? (DETENTS.find((detent) => detent.nsPerSecond > nsPerSecond) ?? DETENTS.at(-1))
    : (DETENTS.findLast((detent) => detent.nsPerSecond < nsPerSecond) ?? DETENTS[0]);
}
