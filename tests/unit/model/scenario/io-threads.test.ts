/** The design of each version's I/O threads and how far it parses ahead, as the page has them, are what the engine runs. */
import { describe, expect, it } from 'vitest';
import { fields } from '../../../../src/model/scenario/fields.ts';
import type { Server } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';
import { ioThreadDesign, lookaheadOf } from '../../../../src/model/scenario/io-threads.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();
const choicesOf = (path: string) => fields.find((field) => field.path === path)?.choices ?? [];
const versions = choicesOf('server.version') as Server['version'][];
const designs = ['redis6', 'redis8', 'valkey8'] as const;

function run(version: Server['version'], kind: Server['ioThreads']['kind']): Promise<Summary> {
  // Prefetching differs within a design.
  return summaryOf({ version, ioThreads: { kind, threads: 4 } }, { keyCacheMissNs: 0 });
}

async function summaryOf(server: object, overrides: Record<string, number>, batch = 1): Promise<Summary> {
  const { scenario, issues } = await engine.normalize(
    JSON.stringify({
      workload: {
        arrivals: { kind: 'closed', callers: 40 },
        ...(batch > 1 && { batch: { kind: 'pipeline', size: batch } }),
      },
      client: { connections: { kind: 'pooled', maxTotal: 40 } },
      server: { host: { kind: 'own', cores: 8 }, ...server },
      network: { rttUs: 20 },
      costs: { overrides },
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

describe.each([{ kind: 'none' }, { kind: 'version', threads: 4 }] as const)(
  'with I/O threads $kind',
  (ioThreads) => {
    it.each(versions)('%s parses as many commands ahead as the engine', async (version) => {
      // Dear memory, so that each further key that is fetched together with others counts.
      const run = async (lookahead: number) =>
        JSON.stringify(
          (await summaryOf({ version, ioThreads, lookahead }, { keyCacheMissNs: 400 }, 40)).threads,
        );
      const depth = lookaheadOf({ version, ioThreads, lookahead: 0 });
      const own = await run(0);
      expect(await run(Math.min(depth, 1000))).toBe(own);
      if (depth > 1) expect(await run(1)).not.toBe(own);
    });
  },
);
