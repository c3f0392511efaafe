/** Which page the address means. */

export const LAB_PATH = '/lab';

/** The Lab's path as people write it, too: the router takes a slash at its end and capitals. */
const LAB = /^#\/lab\/?(\?|$)/i;

/** Whether the address is one of the Lab. */
export const isLab = (): boolean => LAB.test(location.hash);

/** Whether the address is the start page. */
export const isHome = (): boolean => /^(#?|#\/(\?.*)?)$/s.test(location.hash);

/** The part of the address after `#/lab?` or `#/?`; empty on other routes. */
export const addressQuery = (): string =>
  isLab() || isHome() ? (location.hash.split(/\?(.*)/s)[1] ?? '') : '';
