/**
 * Minimum display time of short states. A state that would be shorter on screen stays until the minimum, or
 * until the next such state starts. Its bar is marked (`isHeld`). The order of states, the counts and the
 * clock are unaffected, and the picture remains a function of the instant.
 */
import type { Frame, ShownColumns } from './frame.ts';
import { OPEN, type Spans, WIRE_KIND } from './spans.ts';

/** Minimum display time, seconds. */
export const MIN_DISPLAY_SECONDS = 0.08;

/**
 * Fills the displayed state of a filled frame. `chunks` cover the interval `dwellNs` before it; `dwellNs` is
 * the minimum in model time, 0 disables it.
 */
export function applyMinDisplayTime(frame: Frame, chunks: readonly Spans[], dwellNs: number): void {
  const { threads, timeNs } = frame;
  const { shown } = threads;
  shown.state.set(threads.state);
  shown.activity.set(threads.activity);
  shown.isHeld.fill(0);
  if (dwellNs <= 0) return;
  shown.since.fill(Number.NEGATIVE_INFINITY);
  for (const spans of chunks) holdFrom(spans, shown, timeNs, dwellNs);
}

function holdFrom(spans: Spans, shown: ShownColumns, timeNs: number, dwellNs: number): void {
  for (let i = 0; i < spans.count; i++) {
    const kind = spans.kind[i] as number;
    if (kind >= WIRE_KIND) continue;
    const start = spans.start[i] as number;
    const isRecent = start <= timeNs && start + dwellNs > timeNs;
    // A span still open at the end of the chunk may become long.
    if (!isRecent || (spans.end[i] as number) - start >= dwellNs || (kind & OPEN) !== 0) continue;
    const lane = spans.lane[i] as number;
    if (start < (shown.since[lane] as number)) continue;
    shown.since[lane] = start;
    shown.state[lane] = kind;
    shown.activity[lane] = (spans.arg[i] as number) & 0xff;
    shown.isHeld[lane] = 1;
  }
}
