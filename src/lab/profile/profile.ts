/** Where the core time of a side goes, from the stretch of its run that is measured, or of what is selected of it, recorded for this and thrown away. */
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
  /** Requests completed in the stretch. */
  readonly requests: number;
  readonly times: readonly CpuTime[];
}

/** Enough for three digits: some ten thousand requests. */
const MOST_SPANS = 500_000;
/** Recorded before what is selected, ns. */
const BEFORE_NS = 500_000;

/** Where the figures begin: those of a branch, and of what it leaves, with the instant at which it leaves it. */
const measuredFromNs = ({ warmupEndNs }: RunLayout): number =>
  Math.max(warmupEndNs, experiment.getState().branchNs ?? 0);

/** @param span what is selected, ns; absent: all that is measured @returns undefined when nobody wants it any more, or the run has no such part */
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
  // What threads do is known from the first event on that is recorded.
  const begin = span ? Math.max(0, fromNs - BEFORE_NS) : fromNs;
  await eachChunk(side, begin, Math.min(toNs, layout.endNs), isWanted, (chunk) => {
    times.add(chunk);
    spans += chunk.count;
    return spans < MOST_SPANS;
  });
  if (!isWanted() || Number.isNaN(times.fromNs)) return undefined;
  return { side, fromNs: times.fromNs, toNs: times.toNs, requests: times.requests, times: times.list() };
}
