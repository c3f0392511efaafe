/** Why a change that takes a cost away makes a system slower: runs it once more, for its summary. */
import { type Slower, slowerBecause } from '../../model/explain/slower.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Pool } from '../../model/workers/pool.ts';
import { newEngine } from '../run/engines.ts';
import { normalize } from '../run/normalize.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';

/** The reason; undefined where the two runs do not show one, or where the system is a branch, which no run of its own can stand beside. */
export async function slowerWith(side: SideName, edits: Edits): Promise<Slower | undefined> {
  const { [side]: now, branchNs } = experiment.getState();
  const { summary, isStale } = run.getState()[side];
  if (!now || !summary || isStale || branchNs !== undefined) return undefined;
  const { scenario } = await normalize(applyEdits(now.scenario, edits));
  if (!scenario) return undefined;
  const pool = new Pool(1, newEngine);
  try {
    const changed = await pool.run(scenario);
    return slowerBecause({ scenario: now.scenario, summary }, { scenario, summary: changed.summary });
  } catch {
    // Without that run there is no reason to be told; what it was worth is known all the same.
    return undefined;
  } finally {
    pool.close();
  }
}
