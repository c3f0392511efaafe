/**
 * The parts of a batch whose keys are in several slots: each is a request of its own, with the batch's
 * number.
 */
import { phases } from '../engine/generated/abi.ts';
import { PART_KIND, REQUEST_KIND } from '../playback/spans.ts';
import { connectionOf, type Excerpt, endOf } from './excerpt.ts';
import type { Leg, PhaseName } from './journey.ts';

/** The phases of one part. */
export interface Part {
  /** Number of the batch. */
  readonly id: number;
  readonly legs: readonly Leg[];
  readonly endNs: number;
}

/** Spans of a batch's parts, by end. */
export function partSpans(excerpt: Excerpt, id: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < excerpt.count; i++) {
    const kind = excerpt.kind[i] as number;
    if (excerpt.request[i] === id && kind >= PART_KIND && kind < REQUEST_KIND) found.push(i);
  }
  return found;
}

/**
 * Every part of a batch, by start. The trace does not number parts: a span belongs to the part last on the
 * same connection, or on none. If several match, they are interchangeable.
 */
export function partsOf(excerpt: Excerpt, id: number): Part[] {
  const startOf = (span: number) => excerpt.start[span] as number;
  const phaseOf = (span: number) => (excerpt.kind[span] as number) - PART_KIND;
  const spans = partSpans(excerpt, id).sort((a, b) => startOf(a) - startOf(b) || phaseOf(a) - phaseOf(b));
  const parts: { legs: Leg[]; endNs: number; connection: number; phase: number }[] = [];
  for (const span of spans) {
    const [connection, phase] = [connectionOf(excerpt, span), phaseOf(span)];
    const follows = parts.filter(({ endNs }) => endNs === startOf(span));
    const current =
      follows.find((part) => part.connection === connection && part.phase < phase) ??
      follows.find((part) => part.connection < 0) ??
      // A node redirected it to another.
      follows.find((part) => part.phase >= phase);
    const part = current ?? { legs: [], endNs: 0, connection, phase };
    if (!current) parts.push(part);
    part.legs.push({
      phase: phases[phase] as PhaseName,
      fromNs: startOf(span),
      toNs: endOf(excerpt, span),
      isOver: excerpt.isOpen[span] === 0,
      connection,
    });
    Object.assign(part, { endNs: endOf(excerpt, span), connection, phase });
  }
  return parts.map(({ legs, endNs }) => ({ id, legs, endNs }));
}
