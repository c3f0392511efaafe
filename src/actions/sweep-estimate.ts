/** How long an experiment would take on this computer: from a glance at its first, middle and last point. */
import { sweeps } from '../stores/sweep.ts';
import type { Sweep } from '../sweep/definition.ts';
import { estimateMs, type Sample } from '../sweep/pace.ts';
import { coreCount, Pool } from '../workers/pool.ts';
import { newEngine } from './engines.ts';
import { plannedPoints } from './sweep.ts';

/** Wall time of each glance, ms: some 200 in all. */
const GLANCE_MS = 70;

let wanted: Sweep | undefined;

/** Estimates the present definition, unless another one replaces it meanwhile. */
export async function estimateSweep(): Promise<void> {
  const { definition, status } = sweeps.getState();
  if (!definition || status === 'running' || status === 'preparing') return;
  wanted = definition;
  const isWanted = () => wanted === definition;
  const pool = new Pool(1, newEngine);
  try {
    const points = await plannedPoints(definition);
    const possible = points.flatMap(({ scenario }) => (scenario ? [scenario] : []));
    const runs = possible.length * definition.seeds;
    const samples: Sample[] = [];
    for (const share of [0, 0.5, 1]) {
      const scenario = possible[Math.round(share * (possible.length - 1))];
      if (!scenario || !isWanted()) continue;
      samples.push(await pool.sample(scenario, GLANCE_MS));
    }
    if (!isWanted()) return;
    const workers = coreCount();
    sweeps.setState({
      estimate: { points: points.length, runs, ms: estimateMs(samples, runs, workers), workers },
    });
  } catch {
    // A point that stands still says so when it is run.
    if (isWanted()) sweeps.setState({ estimate: undefined });
  } finally {
    pool.close();
  }
}
