/**
 * Simulates both sides to the end without recording, for their summaries. The workers that record them do it, between what
 * the player asks of them, so that from then on no place of a run is far from a checkpoint.
 */
import { runResult } from '../../model/explain/run-result.ts';
import { afterFrame } from '../../model/playback/clock.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { EngineClient } from '../../model/workers/client.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { courseOf } from './course.ts';
import { engine } from './engines.ts';
import { run } from './run-state.ts';

/** Wall time between two reports of progress, ms. Whatever else is asked meanwhile is answered in between. */
const REPORT_MS = 100;

export interface CountEvents {
  /** Both sides' median response times, by which to choose the speed of the show, ns. Not called when nothing was answered. */
  readonly onMedians: (mediansNs: readonly number[]) => void;
}

/** Counts A and B while the player has them open. @param isCurrent whether anybody still wants this pair */
export async function countPair(isCurrent: () => boolean, { onMedians }: CountEvents): Promise<void> {
  const isBranch = experiment.getState().branchNs !== undefined;
  const summaries = isBranch ? await countBranch(isCurrent) : await countPlayed(isCurrent);
  if (!isCurrent()) return;
  // A knob is turned next: who judges it is started only now, when nothing else is to be done.
  engine('judge');
  const mediansUs = summaries.flatMap((summary) => summary?.responseTime.p50Us ?? []);
  if (mediansUs.length > 0) onMedians(mediansUs.map((us) => us * 1000));
  // Whatever has been counted, a player seeks in what it plays.
  if (isBranch) await Promise.all(SIDES.map((side) => toEnd(engine(side), isCurrent)));
}

/** What is played is counted where it is recorded, both sides at once. */
const countPlayed = (isCurrent: () => boolean): Promise<readonly (Summary | undefined)[]> =>
  Promise.all(
    (run.getState().player?.tracks ?? []).map(({ id, layout: { endNs } }) =>
      toEnd(engine(id), isCurrent, { side: id, endNs }),
    ),
  );

/** Of a branch, another run is counted than is shown: what was before it is not measured. */
async function countBranch(isCurrent: () => boolean): Promise<readonly (Summary | undefined)[]> {
  const summaries: (Summary | undefined)[] = [];
  for (const side of SIDES) {
    const course = await courseOf(side, 'counted');
    if (!course || !isCurrent()) break;
    const worker = engine('judge');
    const { endNs } = await worker.open(course.scenario, false, course.changes);
    summaries.push(await toEnd(worker, isCurrent, { side, endNs }));
  }
  return summaries;
}

/** Has a worker simulate its open run to the end. @param told whose summary it is, for everybody who waits for it */
async function toEnd(
  worker: EngineClient,
  isCurrent: () => boolean,
  told?: { readonly side: SideName; readonly endNs: number },
): Promise<Summary | undefined> {
  while (isCurrent()) {
    const { nowNs, done, summary } = await worker.finish(REPORT_MS);
    // Figures and charts are a lot to draw: what is sought is shown before them.
    if (done && told)
      do await afterFrame();
      while (isCurrent() && Number.isFinite(run.getState().player?.playhead.seekingNs));
    if (!isCurrent()) return undefined;
    if (told) {
      const { [told.side]: before, played } = run.getState();
      const now = done
        ? { summary: summary && played && runResult(played[told.side], summary), isStale: false, progress: 1 }
        : { ...before, progress: nowNs / told.endNs };
      run.setState({ [told.side]: now });
    }
    if (done) return summary;
  }
  return undefined;
}
