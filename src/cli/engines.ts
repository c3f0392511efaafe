/** Engines for diagnosis and advice: threads, or this thread for one run at a time. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Engine, TimeStandsStill } from '../model/engine/engine.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Engines } from '../model/sweep/paired-runs.ts';
import type { Normalize } from '../model/sweep/plan.ts';
import { RunFailed, Threads } from './threads.ts';

export interface OpenEngines {
  readonly engines: Engines;
  readonly normalize: Normalize;
  readonly close: () => Promise<void>;
}

/**
 * @param wasm the engine's file
 * @param jobs runs at a time; undefined: one a core
 */
export async function openEngines(wasm: string, jobs: number | undefined): Promise<OpenEngines> {
  const engine = await Engine.load(await readFile(wasm));
  const normalize = (value: Json) => engine.normalize(JSON.stringify(value));
  const size = jobs ?? availableParallelism();
  if (size === 1) return { engines: { size, run: oneAtATime(engine) }, normalize, close: async () => {} };
  const threads = new Threads(size, wasm);
  return {
    engines: { size, run: async (scenario) => ({ summary: await threads.summaryOf(scenario) }) },
    normalize,
    close: () => threads.close(),
  };
}

const oneAtATime =
  (engine: Engine): Engines['run'] =>
  async (scenario) => {
    try {
      engine.open(scenario, false);
      while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) !== 'done');
      return { summary: engine.summary() };
    } catch (error) {
      if (error instanceof TimeStandsStill) throw new RunFailed({ code: 'ENG-04', path: '' });
      throw error;
    }
  };
