/**
 * Lockstep by phases: both sides are at the same point of the same request. The start of a phase that both
 * have is a common event; between two events, both sides progress in proportion. Before and after the request
 * both run at one pace.
 */
import type { Lockstep } from '../playback/pacing.ts';
import type { SideName } from '../scenario/problem.ts';
import type { Journey, PhaseName } from './journey.ts';

/** The same event on both sides. */
export interface CommonEvent {
  /** The phase that starts; undefined: the request's end. */
  readonly phase: PhaseName | undefined;
  readonly leadNs: number;
  readonly otherNs: number;
}

/** The events that both requests have, in common order. */
export function commonEvents(lead: Journey, other: Journey): CommonEvent[] {
  const [ours, theirs] = [lead.legs, other.legs];
  // Longest common subsequence of phases; the starts of both requests always match.
  const length = Array.from({ length: ours.length + 1 }, () => new Uint16Array(theirs.length + 1));
  const lengthAt = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = ours.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      const isSame = ours[i]?.phase === theirs[j]?.phase;
      (length[i] as Uint16Array)[j] = isSame
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const events: CommonEvent[] = [{ phase: ours[0]?.phase, leadNs: lead.beginNs, otherNs: other.beginNs }];
  for (let i = 0, j = 0; i < ours.length && j < theirs.length; ) {
    const [ourLeg, theirLeg] = [ours[i], theirs[j]];
    if (ourLeg && ourLeg.phase === theirLeg?.phase) {
      if (ourLeg.fromNs > lead.beginNs && theirLeg.fromNs > other.beginNs)
        events.push({ phase: ourLeg.phase, leadNs: ourLeg.fromNs, otherNs: theirLeg.fromNs });
      i++;
      j++;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  events.push({ phase: undefined, leadNs: lead.endNs, otherNs: other.endNs });
  return events;
}

type EventSide = 'leadNs' | 'otherNs';

/** The position of one side for an instant of the other. */
function placeOf(events: readonly CommonEvent[], from: EventSide, to: EventSide, timeNs: number): number {
  const next = events.findIndex((event) => event[from] > timeNs);
  const after = events[next];
  const before = next < 0 ? events.at(-1) : events[next - 1];
  if (!before) return after ? after[to] - (after[from] - timeNs) : timeNs;
  if (!after) return before[to] + (timeNs - before[from]);
  return before[to] + ((after[to] - before[to]) * (timeNs - before[from])) / (after[from] - before[from]);
}

/** The lockstep of one request that both sides have. */
export function phaseLockstep(lead: SideName, journey: Journey, twin: Journey): Lockstep {
  const events = commonEvents(journey, twin);
  const place: Lockstep['place'] = (from, to, timeNs) => {
    const [one, other]: [EventSide, EventSide] =
      from.id === lead ? ['leadNs', 'otherNs'] : ['otherNs', 'leadNs'];
    return Math.min(to.recording.layout.endNs, Math.max(0, placeOf(events, one, other, timeNs)));
  };
  return { lead, place, guess: place };
}
