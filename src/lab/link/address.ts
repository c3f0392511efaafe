/** Routes of the address. */

export const LAB_PATH = '/lab';

/** The Lab's path in all forms that the router accepts: with a slash at the end, and capitals. */
const LAB = /^#\/lab\/?(\?|$)/i;

/** Whether the address is one of the Lab. */
export const isLab = (): boolean => LAB.test(location.hash);

/** Whether the address is the start page. */
export const isHome = (): boolean => /^(#?|#\/(\?.*)?)$/s.test(location.hash);

/** The part of the address after `#/lab?` or `#/?`; empty on other routes. */
export const addressQuery = (): string =>
  isLab() || isHome() ? (location.hash.split(/\?(.*)/s)[1] ?? '') : '';
