/**
 * Elastic time: while a request is in flight, playback slows so that each phase is visible. Half of the
 * screen time is divided equally among its phases, the other half by duration. Before and after, the selected
 * speed applies.
 */
import type { Pace } from '../playback/pacing.ts';
import type { Journey, Leg } from './journey.ts';

/** A phase and its screen time. */
export interface Stretch {
  readonly leg: Leg;
  /** Seconds on screen. */
  readonly seconds: number;
  /** Screen time relative to the request's mean speed; below 1: shorter. */
  readonly factor: number;
}

/** Share of the screen time divided equally among phases. */
const EQUAL = 0.5;
/** Minimum screen time per phase at any speed, seconds. */
const MIN_SECONDS = 1.5;

/** The request's phases of nonzero length, with screen time at a selected speed, model ns per second. */
export function stretchesOf({ legs, beginNs, endNs }: Journey, speed: number): Stretch[] {
  const lasting = legs.filter(({ fromNs, toNs }) => toNs > fromNs);
  const totalNs = endNs - beginNs;
  const total = Math.max(totalNs / speed, lasting.length * MIN_SECONDS);
  return lasting.map((leg) => {
    const part = (leg.toNs - leg.fromNs) / totalNs;
    const share = EQUAL / lasting.length + (1 - EQUAL) * part;
    return { leg, seconds: total * share, factor: share / part };
  });
}

/** Model ns per second on screen at an instant. */
export function speedAt(stretches: readonly Stretch[], timeNs: number, speed: number): number {
  const now = stretches.find(({ leg }) => leg.fromNs <= timeNs && timeNs < leg.toNs);
  return now ? (now.leg.toNs - now.leg.fromNs) / now.seconds : speed;
}

/** The pace at which each phase of a request is visible. */
export function elasticPace(journey: Journey): Pace {
  let speedBefore = Number.NaN;
  let stretches: readonly Stretch[] = [];
  return {
    moved(timeNs, seconds, speed) {
      if (speed <= 0) return timeNs;
      if (speed !== speedBefore) {
        stretches = stretchesOf(journey, speed);
        speedBefore = speed;
      }
      if (timeNs >= journey.endNs) return timeNs + seconds * speed;
      const untilBegin = Math.max(0, journey.beginNs - timeNs) / speed;
      if (untilBegin >= seconds) return timeNs + seconds * speed;
      let at = Math.max(timeNs, journey.beginNs);
      let left = seconds - untilBegin;
      for (const { leg, seconds: totalSeconds } of stretches) {
        if (at >= leg.toNs) continue;
        const rate = (leg.toNs - leg.fromNs) / totalSeconds;
        const needed = (leg.toNs - at) / rate;
        if (needed >= left) return at + left * rate;
        at = leg.toNs;
        left -= needed;
      }
      return at + left * speed;
    },
  };
}
