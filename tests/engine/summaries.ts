/**
 * Finished runs: what the engine says of a scenario at its end, each scenario once for all tests and workers. A run is a pure
 * function of engine and scenario, so its summary is kept on disk by both. Many tests ask for the same presets.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, engineWasm } from '../../.ci/paths.mjs';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { loadEngine } from './runs.ts';

const engine = await loadEngine();
const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const all = at('node_modules/.cache/summaries');
const ofEngine = join(all, digest(readFileSync(engineWasm)));
// Summaries of an older engine are of no use.
if (!existsSync(ofEngine)) rmSync(all, { recursive: true, force: true });
const known = new Map<string, Summary>();

/** What a complete scenario shows at the end of its run. @throws ScenarioRefused if the scenario is invalid */
export function summaryOf(scenario: Scenario): Summary {
  const key = digest(JSON.stringify(scenario));
  const summary = known.get(key) ?? stored(key) ?? simulated(scenario, key);
  known.set(key, summary);
  return summary;
}

function stored(key: string): Summary | undefined {
  try {
    return JSON.parse(readFileSync(join(ofEngine, key), 'utf8'));
  } catch {
    return undefined;
  }
}

function simulated(scenario: Scenario, key: string): Summary {
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const summary = engine.summary();
  mkdirSync(ofEngine, { recursive: true });
  // Under its own name once it is whole: other workers read it meanwhile.
  const part = join(ofEngine, `${key}.${process.pid}`);
  writeFileSync(part, JSON.stringify(summary));
  renameSync(part, join(ofEngine, key));
  return summary;
}
