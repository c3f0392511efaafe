/**
 * The ends of a 95 % interval of the mean of a quantity that is never negative: rates, times, shares.
 *
 * It is `mean` ± `half` while that stays above 0. A system with two states, such as one that some seeds drive into a retry storm, has
 * a half-width above its mean. Then the lower end is that of the interval of the logarithm (delta method): `mean` · exp(-`half` / `mean`),
 * which is above 0 as the quantity is. The upper end stays: that of the logarithm grows without bound for few replications.
 * @param half half-width by Student's t
 */
export function intervalAround(mean: number, half: number): readonly [low: number, high: number] {
  const low = mean - half;
  return [low > 0 || mean <= 0 ? low : mean * Math.exp(-half / mean), mean + half];
}
