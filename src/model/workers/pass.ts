/** One way through a run: an engine, and what becomes of the run on the way. */
import type { Engine, Status } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Checkpoints, Point } from './checkpoints.ts';

/** Events between two looks at the clock: about half a millisecond of work. */
const EVENTS_PER_LOOK = 5_000;

export class Pass {
  readonly engine: Engine;
  readonly #changes: readonly Change[];
  readonly #checkpoints: Checkpoints | undefined;
  #changed = 0;

  /**
   * @param engine with the run open
   * @param changes in the order of time
   * @param checkpoints of the run, to which every pass through it adds what is due
   */
  constructor(engine: Engine, changes: readonly Change[], checkpoints?: Checkpoints) {
    this.engine = engine;
    this.#changes = changes;
    this.#checkpoints = checkpoints;
  }

  /** Another pass, which stands where a point is. */
  branch(point: Point): Pass {
    const pass = new Pass(this.engine.spare(), this.#changes, this.#checkpoints);
    pass.restore(point);
    return pass;
  }

  /** Model time, ns. */
  get nowNs(): number {
    return this.engine.now();
  }

  /** Simulates towards a time for about half a millisecond. */
  advance(untilNs: number): Status {
    const change = this.#changes[this.#changed];
    const goalNs = Math.min(untilNs, change?.atNs ?? untilNs);
    let status = this.engine.advance(goalNs, EVENTS_PER_LOOK);
    if (status === 'time' && goalNs === change?.atNs) {
      this.engine.change(change.scenario);
      this.#changed++;
      if (goalNs < untilNs) status = 'events';
    }
    this.#keep();
    return status;
  }

  /** Where the pass is. */
  point(): Point {
    return { ...this.engine.checkpoint(), changed: this.#changed };
  }

  /** Goes to a point of the run, whether that lies in the past or in the future, and records nothing there. */
  restore(point: Point): void {
    this.engine.restore(point);
    this.engine.setTrace(false);
    this.#changed = point.changed;
  }

  #keep(): void {
    const checkpoints = this.#checkpoints;
    if (!checkpoints) return;
    const events = this.engine.events();
    if (checkpoints.isDue(events)) checkpoints.add(this.point(), events);
  }
}
