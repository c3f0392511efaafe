import { expect, it } from 'vitest';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { EnginesClosed, SharedEngines } from '../../src/model/sweep/shared-engines.ts';

/** Engines whose runs end when they are told to; `started` has the seeds in order. */
function slowEngines(size: number) {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const run = ({ seed }: Scenario) => {
    started.push(seed);
    return new Promise<never>((_, fail) => ends.push(() => fail(new Error('ended'))));
  };
  return { engines: { size, run }, started, end: () => ends.shift()?.() };
}

const seeded = (seed: number) => ({ seed }) as Scenario;
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('runs no more at a time than there are engines, the most urgent first', async () => {
  const { engines, started, end } = slowEngines(2);
  const shared = new SharedEngines(engines);
  const [urgent, patient] = [shared.lane(0), shared.lane(1)];
  const runs = [
    ...[1, 2, 3].map((seed) => patient.run(seeded(seed))),
    ...[11, 12].map((seed) => urgent.run(seeded(seed))),
  ];
  const all = Promise.allSettled(runs);
  await settled();
  expect(started).toEqual([1, 2]);
  for (let step = 0; step < runs.length; step++) {
    end();
    await settled();
  }
  expect(started).toEqual([1, 2, 11, 12, 3]);
  await all;
});

it('rejects what waits when it is closed, and what comes later', async () => {
  const { engines, started } = slowEngines(1);
  const shared = new SharedEngines(engines);
  void shared.lane(0).run(seeded(1));
  const waiting = shared.lane(0).run(seeded(2));
  shared.close();
  await expect(waiting).rejects.toThrow(EnginesClosed);
  await expect(shared.lane(0).run(seeded(3))).rejects.toThrow(EnginesClosed);
  expect(started).toEqual([1]);
});
