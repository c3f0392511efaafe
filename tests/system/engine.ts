/** The engine in this process, as diagnosis and advice use it. */
import { Engine } from '../../src/model/engine/engine.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import type { Engines } from '../../src/model/sweep/paired-runs.ts';
import { wasmModule } from '../support/wasm-module.ts';

const engine = await Engine.load(wasmModule);

export const normalize = (value: Json) => engine.normalize(JSON.stringify(value));

/** One run at a time. */
export const engines: Engines = {
  size: 1,
  run: async (scenario) => {
    engine.open(scenario, false);
    while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) !== 'done');
    return { summary: engine.summary() };
  },
};

export function complete(partial: Json): Scenario {
  const { scenario, issues } = normalize(partial);
  if (!scenario) throw new Error(JSON.stringify(issues));
  return scenario;
}
