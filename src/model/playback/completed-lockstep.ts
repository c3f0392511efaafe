/**
 * Lockstep by completions: each side is where it has completed as many requests as the other since its start.
 */
import type { Lockstep } from './pacing.ts';
import type { Recording } from './recording.ts';
import { completedAt, instantOf } from './tally.ts';

export const completedLockstep: Lockstep = {
  lead: 'a',
  place: (from, to, timeNs) => instantOf(to.recording, completedAt(from.recording, timeNs)),
  guess(from, to, timeNs) {
    const known = completedAt(from.recording, timeNs);
    const completed = Number.isNaN(known) ? estimatedCount(from.recording, timeNs) : known;
    return estimatedInstant(to.recording, completed) ?? timeNs;
  },
};

/** Completed requests per nanosecond in the recorded part. */
function rateOf({ marks }: Recording): number {
  const last = marks.at(-1);
  return last && last.timeNs > 0 ? last.completed / last.timeNs : 0;
}

/** Extrapolated at the rate so far. */
function estimatedCount(recording: Recording, timeNs: number): number {
  const { marks } = recording;
  const mark = marks.find((mark) => mark.timeNs >= timeNs) ?? marks.at(-1);
  return mark ? Math.max(0, mark.completed + (timeNs - mark.timeNs) * rateOf(recording)) : 0;
}

/** Extrapolated at the rate so far from the nearest recorded end; undefined without a recording. */
function estimatedInstant(recording: Recording, completed: number): number | undefined {
  const last = recording.marks.at(-1);
  if (!last) return undefined;
  const { fromNs } = recording;
  const atFrom = completedAt(recording, fromNs);
  const [baseNs, base] = completed < atFrom ? [fromNs, atFrom] : [last.timeNs, last.completed];
  const rate = rateOf(recording);
  // Without completions, the only option is to record further.
  const timeNs = rate > 0 ? baseNs + (completed - base) / rate : 2 * last.timeNs;
  return Math.min(recording.layout.endNs, Math.max(0, timeNs));
}
