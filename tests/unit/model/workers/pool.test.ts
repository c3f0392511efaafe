/** Engines for many runs, on the real engine: how many there are, who gets a run, what a failure and an end leave behind. */
import { describe, expect, it } from 'vitest';
import { WorkerClosed } from '../../../../src/lib/remote-worker.ts';
import type { EngineClient } from '../../../../src/model/workers/client.ts';
import { Pool } from '../../../../src/model/workers/pool.ts';
import { busyPool, complete, loadEngine } from '../../../engine/runs.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const scenario = complete(await loadEngine(), busyPool);
/** Minutes of work. */
const endless = complete(await loadEngine(), { ...busyPool, run: { measuredMs: 100_000 } });

/** A pool that tells how many engines it has started and which of them have been ended. */
function pool(size: number, spawn: () => EngineClient = inProcessEngine) {
  const closed: number[] = [];
  let started = 0;
  const counted = () => {
    const number = started++;
    const engine = spawn();
    return {
      ...engine,
      close: () => {
        closed.push(number);
        engine.close();
      },
    };
  };
  return { pool: new Pool(size, counted), closed, started: () => started };
}

describe('the pool of engines', () => {
  it('starts engines on demand and gives them runs one after another', async () => {
    const { pool: two, started } = pool(2);
    expect(started()).toBe(0);
    const first = await two.run(scenario);
    expect(started()).toBe(1);
    const both = [two.run(scenario), two.run(scenario)];
    expect(two.hasIdle).toBe(false);
    for (const { summary } of await Promise.all(both))
      expect(summary.fingerprint).toBe(first.summary.fingerprint);
    expect(started()).toBe(2);
    expect(two.hasIdle).toBe(true);
    two.close();
  });

  it('reports the simulated share of a run', async () => {
    const { pool: one } = pool(1);
    const short = await one.sample(endless, 5);
    expect(short.share).toBeGreaterThan(0);
    expect(short.share).toBeLessThan(0.5);
    expect((await one.sample(scenario, 10_000)).share).toBe(1);
    one.close();
  });

  it('replaces a failed engine', async () => {
    let isBroken = true;
    const {
      pool: one,
      closed,
      started,
    } = pool(1, () => {
      const engine = inProcessEngine();
      return { ...engine, finish: isBroken ? () => Promise.reject(new Error('trap')) : engine.finish };
    });
    await expect(one.run(scenario)).rejects.toThrow('trap');
    expect(closed).toEqual([0]);
    isBroken = false;
    await one.run(scenario);
    expect(started()).toBe(2);
  });

  it('ends running work without waiting for it', async () => {
    const { pool: two, closed } = pool(2);
    const runs = [two.run(endless), two.run(endless)];
    const ends = Promise.allSettled(runs);
    await new Promise((resolve) => setTimeout(resolve, 20));
    two.close();
    expect(closed).toEqual([0, 1]);
    for (const end of await ends) {
      expect(end.status).toBe('rejected');
      expect((end as PromiseRejectedResult).reason).toBeInstanceOf(WorkerClosed);
    }
  });
});
