/** One pass through a run: an engine, and the run's configuration changes. */
import type { Engine, Status } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Checkpoints, Point } from './checkpoints.ts';

/** Events between two checks of the clock: about half a millisecond of work. */
const EVENTS_PER_STEP = 5_000;

export class Pass {
  readonly engine: Engine;
  readonly #changes: readonly Change[];
  readonly #checkpoints: Checkpoints | undefined;
  #changed = 0;

  /**
   * @param engine with the run open
   * @param changes by time
   * @param checkpoints of the run, shared by its passes, to which each adds due ones
   */
  constructor(engine: Engine, changes: readonly Change[], checkpoints?: Checkpoints) {
    this.engine = engine;
    this.#changes = changes;
    this.#checkpoints = checkpoints;
  }

  /** Another pass that starts at a checkpoint. */
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
    let status = this.engine.advance(goalNs, EVENTS_PER_STEP);
    if (status === 'time' && goalNs === change?.atNs) {
      this.engine.change(change.scenario);
      this.#changed++;
      if (goalNs < untilNs) status = 'events';
    }
    this.#keep();
    return status;
  }

  /** A checkpoint of the current state. */
  point(): Point {
    return { ...this.engine.checkpoint(), changed: this.#changed };
  }

  /** Goes to a checkpoint, past or future, with recording off. */
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
