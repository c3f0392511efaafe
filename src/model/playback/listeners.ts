import type { FrameClock } from './clock.ts';
import { areTicksHeld } from './tick-hold.ts';

/** Minimum interval of reports of passing time, ms. */
const TICK_MS = 200;

/** Listeners of the player. They learn of an action at once, and of passing time after the frame. */
export class Listeners {
  private readonly clock: FrameClock;
  private readonly listeners = new Set<() => void>();
  private lastCallMs = Number.NEGATIVE_INFINITY;
  private isDeferred = false;

  constructor(clock: FrameClock) {
    this.clock = clock;
  }

  /** Returns the removal of the listener. */
  add(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  call(): void {
    this.isDeferred = false;
    this.lastCallMs = this.clock.now();
    for (const listener of this.listeners) listener();
  }

  /** Whether the passing time may be reported. */
  get isTickDue(): boolean {
    return !this.isDeferred && this.clock.now() - this.lastCallMs >= TICK_MS && !areTicksHeld();
  }

  /**
   * Runs `report` in a task of its own, so that what listeners render does not lengthen the frame. A call before then
   * replaces it.
   */
  defer(report: () => void): void {
    this.isDeferred = true;
    this.clock.defer(() => {
      if (this.isDeferred) report();
    });
  }

  clear(): void {
    this.isDeferred = false;
    this.listeners.clear();
  }
}
