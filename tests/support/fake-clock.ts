import type { FrameClock } from '../../src/model/playback/clock.ts';

/** A clock whose frames come when the test says so. */
export class FakeClock implements FrameClock {
  private time = 1000;
  private next = 1;
  private readonly callbacks = new Map<number, () => void>();
  private readonly deferred: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  request(callback: () => void): number {
    const handle = this.next++;
    this.callbacks.set(handle, callback);
    return handle;
  }

  cancel(handle: number): void {
    this.callbacks.delete(handle);
  }

  defer(callback: () => void): void {
    this.deferred.push(callback);
  }

  /** Number of frames that have been asked for. */
  get pending(): number {
    return this.callbacks.size;
  }

  /** Lets wall time pass, shows one frame, and runs what it has deferred. */
  frame(elapsedMs = 16): void {
    this.time += elapsedMs;
    const due = [...this.callbacks.values()];
    this.callbacks.clear();
    for (const callback of due) callback();
    for (const callback of this.deferred.splice(0)) callback();
  }

  /** Shows frames for this long. */
  run(totalMs: number, frameMs = 16): void {
    for (let passed = 0; passed < totalMs; passed += frameMs) this.frame(frameMs);
  }
}
