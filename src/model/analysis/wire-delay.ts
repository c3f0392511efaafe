/**
 * Components of a message's time on the wire. Network parameters and segments determine half the round trip,
 * the transmission, the time that bytes were held back, and head-of-line blocking by the segment before. The
 * rest has one of the network's causes.
 */
import { noRequest } from '../engine/generated/abi.ts';
import { WIRE_KIND } from '../playback/spans.ts';
import type { Course } from '../scenario/course.ts';
import { meanOf } from '../scenario/derived.ts';
import type { Network } from '../scenario/generated/scenario.ts';
import type { Excerpt } from './excerpt.ts';
import type { Journey, Leg } from './journey.ts';

/** Why a message is on the wire. */
export type WireTime =
  /** Half the round trip. */
  | 'half'
  /** Serialisation of its segment onto the link. */
  | 'transmission'
  /** Written, but not sent yet. */
  | 'held'
  /** The previous segment of its connection had not arrived yet. */
  | 'behind'
  /** Further delay. */
  | 'late';

/** Possible causes of segment delay, and of held bytes. */
export type LateCause = 'jitter' | 'link' | 'loss';
export type HeldCause = 'nagle' | 'window' | 'slowStart';

export interface Causes {
  readonly late: readonly LateCause[];
  readonly held: readonly HeldCause[];
}

export interface Piece {
  readonly reason: WireTime;
  /** With `behind`: the request of the previous segment. */
  readonly request: number | undefined;
  readonly fromNs: number;
  readonly toNs: number;
}

export interface WireDelay {
  /** By time; they cover the whole leg. */
  readonly pieces: readonly Piece[];
  readonly causes: Causes;
}

const NS_PER_US = 1000;

/** The components of a wire leg; undefined if the network is unknown. */
export function wireDelay(
  excerpt: Excerpt,
  course: Course,
  { id, connection }: Journey,
  leg: Leg,
): WireDelay | undefined {
  const isBack = leg.phase === 'wireBack';
  const segments = (excerpt.ofWire.get(connection & 0xffff) ?? []).filter(
    (span) => excerpt.kind[span] === WIRE_KIND + Number(isBack),
  );
  const segment = segmentOf(excerpt, segments, id, leg);
  const sentNs = Math.max(
    leg.fromNs,
    segment === undefined ? leg.fromNs : (excerpt.start[segment] as number),
  );
  const network = networkAt(course, sentNs);
  if (!network) return undefined;
  // Segments in flight together do not block each other.
  const before =
    segment === undefined ? undefined : segments.findLast((span) => (excerpt.start[span] as number) < sentNs);
  const isBehind = before !== undefined && excerpt.end[before] === leg.toNs;
  // Segments between a proxy and the server are not recorded.
  const { proxy } = network;
  const isBeyondProxy = segment === undefined && proxy.kind === 'multiplexing';
  const rttNs = Math.round((isBeyondProxy ? proxy.rttUs : network.rttUs) * NS_PER_US);
  const halfNs = isBack ? rttNs - Math.floor(rttNs / 2) : Math.floor(rttNs / 2);
  const bytes = segment === undefined ? 0 : (excerpt.arg[segment] as number);
  const transmissionNs = network.mbitPerSec > 0 ? Math.round((bytes * 8000) / network.mbitPerSec) : 0;
  const pieces: Piece[] = [];
  let fromNs = leg.fromNs;
  const add = (reason: WireTime, untilNs: number, request?: number) => {
    const toNs = Math.min(leg.toNs, untilNs);
    if (toNs <= fromNs) return;
    pieces.push({ reason, request, fromNs, toNs });
    fromNs = toNs;
  };
  add('held', sentNs);
  add('transmission', sentNs + transmissionNs);
  add('half', sentNs + transmissionNs + halfNs);
  if (isBehind) add('behind', leg.toNs, requestOf(excerpt, before, id));
  else add('late', leg.toNs);
  return { pieces, causes: causesOf(network, isBack, isBeyondProxy) };
}

/** The segment with a message's last byte: the last one with its number, else that of its write. */
function segmentOf(excerpt: Excerpt, segments: readonly number[], id: number, leg: Leg): number | undefined {
  const inFlight = segments.filter(
    (span) => excerpt.end[span] === leg.toNs && (excerpt.start[span] as number) >= leg.fromNs,
  );
  return inFlight.findLast((span) => excerpt.request[span] === id) ?? inFlight[0];
}

/** The request of a segment, if it is another one. */
function requestOf(excerpt: Excerpt, span: number, own: number): number | undefined {
  const request = excerpt.request[span];
  return request === noRequest || request === own ? undefined : request;
}

/** The network of a run at an instant. */
const networkAt = ({ scenario, changes = [] }: Course, timeNs: number): Network | undefined =>
  (changes.findLast(({ atNs }) => atNs <= timeNs)?.scenario ?? scenario).network;

/** @param isBeyondProxy whether the hop is the one between a proxy and the server */
function causesOf(network: Network, isBack: boolean, isBeyondProxy: boolean): Causes {
  const hop = isBeyondProxy && network.proxy.kind === 'multiplexing' ? network.proxy : network;
  const late: Readonly<Record<LateCause, boolean>> = {
    jitter: meanOf(isBack ? hop.replyJitterUs : hop.requestJitterUs) > 0,
    link: network.mbitPerSec > 0,
    // Segments get lost between client and proxy only.
    loss: network.lossPercent > 0 && !isBeyondProxy,
  };
  const hasCause: Readonly<Record<HeldCause, boolean>> = {
    nagle: network.nagle && !isBack,
    window: network.windowBytes > 0,
    slowStart: network.slowStart,
  };
  const named = <T extends string>(all: Readonly<Record<T, boolean>>) =>
    (Object.keys(all) as T[]).filter((name) => all[name]);
  return { late: named(late), held: named(hasCause) };
}
