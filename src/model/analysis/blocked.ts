/**
 * Blocking commands (BLPOP and the like): how long one blocks, and which requests it delays on its
 * connection.
 */
import { phases } from '../engine/generated/abi.ts';
import { PART_KIND, REQUEST_KIND } from '../playback/spans.ts';
import type { Course } from '../scenario/course.ts';
import { connectionOf, type Excerpt, endOf, overlap } from './excerpt.ts';
import type { Journey, Leg } from './journey.ts';

const BLOCKED = phases.indexOf('blocked');
const KINDS: readonly number[] = [REQUEST_KIND + BLOCKED, PART_KIND + BLOCKED];
const NS_PER_MS = 1e6;

/**
 * When the requested timeout of a blocking command ends; Redis notices later. Unknown for a batch, where
 * several may block in sequence, and with ambiguous timeouts.
 */
export function overAt(course: Course, leg: Leg): number {
  const { workload } = course.scenario;
  const systems = [course, ...(course.changes ?? [])];
  const kinds = (['second', 'third'] as const).filter((kind) =>
    systems.some(({ scenario }) => scenario.workload[kind].share > 0),
  );
  const waits = kinds.map((kind) => workload[kind].blockMs * NS_PER_MS);
  // A completed command has waited no longer than this.
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

/** The commands that blocked a request's connection while it was read but not executed, in sequence. */
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
  return found.sort((a, b) => a.fromNs - b.fromNs);
}
