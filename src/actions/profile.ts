/** Where the core time of a side goes, from a stretch of its run after the warm-up, recorded for this and thrown away. */
import { type CpuTime, CpuTimes } from '../analysis/cpu.ts';
import type { SideName } from '../scenario/problem.ts';
import { run } from '../stores/run.ts';
import { eachChunk, type IsWanted } from './inspect.ts';

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

/** @returns undefined when nobody wants it any more */
export async function profileCpu(side: SideName, isWanted: IsWanted): Promise<CpuProfile | undefined> {
  const track = run.getState().player?.tracks.find(({ id }) => id === side);
  if (!track) return undefined;
  const { layout } = track;
  const times = new CpuTimes(layout);
  let spans = 0;
  await eachChunk(side, layout.warmupEndNs, layout.endNs, isWanted, (chunk) => {
    times.add(chunk);
    spans += chunk.count;
    return spans < MOST_SPANS;
  });
  if (!isWanted() || spans === 0) return undefined;
  return { side, fromNs: times.fromNs, toNs: times.toNs, requests: times.requests, times: times.list() };
}
