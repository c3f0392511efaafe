import { describe, expect, it } from 'vitest';
import { PairedRuns } from '../../src/model/sweep/paired-runs.ts';
import { commonLength } from '../../src/model/sweep/run-length.ts';
import { complete, engines } from '../system/engine.ts';

const short = { run: { warmupMs: 1, measuredMs: 5 } };
const one = complete({ ...short, workload: { arrivals: { kind: 'closed', callers: 2 } } });
const two = complete({ ...short, workload: { arrivals: { kind: 'closed', callers: 4 } } });

describe('paired runs', () => {
  it('run each system once before any is repeated, and no run twice', async () => {
    const started: string[] = [];
    const runs = new PairedRuns({
      size: 1,
      run: (scenario) => {
        started.push(`${scenario.workload.arrivals.callers} ${scenario.seed - one.seed}`);
        return engines.run(scenario);
      },
    });
    await runs.run([one, two, one], 2);
    expect(started).toEqual(['2 0', '4 0', '2 1', '4 1']);
    await runs.run([two], 3);
    expect(started.slice(4)).toEqual(['4 2']);
    expect(runs.figuresOf(two)).toHaveLength(3);
    expect(runs.missing([one, two], 3)).toBe(1);
  });

  it('continue without a system that fails, and say why', async () => {
    const runs = new PairedRuns({
      size: 2,
      run: (scenario) =>
        scenario.workload.arrivals.callers === 2 ? Promise.reject(new Error('no')) : engines.run(scenario),
    });
    await runs.run([one, two], 2);
    expect(runs.failureOf(one)).toBeInstanceOf(Error);
    expect(runs.failureOf(two)).toBeUndefined();
    expect(runs.summaryOf(two)?.requests.completed).toBeGreaterThan(0);
  });

  it('start nothing after a stop', async () => {
    const runs = new PairedRuns(engines);
    await runs.run([one], 3, () => runs.stop());
    expect(runs.figuresOf(one)).toHaveLength(1);
  });
});

it('gives systems of different speed one length that is affordable for the fastest', async () => {
  const slow = complete({
    client: { io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 1 } },
    network: { rttUs: 5000 },
  });
  const { measuredMs, warmupMs } = await commonLength([slow], engines);
  // 3000 completions at 200/s.
  expect(measuredMs).toBeGreaterThan(10_000);
  expect(warmupMs / measuredMs).toBeCloseTo(0.25, 1);
  const both = await commonLength([slow, two], engines);
  expect(both.measuredMs).toBeLessThan(measuredMs);
});
