/** The design of each version's I/O threads, as the page has it, is the one that the engine runs. */
import { expect, it } from 'vitest';
import { fields } from '../../../../src/model/scenario/fields.ts';
import type { Server } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';
import { ioThreadDesign } from '../../../../src/model/scenario/io-threads.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();
const choicesOf = (path: string) => fields.find((field) => field.path === path)?.choices ?? [];
const versions = choicesOf('server.version') as Server['version'][];
const designs = ['redis6', 'redis8', 'valkey8'] as const;

async function run(version: Server['version'], kind: Server['ioThreads']['kind']): Promise<Summary> {
  const { scenario, issues } = await engine.normalize(
    JSON.stringify({
      workload: { arrivals: { kind: 'closed', callers: 40 } },
      client: { connections: { kind: 'pooled', maxTotal: 40 } },
      server: { version, ioThreads: { kind, threads: 4 }, host: { kind: 'own', cores: 8 } },
      network: { rttUs: 20 },
      // Prefetching differs within a design.
      costs: { overrides: { keyCacheMissNs: 0 } },
      run: { warmupMs: 0, measuredMs: 3 },
    }),
  );
  if (!scenario) throw new Error(JSON.stringify(issues));
  await engine.open(scenario, false);
  for (;;) {
    const { summary } = await engine.finish(50);
    if (summary) return summary;
  }
}

it('knows every version', () => expect(versions.length).toBeGreaterThan(10));

it.each(versions)('%s has the design that the engine runs', async (version) => {
  const own = JSON.stringify((await run(version, 'version')).threads);
  const same: string[] = [];
  for (const design of designs)
    if (JSON.stringify((await run(version, design)).threads) === own) same.push(design);
  expect(same).toEqual([ioThreadDesign({ version, ioThreads: { kind: 'version', threads: 4 } })]);
});
