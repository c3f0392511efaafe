/** A token bucket: at most `perSecond` on average, and at most one second's worth at once. */
export class Allowance {
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  /** False, without consuming, if less than `cost` is left. */
  take(cost = 1): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
