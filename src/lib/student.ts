/** 97.5 % quantiles of Student's t distribution for 1 to 8 degrees of freedom. */
const QUANTILES = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306];

/**
 * The 97.5 % quantile of Student's t distribution. Beyond 8 degrees of freedom it is an expansion in 1/df
 * (error below 0.2 %).
 */
export const studentQuantile = (df: number): number =>
  QUANTILES[df - 1] ?? 1.959964 + 2.372271 / df + 2.822486 / df ** 2 + 2.5558 / df ** 3;
