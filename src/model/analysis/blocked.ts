/** Commands that block in Redis (BLPOP and the like): how long one does by itself, and whom it holds up on its connection. */
import { phases } from '../engine/generated/abi.ts';
import { PART_KIND, REQUEST_KIND } from '../playback/spans.ts';
import type { Course } from '../scenario/course.ts';
import { connectionOf, type Excerpt, endOf, overlap } from './excerpt.ts';
import type { Journey, Leg } from './journey.ts';

const BLOCKED = phases.indexOf('blocked');
const KINDS: readonly number[] = [REQUEST_KIND + BLOCKED, PART_KIND + BLOCKED];
const NS_PER_MS = 1e6;

/**
 * When the time is over that a command asked for; Redis sees it later. It is not known of a batch, of which several may wait one after the
 * other, nor where commands wait for different times and it may have been either.
 */
export function overAt(course: Course, leg: Leg): number {
  const { workload } = course.scenario;
  const systems = [course, ...(course.changes ?? [])];
  const kinds = (['second', 'third'] as const).filter((kind) =>
    systems.some(({ scenario }) => scenario.workload[kind].share > 0),
  );
  const waits = kinds.map((kind) => workload[kind].blockMs * NS_PER_MS);
  // Who is through has waited for no longer than that.
  const possible = waits.filter((ns) => ns > 0 && !(leg.isOver && leg.fromNs + ns > leg.toNs));
  const [wait = Number.POSITIVE_INFINITY] = possible;
  const isKnown = workload.batch.kind === 'none' && possible.every((ns) => ns === wait);
  return isKnown ? leg.fromNs + wait : Number.POSITIVE_INFINITY;
}

export interface Blocker {
  readonly request: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/** Who blocked the connection of a request while that was read and not executed, one after the other. */
export function blockersOf(excerpt: Excerpt, { id }: Journey, leg: Leg): Blocker[] {
  if (leg.phase !== 'serverBatch' || leg.connection < 0) return [];
  const found: Blocker[] = [];
  for (const [request, spans] of excerpt.ofRequest) {
    if (request === id) continue;
    for (const span of spans) {
      if (!KINDS.includes(excerpt.kind[span] as number)) continue;
      if (connectionOf(excerpt, span) !== leg.connection) continue;
      if (overlap(excerpt, span, leg.fromNs, leg.toNs) <= 0) continue;
      found.push({ request, fromNs: excerpt.start[span] as number, toNs: endOf(excerpt, span) });
    }
  }
  return found.sort((one, other) => one.fromNs - other.fromNs);
}
