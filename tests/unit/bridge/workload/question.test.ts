import { describe, expect, it } from 'vitest';
import { LIBRARY_NAMES } from '../../../../src/bridge/workload/library.ts';
import type { Plan } from '../../../../src/bridge/workload/plan.ts';
import { planOf } from '../../../../src/bridge/workload/plan.ts';
import {
  BATCHES,
  FIRST_QUESTION,
  MIXES,
  type RealQuestion,
  scenarioOf,
} from '../../../../src/bridge/workload/question.ts';
import { DRIVERS } from '../../../../src/bridge/workload/workload.ts';
import { requestedDriver } from '../../../../src/live/calibration/measuring.ts';
import { seenPoints, unseenPoints } from '../../../../src/live/calibration/points.ts';
import {
  CALIBRATED_RUNTIMES,
  planOf as calibrationPlanOf,
} from '../../../../src/live/calibration/runtimes/runtimes.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();

async function planned(asked: RealQuestion): Promise<Plan> {
  const { scenario, issues } = await engine.normalize(JSON.stringify(scenarioOf(asked)));
  expect(issues).toEqual([]);
  if (!scenario) throw new Error('not a scenario');
  const { driver } = requestedDriver(asked);
  return planOf(scenario, { driver, libraries: LIBRARY_NAMES, ownServer: true });
}

describe('a question to a real client', () => {
  it.each(DRIVERS)('runs with the chosen client: %s', async (driver) => {
    const plan = await planned({ ...FIRST_QUESTION, driver, connections: 4 });
    if (plan.kind !== 'possible') throw new Error(JSON.stringify(plan.misfits));
    expect(plan.workload.driver).toBe(driver);
    expect(plan.workload.arrivals).toMatchObject({ kind: 'closed', callers: 50 });
    expect(plan.workload.connections).toBe(driver === 'redisBenchmark' ? 50 : 4);
  });

  it('asks for a cluster, with a pipeline to each node', async () => {
    const asked = { ...FIRST_QUESTION, driver: 'jedis', callers: 5, connections: 5, nodes: 3 } as const;
    for (const batch of ['none', 'pipeline'] as const)
      expect(await planned({ ...asked, batch })).toMatchObject({
        kind: 'possible',
        workload: { nodes: 3, batch: { kind: batch } },
        library: { client: { crossSlot: { kind: batch === 'none' ? 'hashTag' : 'split' } } },
      });
  });

  it('keeps its sizes, batches and mixes on the bridge', async () => {
    for (const mix of MIXES)
      for (const batch of BATCHES.filter((name) => name !== 'multiKey' || mix !== 'half')) {
        const plan = await planned({ ...FIRST_QUESTION, mix, batch, valueBytes: 777 });
        if (plan.kind !== 'possible') throw new Error(`${mix} ${batch}: ${JSON.stringify(plan.misfits)}`);
        expect(plan.workload.command.valueBytes).toBe(777);
        expect(plan.workload.second?.share ?? 0).toBe(mix === 'half' ? 0.5 : 0);
        const named = plan.adapted.filter(
          ({ path, to }) => to !== null && path.startsWith('workload.command'),
        );
        expect(named).toEqual([]);
      }
  });

  it('has a relay only for an added delay', async () => {
    const relays = await Promise.all(
      [0, 250].map(async (rttUs) => {
        const plan = await planned({ ...FIRST_QUESTION, rttUs });
        return plan.kind === 'possible' ? plan.workload.relay?.rttUs : 'impossible';
      }),
    );
    expect(relays).toEqual([undefined, 250]);
  });

  it('runs at every point of a calibration', async () => {
    const plans = CALIBRATED_RUNTIMES.map(calibrationPlanOf);
    for (const { question } of plans.flatMap((plan) => [
      ...seenPoints(plan, true),
      ...unseenPoints(plan, true),
    ])) {
      const plan = await planned(question);
      expect(plan.kind, JSON.stringify(question)).toBe('possible');
    }
  });
});
