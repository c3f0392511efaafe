/**
 * Simulates both sides to the end without recording, for their summaries. One worker, in slices, so that it also answers
 * other questions soon; what has become old is abandoned after a slice.
 */
import type { SideName } from '../scenario/problem.ts';
import { SIDES } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { courseOf } from './course.ts';
import { engine } from './engines.ts';

/** Wall time of one slice, ms. */
const SLICE_MS = 8;
/** Slices between two reports of progress. */
const SLICES_PER_REPORT = 12;

export interface CountEvents {
  /** A response time by which to choose the speed of the show, ns. */
  readonly onMedian: (medianNs: number) => void;
}

/** Counts A, then B. @param isCurrent whether anybody still wants this pair */
export async function countPair(isCurrent: () => boolean, { onMedian }: CountEvents): Promise<void> {
  const medians: number[] = [];
  for (const side of SIDES) {
    const medianUs = await countSide(side, isCurrent);
    if (!isCurrent()) return;
    if (medianUs !== undefined) medians.push(medianUs * 1000);
  }
  if (medians.length > 0) onMedian(typical(medians));
}

/** Sides that are this many times apart cannot both be followed at one speed. */
const FAR_APART = 100;

/** The faster side's median, so that its requests can be followed; the middle when the sides are worlds apart. */
function typical(medians: readonly number[]): number {
  const [min, max] = [Math.min(...medians), Math.max(...medians)];
  return max > min * FAR_APART ? Math.sqrt(min * max) : min;
}

async function countSide(side: SideName, isCurrent: () => boolean): Promise<number | undefined> {
  const course = await courseOf(side, 'counted');
  if (!course) return undefined;
  const worker = engine('judge');
  const { endNs } = await worker.open(course.scenario, false, course.changes);
  for (let slice = 1; isCurrent(); slice++) {
    const { nowNs, done, summary } = await worker.finish(SLICE_MS);
    if (!isCurrent()) return undefined;
    if (done) {
      run.setState({ [side]: { summary, isStale: false, progress: 1 } });
      return summary?.responseTime.p50Us ?? undefined;
    }
    if (slice % SLICES_PER_REPORT === 0) {
      run.setState({ [side]: { ...run.getState()[side], progress: nowNs / endNs } });
    }
  }
  return undefined;
}
