/**
 * Computes levels over time while a chart needs them: complete runs in a separate worker, after the
 * summaries.
 */

import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Levels } from '../../model/workers/protocol.ts';
import { SIDES } from '../settings/experiment-state.ts';
import { courseOf } from './course.ts';
import { engine } from './engines.ts';
import { failed } from './run.ts';
import { run } from './run-state.ts';

/** Requests in progress and in queues over time, of the runs on screen. Memory only; computed on demand. */

export interface LevelsState {
  readonly a: Levels | undefined;
  readonly b: Levels | undefined;
}

export const levels = createStore<LevelsState>(() => ({ a: undefined, b: undefined }));

/** Intervals of the measured window. */
const INTERVALS = 120;
/** Wall time of one slice, ms. */
const SLICE_MS = 8;

/** Keeps the levels up to date with the runs; the returned function stops it. */
export function followLevels(): () => void {
  let generation = 0;
  let counted = '';
  const count = async () => {
    const sides = SIDES.map((side) => run.getState()[side]);
    if (sides.some(({ summary, isStale }) => !summary || isStale)) return;
    const fingerprints = sides.map(({ summary }) => summary?.fingerprint).join();
    if (fingerprints === counted) return;
    counted = fingerprints;
    const token = ++generation;
    levels.setState({ a: undefined, b: undefined });
    try {
      for (const side of SIDES) await countSide(side, () => token === generation);
    } catch (error) {
      if (token === generation) failed(error);
    }
  };
  const unsubscribe = run.subscribe(count);
  count();
  return () => {
    generation = -1;
    unsubscribe();
  };
}

async function countSide(side: SideName, isWanted: () => boolean): Promise<void> {
  const course = await courseOf(side, 'counted');
  if (!course) return;
  const worker = engine('levels');
  await worker.open(course.scenario, false, course.changes);
  while (isWanted()) {
    const found = await worker.levels(INTERVALS, SLICE_MS);
    if (!found) continue;
    if (isWanted()) levels.setState({ [side]: found });
    return;
  }
}
