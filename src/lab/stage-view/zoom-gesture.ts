/** Wheel and pinch as steps between the ways to look at the stage: one step for each movement of the hand. */

/** What the wheel must turn for a step, CSS pixels, and the quiet time after which the next movement begins, ms. */
const WHEEL_STEP = 50;
const WHEEL_QUIET_MS = 260;
/** How much the fingers must come apart, or together, for a step. */
const PINCH_STEP = 1.3;

/** +1: closer, −1: farther away, 0: not yet, or no more with this movement. */
export type ZoomStep = -1 | 0 | 1;

/** Sums up what the wheel turns. A trackpad goes on for a while by itself: that is still the same movement. */
export class WheelSteps {
  private sum = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  private isDone = false;

  /** @param down how far it has turned towards the reader, CSS pixels */
  turn(down: number, timeMs: number): ZoomStep {
    if (timeMs - this.lastMs > WHEEL_QUIET_MS) {
      this.sum = 0;
      this.isDone = false;
    }
    this.lastMs = timeMs;
    this.sum += down;
    if (this.isDone || Math.abs(this.sum) < WHEEL_STEP) return 0;
    this.isDone = true;
    return this.sum < 0 ? 1 : -1;
  }
}

/** Watches two fingers. */
export class PinchSteps {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private startDistance = 0;

  /** A finger is at a point. */
  move(finger: number, x: number, y: number): ZoomStep {
    const isNew = !this.fingers.has(finger);
    this.fingers.set(finger, { x, y });
    const [one, other] = [...this.fingers.values()];
    if (!one || !other || this.fingers.size > 2) return 0;
    const distance = Math.hypot(one.x - other.x, one.y - other.y);
    if (isNew) this.startDistance = distance;
    if (this.startDistance <= 0) return 0;
    const ratio = distance / this.startDistance;
    if (ratio < PINCH_STEP && ratio > 1 / PINCH_STEP) return 0;
    // No more with these two until they are lifted.
    this.startDistance = 0;
    return ratio > 1 ? 1 : -1;
  }

  lift(finger: number): void {
    this.fingers.delete(finger);
  }
}
