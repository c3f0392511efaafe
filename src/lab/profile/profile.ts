/**
 * The CPU profile of a side, from its measured window or the selection. The window is recorded for this and
 * discarded.
 */
import { type CpuTime, CpuTimes } from '../../model/analysis/cpu.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { RunLayout } from '../../model/workers/protocol.ts';
import type { Span } from '../marks/focus-state.ts';
import { eachChunk, type IsWanted } from '../run/inspect.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';

export interface CpuProfile {
  readonly side: SideName;
  readonly fromNs: number;
  readonly toNs: number;
  /** Requests completed in the window. */
  readonly requests: number;
  readonly times: readonly CpuTime[];
}

/** Enough for three digits: about ten thousand requests. */
const MOST_SPANS = 500_000;
/** Recorded before the selection, ns. */
const BEFORE_NS = 500_000;

/** Start of the metrics; for a branch and its parent, the instant of the branch. */
const measuredFromNs = ({ warmupEndNs }: RunLayout): number =>
  Math.max(warmupEndNs, experiment.getState().branchNs ?? 0);

/**
 * @param span the selection, ns; absent: the measured window
 * @returns undefined when cancelled, or when the run has no such part
 */
export async function profileCpu(
  side: SideName,
  isWanted: IsWanted,
  span?: Span,
): Promise<CpuProfile | undefined> {
  const track = run.getState().player?.tracks.find(({ id }) => id === side);
  if (!track) return undefined;
  const { layout } = track;
  const [fromNs, toNs] = span ?? [measuredFromNs(layout), layout.endNs];
  const times = new CpuTimes(layout, span);
  let spans = 0;
  // The state of a thread is known from its first recorded event on.
  const begin = span ? Math.max(0, fromNs - BEFORE_NS) : fromNs;
  await eachChunk(side, begin, Math.min(toNs, layout.endNs), isWanted, (chunk) => {
    times.add(chunk);
    spans += chunk.count;
    return spans < MOST_SPANS;
  });
  if (!isWanted() || Number.isNaN(times.fromNs)) return undefined;
  return { side, fromNs: times.fromNs, toNs: times.toNs, requests: times.requests, times: times.list() };
}
