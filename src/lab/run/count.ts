/**
 * Simulates both sides to the end without recording, for their summaries. The recording workers do it between
 * the player's calls, so that every part of a run is near a checkpoint.
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

/** Wall time between two progress reports, ms. Other calls are served in between. */
const REPORT_MS = 100;

export interface CountEvents {
  /**
   * Receives both sides' median response times, ns, to choose the playback speed. Not called without replies.
   */
  readonly onMedians: (mediansNs: readonly number[]) => void;
}

/**
 * Simulates A and B while the player has them open.
 * @param isCurrent whether this pair is still wanted
 */
export async function countPair(isCurrent: () => boolean, { onMedians }: CountEvents): Promise<void> {
  const isBranch = experiment.getState().branchNs !== undefined;
  const summaries = isBranch ? await countBranch(isCurrent) : await countPlayed(isCurrent);
  if (!isCurrent()) return;
  // The next action is likely an edit: the validating worker starts now, when the engine is idle.
  engine('judge');
  const mediansUs = summaries.flatMap((summary) => summary?.responseTime.p50Us ?? []);
  if (mediansUs.length > 0) onMedians(mediansUs.map((us) => us * 1000));
  // The player seeks in its own runs, whatever was simulated here.
  if (isBranch) await Promise.all(SIDES.map((side) => toEnd(engine(side), isCurrent)));
}

/** Simulates the played runs in their recording workers, both sides at once. */
const countPlayed = (isCurrent: () => boolean): Promise<readonly (Summary | undefined)[]> =>
  Promise.all(
    (run.getState().player?.tracks ?? []).map(({ id, layout: { endNs } }) =>
      toEnd(engine(id), isCurrent, { side: id, endNs }),
    ),
  );

/** A branch is simulated as a run of its own: the part before it is not measured. */
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

/**
 * Simulates the open run of a worker to the end.
 * @param progressOf the side whose progress is shown
 */
async function toEnd(
  worker: EngineClient,
  isCurrent: () => boolean,
  progressOf?: { readonly side: SideName; readonly endNs: number },
): Promise<Summary | undefined> {
  while (isCurrent()) {
    const { nowNs, done, summary } = await worker.finish(REPORT_MS);
    // Metrics and charts take long to draw: the sought frame is drawn first.
    if (done && progressOf)
      do await afterFrame();
      while (isCurrent() && Number.isFinite(run.getState().player?.playhead.seekingNs));
    if (!isCurrent()) return undefined;
    if (progressOf) {
      const { [progressOf.side]: before, played } = run.getState();
      const now = done
        ? {
            summary: summary && played && runResult(played[progressOf.side], summary),
            isStale: false,
            progress: 1,
          }
        : { ...before, progress: nowNs / progressOf.endNs };
      run.setState({ [progressOf.side]: now });
    }
    if (done) return summary;
  }
  return undefined;
}
