/** The code of every lesson against a real Redis: each library gets a system that it can run, or the reason why it is another. */
import { describe, expect, it } from 'vitest';
import { LIBRARY_NAMES } from '../../src/bridge/workload/library.ts';
import { planOf } from '../../src/bridge/workload/plan.ts';
import { type CodeLibrary, fittedScenario, type Planning } from '../../src/learn/lesson/real-code.ts';
import { scenariosOfStage } from '../../src/learn/lessons/runs.ts';
import { Engine } from '../../src/model/engine/engine.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { wasmModule } from '../support/wasm-module.ts';
import { lessonFolders } from './files.ts';

const engine = await Engine.load(wasmModule);

async function complete(partial: unknown): Promise<Scenario> {
  const { scenario, issues } = engine.normalize(JSON.stringify(partial));
  if (!scenario) throw new Error(JSON.stringify(issues));
  return scenario;
}

/** A bridge with its own Redis and every library. */
const planning: Planning = {
  plan: async ({ scenario, driver, version }) =>
    planOf(await complete(scenario), {
      ...{ driver, version, virtualThreads: false, libraries: LIBRARY_NAMES, ownServer: true },
    }),
  complete,
};

const LIBRARIES: readonly CodeLibrary[] = ['jedis', 'lettuce', 'goRedis', 'nodeRedis'];

describe.each(lessonFolders.map((folder) => [folder.id, folder] as const))('the code of %s', (_, folder) => {
  it.each(LIBRARIES)('runs with %s at a small size, or says what is another', async (library) => {
    const [partial] = scenariosOfStage(folder.lesson);
    const original = await complete(partial);
    const fit = await fittedScenario(planning, original, library);
    if (!fit) throw new Error('nothing was found');
    const { scenario, problems } = fit;
    expect(scenario.workload.arrivals.callers).toBeLessThanOrEqual(64);
    for (const problem of problems) {
      expect(problem.code).toBe('BR-16');
      expect(String(problem.facts?.path)).not.toMatch(/^(client|costs)/);
    }
    // Where nothing but the client is another, the lesson's commands, batches and network are what runs.
    if (problems.length > 0) return;
    expect(scenario.workload.batch).toEqual(original.workload.batch);
    expect(scenario.network.rttUs).toBe(original.network.rttUs);
    expect(scenario.server.nodes).toBe(original.server.nodes);
  });
});
