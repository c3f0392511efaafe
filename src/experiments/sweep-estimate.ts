/**
 * Estimates the duration of an experiment on this computer, from short runs of its first, middle and last
 * point.
 */

import { newEngine } from '../lab/run/engines.ts';
import { LIMITS, type Sweep } from '../model/sweep/definition.ts';
import { estimateMs, type Sample } from '../model/sweep/pace.ts';
import { coreCount, Pool } from '../model/workers/pool.ts';
import { plannedPoints } from './sweep.ts';
import { sweeps } from './sweep-state.ts';

/** Wall time of each short run, ms: about 200 in all. */
const GLANCE_MS = 70;

let wanted: Sweep | undefined;

/** Estimates the current definition, unless another one replaces it. */
export async function estimateSweep(): Promise<void> {
  const { definition, status } = sweeps.getState();
  if (!definition || status === 'running' || status === 'preparing') return;
  wanted = definition;
  const isWanted = () => wanted === definition;
  const pool = new Pool(1, newEngine);
  try {
    const points = await plannedPoints(definition);
    const possible = points.flatMap(({ scenario }) => (scenario ? [scenario] : []));
    const isAnswer = definition.precision === 'answer';
    const seeds = isAnswer ? Math.min(LIMITS.precisionFrom, definition.seeds) : definition.seeds;
    const runs = possible.length * seeds;
    const gaps = points.flatMap(({ index, problem }) => (problem ? [{ point: index, problem }] : []));
    const workers = coreCount();
    const known = { sweep: definition, points: points.length, gaps, runs, workers };
    // Gaps are shown before the estimate is ready.
    if (isWanted()) sweeps.setState({ estimate: { ...known, ms: undefined } });
    const samples: Sample[] = [];
    for (const share of [0, 0.5, 1]) {
      const scenario = possible[Math.round(share * (possible.length - 1))];
      if (!scenario || !isWanted()) continue;
      samples.push(await pool.sample(scenario, GLANCE_MS));
    }
    if (!isWanted()) return;
    sweeps.setState({ estimate: { ...known, ms: estimateMs(samples, runs, workers) } });
  } catch {
    // A point that fails reports it when it is run.
    const { estimate } = sweeps.getState();
    if (isWanted() && estimate?.sweep !== definition) sweeps.setState({ estimate: undefined });
  } finally {
    pool.close();
  }
}
