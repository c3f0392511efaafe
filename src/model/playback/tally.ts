/**
 * Number of completed requests at an instant, and its inverse. The count is linear between two completions,
 * for smooth motion, and exact at each completion.
 */
import { type CompletionSegment, upTo } from './completions.ts';
import type { Mark, Recording } from './recording.ts';

/** Requests completed from the start of the run to `timeNs`, interpolated; NaN if not recorded. */
export function completedAt(recording: Recording, timeNs: number): number {
  if (!recording.covers(timeNs)) return Number.NaN;
  const { segments } = recording.completions;
  const before = endBefore(segments, timeNs, recording.fromNs);
  const at = countAt(recording, before);
  if (before === timeNs) return at;
  const after = endAfter(segments, timeNs, recording.toNs);
  // After the last completion of a run the count is constant.
  if (Number.isNaN(after)) return recording.done ? at : Number.NaN;
  return at + ((countAt(recording, after) - at) * (timeNs - before)) / (after - before);
}

/** The instant at which this (fractional) number of requests was completed, ns; NaN if not recorded. */
export function instantOf(recording: Recording, completed: number): number {
  const { marks, done, fromNs, toNs } = recording;
  if (!(completed >= countAt(recording, fromNs))) return Number.NaN;
  if (completed > (marks.at(-1)?.completed ?? 0)) return done ? toNs : Number.NaN;
  // The count is monotonic: bisect until one completion remains.
  let low = fromNs;
  let high = toNs;
  const { segments } = recording.completions;
  for (;;) {
    const after = endAfter(segments, low, high);
    if (Number.isNaN(after)) return low;
    const [from, to] = [countAt(recording, low), countAt(recording, after)];
    if (completed < to || after >= high)
      return to > from ? low + ((after - low) * (completed - from)) / (to - from) : low;
    const middle = endBefore(segments, (after + high) / 2, after);
    if (countAt(recording, middle) <= completed) low = Math.max(middle, after);
    else high = middle;
  }
}

/** The count at a completion or at an end of the recording. */
function countAt({ marks, completions, fromNs }: Recording, timeNs: number): number {
  const i = marks.findIndex((mark) => mark.timeNs >= timeNs);
  const next = marks[i];
  if (!next) return Number.NaN;
  const between = completions.countBetween(timeNs, next.timeNs);
  const last: Mark | undefined = marks[i - 1];
  if (!last || last.timeNs < fromNs) return next.completed - between;
  // Failed requests have ended too; between two marks, only the engine's counts distinguish them.
  const all = completions.countBetween(last.timeNs, next.timeNs);
  const share = all > 0 ? between / all : 0;
  return next.completed - (next.completed - last.completed) * share;
}

/** The last completion at or before an instant, ns, or `fromNs`. */
function endBefore(segments: readonly CompletionSegment[], timeNs: number, fromNs: number): number {
  let last = fromNs;
  for (const segment of segments) {
    const i = upTo(segment, timeNs);
    if (i > 0) last = Math.max(last, segment.timeNs[i - 1] as number);
  }
  return last;
}

/** The first completion after an instant, up to `toNs`; NaN if none. */
function endAfter(segments: readonly CompletionSegment[], timeNs: number, toNs: number): number {
  for (const segment of segments) {
    const i = upTo(segment, timeNs);
    const end = i < segment.count ? (segment.timeNs[i] as number) : Number.NaN;
    if (end <= toNs) return end;
  }
  return Number.NaN;
}
