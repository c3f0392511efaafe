/** The effect of a timeline event on a run: its start, duration and size. */
import type { Event, Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';

/** What a stretch of the run looks like. */
export interface Pace {
  readonly perSec: number;
  /** Mean response time, µs; NaN without completions. */
  readonly meanUs: number;
}

/** The effect of an event on a run. */
export interface EventEffect {
  readonly event: Event;
  /** When the event itself is over, ms; Infinity for what stays. */
  readonly overMs: number;
  /** When its effect is over, ms; undefined: not before the end of the run. */
  readonly untilMs: number | undefined;
  readonly before: Pace;
  readonly during: Pace;
}

/** Completions of an interval from which its rate and mean say something. */
const ENOUGH = 20;
/** Share of the former rate below which an interval is disturbed. */
const LESS = 0.5;
/** Multiple of the former response time above which an interval is disturbed. */
const SLOWER = 2;

/** When an event is over, ms; Infinity for one that changes something for good. */
function overMs(event: Event): number {
  if ('durationMs' in event) return event.atMs + event.durationMs;
  if (event.kind === 'nodeLost') return event.atMs + event.detectMs + event.electMs;
  if (event.kind === 'connectionsDropped')
    return event.atMs + Math.max(event.refusedMs, event.silent ? event.giveUpMs : 0);
  return Number.POSITIVE_INFINITY;
}

/** Intervals of a run that are long enough, with their lengths in ms. */
interface Course {
  readonly lengthMs: number;
  readonly paces: readonly Pace[];
}

const paceOf = (counts: readonly number[], meansUs: readonly number[], lengthMs: number): Pace => {
  const count = counts.reduce((sum, one) => sum + one, 0);
  const timeUs = counts.reduce((sum, one, at) => sum + one * (meansUs[at] ?? 0), 0);
  return { perSec: count / (lengthMs / 1000), meanUs: timeUs / count };
};

/** The series in intervals of `each` of its own. */
function courseOf({ series }: Summary, each: number): Course {
  const ownMs = series.intervalUs / 1000;
  const paces: Pace[] = [];
  for (let from = 0; from + each <= series.completions.length; from += each)
    paces.push(
      paceOf(
        series.completions.slice(from, from + each),
        series.meanResponseUs.slice(from, from + each),
        each * ownMs,
      ),
    );
  return { lengthMs: each * ownMs, paces };
}

/** All that was completed in some intervals. */
const together = (paces: readonly Pace[]): Pace => {
  const sum = paces.reduce((total, { perSec }) => total + perSec, 0);
  const time = paces.reduce((total, { perSec, meanUs }) => total + (perSec > 0 ? perSec * meanUs : 0), 0);
  return { perSec: sum / paces.length, meanUs: time / sum };
};

/** What an event did, compared with the time from `sinceMs` until it began; undefined if nothing shows. */
function effectOf(event: Event, sinceMs: number, summary: Summary): EventEffect | undefined {
  const own = courseOf(summary, 1);
  const quiet = own.paces.slice(Math.ceil(sinceMs / own.lengthMs), Math.floor(event.atMs / own.lengthMs));
  const perInterval = (together(quiet).perSec * own.lengthMs) / 1000;
  if (!(perInterval > 0)) return undefined;
  const { lengthMs, paces } = courseOf(summary, Math.ceil(ENOUGH / perInterval));
  const before = together(paces.slice(Math.ceil(sinceMs / lengthMs), Math.floor(event.atMs / lengthMs)));
  const isDisturbed = ({ perSec, meanUs }: Pace) =>
    perSec < LESS * before.perSec || meanUs > SLOWER * before.meanUs;
  const begun = Math.floor(event.atMs / lengthMs);
  const first = paces.findIndex((pace, at) => at >= begun && isDisturbed(pace));
  const isOverMs = overMs(event);
  // What shows later than the event lasts has another cause.
  if (first === -1 || first * lengthMs > Math.min(isOverMs, event.atMs + 2 * lengthMs) + lengthMs)
    return undefined;
  const calm = paces.findIndex(
    (pace, at) => at > first && !isDisturbed(pace) && !isDisturbed(paces[at + 1] ?? pace),
  );
  const until = calm === -1 ? paces.length : calm;
  return {
    event,
    overMs: isOverMs,
    untilMs: calm === -1 ? undefined : calm * lengthMs,
    before,
    during: together(paces.slice(first, until)),
  };
}

/** Of the events of a run, the one whose effect lasts longest; undefined if none shows. */
export function mainEffect({ events = [] }: Scenario, summary: Summary): EventEffect | undefined {
  const sorted = [...events].sort((one, other) => one.atMs - other.atMs);
  const lasts = ({ event, untilMs = Number.POSITIVE_INFINITY }: EventEffect) => untilMs - event.atMs;
  let longest: EventEffect | undefined;
  let sinceMs = 0;
  for (const event of sorted) {
    const effect = effectOf(event, sinceMs, summary);
    if (effect && (!longest || lasts(effect) > lasts(longest))) longest = effect;
    if (effect) sinceMs = effect.untilMs ?? Number.POSITIVE_INFINITY;
  }
  return longest;
}
