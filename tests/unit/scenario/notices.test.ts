/** What the texts of the pairs claim, on the scenarios as they are shipped: a figure in a text is one the engine shows. */
import { beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../../src/scenario/generated/summary.ts';
import { presetById } from '../../../src/scenario/library.ts';
import { pairs } from '../../../src/scenario/presets.ts';
import { inProcessEngine } from '../../support/in-process.ts';

const engine = inProcessEngine();
const summaries = new Map<string, Summary>();

async function summaryOf(id: string): Promise<Summary> {
  const known = summaries.get(id);
  if (known) return known;
  const { scenario } = await engine.normalize(JSON.stringify(presetById(id)?.scenario));
  if (!scenario) throw new Error(`${id} is no scenario`);
  await engine.open(scenario, false);
  for (;;) {
    const { summary } = await engine.finish(50);
    if (!summary) continue;
    summaries.set(id, summary);
    return summary;
  }
}

const qps = ({ throughput }: Summary) => throughput.perSec;
const meanUs = ({ responseTime }: Summary) => responseTime.meanUs ?? Number.NaN;
const meanWait = ({ phases }: Summary) =>
  phases.find(({ phase }) => phase === 'waitConnection')?.time.meanUs ?? 0;

/** By pair: what must hold of A and B. */
const claims: Readonly<Record<string, (a: Summary, b: Summary) => void>> = {
  'pool-or-shared': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(5);
    expect(meanWait(a)).toBeGreaterThan(0);
    expect(meanWait(b)).toBe(0);
  },
  'bigger-pool': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(2),
  'more-connections': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1);
    expect(qps(b) / qps(a)).toBeLessThan(1.2);
  },
  'one-connection': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(10),
  'per-call': (a, b) => {
    expect(meanUs(b) / meanUs(a)).toBeGreaterThan(1.1);
    expect(meanUs(b) / meanUs(a)).toBeLessThan(1.2);
  },
  'big-pool': (a, b) => {
    expect(Math.abs(qps(b) / qps(a) - 1)).toBeLessThan(0.05);
    // To take a free connection from the pool is a fraction of a microsecond.
    expect(meanWait(a) + meanWait(b)).toBeLessThan(1);
  },
  'pool-tests': (a, b) => expect(meanUs(a) / meanUs(b)).toBeGreaterThan(2),
  'test-on-borrow': (a, b) => {
    expect(qps(a) / qps(b)).toBeGreaterThan(0.45);
    expect(qps(a) / qps(b)).toBeLessThan(0.55);
  },
  'io-threads': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1.2);
    expect(qps(b) / qps(a)).toBeLessThan(2);
  },
  'cluster-mget': (a, b) => expect(meanUs(a) / meanUs(b)).toBeGreaterThan(2),
  batches: (a, b) => expect((100 * qps(b)) / qps(a)).toBeGreaterThan(10),
  'slow-neighbour': (a, b) => expect(qps(a) / qps(b)).toBeLessThan(0.5),
};

/** Their texts say where to look and claim nothing that could be false. */
const withoutClaim = ['one-machine', 'right-size'];

beforeAll(async () => {
  for (const { a, b } of pairs) for (const id of [a, b]) await summaryOf(id);
}, 60_000);

it('every pair claims something, or is known to claim nothing', () => {
  expect([...Object.keys(claims), ...withoutClaim].sort()).toEqual(pairs.map(({ id }) => id).sort());
});

it.each(Object.entries(claims))('%s shows what its text says', async (id, holds) => {
  const pair = pairs.find((candidate) => candidate.id === id);
  holds(await summaryOf(pair?.a ?? ''), await summaryOf(pair?.b ?? ''));
});
