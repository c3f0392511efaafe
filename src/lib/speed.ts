/**
 * Speed of the show: model nanoseconds that pass in one second on screen. One number, logarithmic, with named detents.
 */

/** A named speed. `nsPerSecond` 0 means that there is no clock: one event per key press. */
export interface Detent {
  readonly id: 'events' | 'anatomy' | 'trip' | 'crowd' | 'traffic' | 'real' | 'max';
  readonly nsPerSecond: number;
}

/** As fast as the computer counts, which is slower than this. A number, so that whatever is computed with it stays one. */
export const FLAT_OUT = 1e13;

/** Slowest first. */
export const DETENTS: readonly Detent[] = [
  { id: 'events', nsPerSecond: 0 },
  { id: 'anatomy', nsPerSecond: 10_000 },
  { id: 'trip', nsPerSecond: 100_000 },
  { id: 'crowd', nsPerSecond: 2_000_000 },
  { id: 'traffic', nsPerSecond: 50_000_000 },
  { id: 'real', nsPerSecond: 1_000_000_000 },
  { id: 'max', nsPerSecond: FLAT_OUT },
];

/** From here on nobody follows a single request while it plays: the stage shows levels and densities. */
export const DENSE_FROM = 50_000_000;

/** Slowest and fastest speed with a clock: 1 µs and 1 s of model time per second. */
export const MIN_SPEED = 1_000;
export const MAX_SPEED = 1_000_000_000;

/** Speed at which dots glide into their places; 0: they are there at once, as where nobody follows them, playing or paused. */
export const glideSpeed = (nsPerSecond: number): number => (nsPerSecond < DENSE_FROM ? nsPerSecond : 0);

/** Steps that read as round numbers, per decade. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 7] as const;
const MEDIAN_SECONDS = { min: 4, ideal: 5.6, max: 8 };

/** The given speed inside the limits, or flat out; 0 and less mean stepping. */
export function clampSpeed(nsPerSecond: number): number {
  if (!(nsPerSecond > 0)) return 0;
  if (nsPerSecond >= FLAT_OUT) return FLAT_OUT;
  return Math.min(MAX_SPEED, Math.max(MIN_SPEED, nsPerSecond));
}

/** The detent with exactly this speed, if any. */
export function detentOf(nsPerSecond: number): Detent | undefined {
  return DETENTS.find((detent) => detent.nsPerSecond === nsPerSecond);
}

/**
 * The speed at which the median request is 4 to 8 seconds on screen: a detent when one does that, otherwise a round
 * number.
 */
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

/** Sides that are this many times apart cannot both be followed at one speed. */
const FAR_APART = 30;

/** A speed of the page's own choice stays while the median request takes at least and at most this long on screen, seconds. */
const TOLERATED_SECONDS = { min: 1, max: 30 };

/**
 * The speed that the page chooses for a pair: the faster side's median request can be followed; with sides far apart, it is the middle
 * between them.
 * @param present the page's own choice for what was on screen before a knob was turned: it stays while one can follow; absent for a
 * pair that has just been opened
 */
export function speedForPair(mediansNs: readonly number[], present?: number): number {
  const [min, max] = [Math.min(...mediansNs), Math.max(...mediansNs)];
  const typicalNs = max > min * FAR_APART ? Math.sqrt(min * max) : min;
  const isFollowed = (speed: number) =>
    typicalNs >= speed * TOLERATED_SECONDS.min && typicalNs <= speed * TOLERATED_SECONDS.max;
  return present && isFollowed(present) ? present : speedForMedian(typicalNs);
}

/** The next detent that is slower (−1) or faster (+1) than the given speed; the last one stays. */
export function neighbourDetent(nsPerSecond: number, direction: -1 | 1): Detent | undefined {
  return direction > 0
    ? (DETENTS.find((detent) => detent.nsPerSecond > nsPerSecond) ?? DETENTS.at(-1))
    : (DETENTS.findLast((detent) => detent.nsPerSecond < nsPerSecond) ?? DETENTS[0]);
}
