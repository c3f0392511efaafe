/** The page's only access to wall time, animation frames and tasks between them, and the conversion to model time. */

/** The player's clock. Tests supply their own. */
export interface FrameClock {
  /** Wall time, ms, with any origin. */
  now(): number;
  /** Calls back before the next frame; the number cancels it. */
  request(callback: () => void): number;
  cancel(handle: number): void;
  /** Calls back in a task of its own, soon after the current one. */
  defer(callback: () => void): void;
}

/** The browser's clock. A hidden tab gets no frames, so nothing plays then. */
export const browserClock: FrameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
  defer: (callback) =>
    void setTimeout(() => {
      callback();
      // After React's microtask. Otherwise text on a canvas would make the browser lay out within the next frame.
      queueMicrotask(() => document.documentElement.getBoundingClientRect());
    }),
};

/** Maximum wait for a frame that may not come, ms. */
const FRAME_WAIT_MS = 100;

/** Resolves after the next frame, or soon if there are no frames. */
export const afterFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_WAIT_MS);
  });

/** A longer gap between frames is a hidden tab or a stalled page: model time pauses. */
export const MAX_FRAME_GAP_MS = 500;

/** Counted part of the wall time between two frames, s. */
export const shownSeconds = (elapsedMs: number): number =>
  elapsedMs > MAX_FRAME_GAP_MS || elapsedMs < 0 ? 0 : elapsedMs / 1000;

/** The current date, for files that state it. */
export const today = (): Date => new Date();
