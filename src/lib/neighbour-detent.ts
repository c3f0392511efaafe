import { DETENTS, type Detent } from './speed.ts';

/** The next detent that is slower (−1) or faster (+1) than the given speed; the last one stays. */
export function neighbourDetent(nsPerSecond: number, direction: -1 | 1): Detent | undefined {
  return direction > 0
    ? (DETENTS.find((detent) => detent.nsPerSecond > nsPerSecond) ?? DETENTS.at(-1))
    : (DETENTS.findLast((detent) => detent.nsPerSecond < nsPerSecond) ?? DETENTS[0]);
}
