/** The state that the teacher's page publishes to driving students, and its validation. Pure. */
import * as v from 'valibot';
import { type Goal, PARTS, type PartId, type SceneId } from './scene.ts';

const amount = v.pipe(v.number(), v.finite());
const figures = v.object({ perSecond: amount, p99Us: v.nullable(amount) });
/** Commands per second, and the time within which 99 % of the requests end, µs; null without requests. */
export type Figures = v.InferOutput<typeof figures>;

const board = v.object({
  scene: v.picklist(['pool', 'clients'] satisfies readonly SceneId[]),
  parts: v.array(
    v.object({
      id: v.picklist(PARTS),
      whole: amount,
      /** Numbers of its students. */
      drivers: v.array(amount),
    }),
  ),
  isFrozen: v.boolean(),
  goal: v.nullable(v.object({ p99Ms: amount, perSecond: amount })),
  /** Of the whole; null until a run has ended. */
  figures: v.nullable(figures),
  /** Whether a newer run is being simulated. */
  isStale: v.boolean(),
});
export type Board = v.InferOutput<typeof board>;

const own = v.object({
  number: amount,
  part: v.picklist(PARTS),
  share: amount,
  limit: amount,
  step: amount,
  /** Count of the student's changes that the page has taken: an older answer does not move a newer slider. */
  taken: amount,
  figures: v.nullable(figures),
});
export type Own = v.InferOutput<typeof own>;

const seat = v.object({ board, own: v.nullable(own) });
export type SeatView = v.InferOutput<typeof seat>;

/** Checks what the bridge passes on; undefined before the teacher's page has published, and for anything else. */
export function readSeat(value: unknown): SeatView | undefined {
  const read = v.safeParse(seat, value);
  return read.success ? read.output : undefined;
}

/** Whether figures meet a goal; undefined without either. */
export const meets = (figures: Figures | null, goal: Goal | null): boolean | undefined =>
  figures && goal
    ? figures.p99Us !== null && figures.p99Us <= goal.p99Ms * 1000 && figures.perSecond >= goal.perSecond
    : undefined;

/**
 * What a share of a part amounts to: callers and connections carry their part of the throughput. Batch and round-trip time
 * belong to every request, so that their shares have no figures of their own.
 */
export const shareOfFigures = (
  figures: Figures | null,
  part: PartId,
  share: number,
  whole: number,
): Figures | null =>
  figures && (part === 'callers' || part === 'pool') && whole > 0
    ? { perSecond: (figures.perSecond * share) / whole, p99Us: share > 0 ? figures.p99Us : null }
    : null;
