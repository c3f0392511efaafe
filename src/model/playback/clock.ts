/**
 * Wall time and frames, the only place of the page that asks the browser for them, and how wall time becomes model time.
 */

/** What the player needs of the world around it. Tests give it their own. */
export interface FrameClock {
  /** Wall time, ms, from any origin. */
  now(): number;
  /** Calls back before the next frame is shown; the number cancels it. */
  request(callback: () => void): number;
  cancel(handle: number): void;
}

/** The browser's. Frames do not come while the tab is hidden, so nothing plays then. */
export const browserClock: FrameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** How long one waits for a frame that may not come, ms. */
const FRAME_WAIT_MS = 100;

/** Resolves when the next frame has been shown; where frames do not come, soon. */
export const afterFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_WAIT_MS);
  });

/** A longer gap between two frames is a hidden tab or a stalled page: no model time passes in it, nobody saw it. */
export const MAX_FRAME_GAP_MS = 500;

/** How much of the wall time between two frames, ms, counts: seconds on screen. */
export const shownSeconds = (elapsedMs: number): number =>
  elapsedMs > MAX_FRAME_GAP_MS || elapsedMs < 0 ? 0 : elapsedMs / 1000;

/** The present date, for files that say when they were made. */
export const today = (): Date => new Date();
