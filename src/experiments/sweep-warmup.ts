/** Simulates whole runs of an experiment with their starts, to show what its warm-up excludes. */

import { newEngine } from '../lab/run/engines.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { beginningOf, pointsToWatch } from '../model/sweep/warmup.ts';
import { coreCount, Pool } from '../model/workers/pool.ts';
import { plannedPoints } from './sweep.ts';
import { changeSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/** The parts of a definition that these runs depend on. */
const keyOf = ({ series, axes, set, firstSeed }: Sweep): string =>
  JSON.stringify([series, axes, set, firstSeed]);

/** The shown lines belong to these systems and values. */
const linesOf = ({ series, axes }: Sweep): string => JSON.stringify([series, axes]);
let shownLines = '';

let present: { readonly key: string; readonly pool: Pool } | undefined;

/** Runs a few points of the current definition, unless cached; lines of the same systems stay until then. */
export async function watchWarmup(): Promise<void> {
  const { definition } = sweeps.getState();
  if (!definition || present?.key === keyOf(definition)) return;
  leaveWarmup();
  const pool = new Pool(Math.min(2, coreCount()), newEngine);
  const mine = { key: keyOf(definition), pool };
  present = mine;
  if (shownLines !== linesOf(definition)) sweeps.setState({ beginnings: [] });
  shownLines = linesOf(definition);
  // The old lines stay until all new ones are ready, so that the layout does not jump.
  const isReplacing = sweeps.getState().beginnings.length > 0;
  const found: ReturnType<typeof beginningOf>[] = [];
  try {
    const points = await plannedPoints(definition);
    const possible = points.filter(({ scenario }) => scenario);
    const waiting = pointsToWatch(possible);
    const work = async () => {
      for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
        const scenario = points[point]?.scenario;
        if (!scenario || present !== mine) return;
        const { summary } = await pool.run(scenario);
        if (present !== mine) return;
        found.push(beginningOf(point, scenario.run.warmupMs, summary));
        found.sort((one, other) => one.point - other.point);
        if (!isReplacing) sweeps.setState({ beginnings: [...found] });
      }
    };
    await Promise.all(Array.from({ length: pool.size }, work));
  } catch {
    // A point that fails reports it when the experiment runs.
  } finally {
    if (isReplacing && present === mine) sweeps.setState({ beginnings: found });
    pool.close();
  }
}

/** The view is closed. */
export function leaveWarmup(): void {
  present?.pool.close();
  present = undefined;
}

/** Sets the warm-up of every run; undefined: each system's own. */
export function setWarmup(ms: number | undefined): void {
  const { definition } = sweeps.getState();
  if (!definition) return;
  const { 'run.warmupMs': _, ...others } = definition.set;
  changeSweep({ set: ms === undefined ? others : { ...others, 'run.warmupMs': ms } });
}
