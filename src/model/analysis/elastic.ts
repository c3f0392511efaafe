/**
 * Elastic time: while one request is under way, model time runs so that every phase of it can be seen. Half of the time on
 * screen is divided equally among its phases, the other half by how long they last; before and after, the chosen speed counts.
 */
import type { Pace } from '../playback/pacing.ts';
import type { Journey, Leg } from './journey.ts';

/** A phase and how long it is on screen. */
export interface Stretch {
  readonly leg: Leg;
  /** Seconds on screen. */
  readonly seconds: number;
  /** How much longer it is on screen than at the request's mean speed; below 1: shorter. */
  readonly factor: number;
}

/** Part of the time on screen that all phases have in equal shares. */
const EQUAL = 0.5;
/** A request is on screen at least this long for each of its phases, seconds, whatever the speed. */
const LEAST_SECONDS = 1.5;

/** The phases of a request that last, with their time on screen at a chosen speed, model ns per second. */
export function stretchesOf({ legs, beginNs, endNs }: Journey, speed: number): Stretch[] {
  const lasting = legs.filter(({ fromNs, toNs }) => toNs > fromNs);
  const totalNs = endNs - beginNs;
  const total = Math.max(totalNs / speed, lasting.length * LEAST_SECONDS);
  return lasting.map((leg) => {
    const part = (leg.toNs - leg.fromNs) / totalNs;
    const shown = EQUAL / lasting.length + (1 - EQUAL) * part;
    return { leg, seconds: total * shown, factor: shown / part };
  });
}

/** Model ns per second on screen at an instant. */
export function speedAt(stretches: readonly Stretch[], timeNs: number, speed: number): number {
  const now = stretches.find(({ leg }) => leg.fromNs <= timeNs && timeNs < leg.toNs);
  return now ? (now.leg.toNs - now.leg.fromNs) / now.seconds : speed;
}

/** The pace at which every phase of a request can be seen. */
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
      for (const { leg, seconds: whole } of stretches) {
        if (at >= leg.toNs) continue;
        const rate = (leg.toNs - leg.fromNs) / whole;
        const needed = (leg.toNs - at) / rate;
        if (needed >= left) return at + left * rate;
        at = leg.toNs;
        left -= needed;
      }
      return at + left * speed;
    },
  };
}
