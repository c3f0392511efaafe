/**
 * The same sweep from the native build, from WebAssembly and from the command line: equal to the last byte. That the page gives
 * the bytes of the command line is shown in a browser (`e2e/experiments.spec.ts`).
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { crate } from '../../.ci/paths.mjs';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import type { Sweep } from '../../src/model/sweep/definition.ts';
import { pointsOf, replicationOf } from '../../src/model/sweep/plan.ts';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { recordOf, resultsOf, resultsText, type SweepResults } from '../../src/model/sweep/results.ts';
import { loadEngine } from '../engine/runs.ts';
import { sim } from '../support/sim.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();

/** A program of the crate, with the profile and the features of its tests: `npm test` has built it before. */
async function cargo(command: 'build' | 'run', input = ''): Promise<string> {
  const profile = ['--profile', 'quick', '--features', 'schema'];
  const args = [command, '--quiet', '--locked', ...profile, '--bin', 'summaries'];
  const child = spawn('cargo', args, { cwd: crate, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const out = await text(child.stdout);
  if ((child.exitCode ?? 0) !== 0) throw new Error(`cargo ${command} ended with ${child.exitCode}`);
  return out;
}

/** Ready experiments with short runs: all of them in the deep tier, every fifth in `npm test`. */
const chosen = sweepPresets.filter((_, index) => deep || index % 5 === 0);
const sweeps = chosen.map(({ id, definition }): [string, Sweep] => {
  const whole = definition as unknown as Sweep;
  const { sweep } = readSweep({
    ...whole,
    seeds: 2,
    set: { ...whole.set, 'run.warmupMs': 1, 'run.measuredMs': 4 },
  });
  if (!sweep) throw new Error(id);
  return [id, sweep];
});

type Run = (scenarios: readonly Scenario[]) => Promise<readonly Summary[]>;

const natively: Run = async (scenarios) => {
  const lines = await cargo('run', scenarios.map((scenario) => `${JSON.stringify(scenario)}\n`).join(''));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Summary);
};

const inWebAssembly: Run = async (scenarios) =>
  scenarios.map((scenario) => {
    engine.open(scenario, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return engine.summary();
  });

/** The document of a sweep, as the command line prints it. */
async function documentOf(sweep: Sweep, run: Run): Promise<string> {
  const points = await pointsOf(
    sweep,
    (value) => engine.normalize(JSON.stringify(value)),
    (id) => presetById(id)?.scenario,
  );
  const runs = points.flatMap(({ index: point, scenario }) =>
    Array.from({ length: scenario ? sweep.seeds : 0 }, (_, replication) => ({
      point,
      replication,
      scenario: replicationOf(scenario as Scenario, replication),
    })),
  );
  const summaries = await run(runs.map(({ scenario }) => scenario));
  expect(summaries).toHaveLength(runs.length);
  const records = summaries.flatMap((summary, number) => {
    const made = runs[number];
    return made ? [recordOf(made, made.scenario, summary)] : [];
  });
  const gaps = points.flatMap(({ index, problem }) => (problem ? [{ point: index, problem }] : []));
  return resultsText(resultsOf(sweep, summaries[0]?.engineVersion ?? '', records, gaps));
}

describe('the native build', () => {
  beforeAll(() => cargo('build'), 600_000);

  it.each(sweeps)('gives the bytes of WebAssembly for the experiment %s', async (_, sweep) => {
    const [native, wasm] = [await documentOf(sweep, natively), await documentOf(sweep, inWebAssembly)];
    expect((JSON.parse(native) as SweepResults).runs.length).toBeGreaterThan(10);
    // Without a difference of half a megabyte when there is one.
    expect(native === wasm).toBe(true);
  });

  it('gives the bytes of the command line', async () => {
    for (const [, sweep] of sweeps.slice(0, 1)) {
      const { code, out } = await sim(['sweep', '-', '--json'], JSON.stringify(sweep));
      expect(code).toBe(0);
      expect(out === (await documentOf(sweep, natively))).toBe(true);
    }
  });
});
