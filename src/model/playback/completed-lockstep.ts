/** Both sides are where each has completed as many requests as the other since the start of its run. */
import type { Lockstep } from './pacing.ts';
import type { Recording } from './recording.ts';
import { completedAt, instantOf } from './tally.ts';

export const completedLockstep: Lockstep = {
  lead: 'a',
  place: (from, to, timeNs) => instantOf(to.recording, completedAt(from.recording, timeNs)),
  guess(from, to, timeNs) {
    const known = completedAt(from.recording, timeNs);
    const completed = Number.isNaN(known) ? completedNear(from.recording, timeNs) : known;
    return instantNear(to.recording, completed) ?? timeNs;
  },
};

/** Completed requests per nanosecond from the start of the run until the end of what is recorded. */
function rateOf({ marks }: Recording): number {
  const last = marks.at(-1);
  return last && last.timeNs > 0 ? last.completed / last.timeNs : 0;
}

/** At the rate so far. */
function completedNear(recording: Recording, timeNs: number): number {
  const { marks } = recording;
  const near = marks.find((mark) => mark.timeNs >= timeNs) ?? marks.at(-1);
  return near ? Math.max(0, near.completed + (timeNs - near.timeNs) * rateOf(recording)) : 0;
}

/** At the rate so far, from the nearest end of what is recorded; undefined while nothing is. */
function instantNear(recording: Recording, completed: number): number | undefined {
  const last = recording.marks.at(-1);
  if (!last) return undefined;
  const { fromNs } = recording;
  const atFrom = completedAt(recording, fromNs);
  const [baseNs, base] = completed < atFrom ? [fromNs, atFrom] : [last.timeNs, last.completed];
  const rate = rateOf(recording);
  // Where nothing has been completed yet, all that can be done is to look further.
  const timeNs = rate > 0 ? baseNs + (completed - base) / rate : 2 * last.timeNs;
  return Math.min(recording.layout.endNs, Math.max(0, timeNs));
}
