import { describe, expect, it } from 'vitest';
import { FIRST_QUESTION, type RealQuestion, scenarioOf } from '../../../../src/bridge/workload/question.ts';
import { standardNs } from '../../../../src/live/calibration/costs.ts';
import {
  type MachineCosts,
  modelOf,
  STANDARD,
  type Surroundings,
} from '../../../../src/live/calibration/model.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();

/** The scenario that the model is asked for a question, as the engine reads it. */
async function modelled(
  part: Partial<RealQuestion>,
  more: Partial<Surroundings>,
  costs: MachineCosts = STANDARD,
) {
  const question = { ...FIRST_QUESTION, ...part };
  const workload: Surroundings['workload'] = { driver: question.driver, relay: null };
  const where = { cores: 4, place: 'private' as const, adapted: [], workload, ...more };
  const asked = modelOf(scenarioOf(question), where, costs);
  const { scenario, issues } = await engine.normalize(JSON.stringify(asked));
  expect(issues).toEqual([]);
  if (!scenario) throw new Error('not a scenario');
  return scenario;
}

const set = { kind: 'set', valueBytes: 100 } as const;
const get = { kind: 'get', valueBytes: 100 } as const;
const pipeline = { kind: 'pipeline', size: 10 } as const;
const relay = null;

describe('what the model is asked for a real run', () => {
  it('has one core where client and Redis are held on one, and all of them where the kernel decides', async () => {
    const fitted = { ...STANDARD, cores: 2 };
    const cores = async (isHeld: boolean) => (await modelled({}, { isHeld }, fitted)).client.cores;
    expect([await cores(true), await cores(false)]).toEqual([1, 2]);
  });

  it('lets Redis take longer for what stores, in a mix for its part alone', async () => {
    const driver = 'nodeRedis' as const;
    const stored = await modelled({ mix: 'set' }, { workload: { driver, relay, command: set } });
    const read = await modelled({}, { workload: { driver, relay, command: get } });
    const second = { ...set, share: 0.5 };
    const mixed = await modelled({ mix: 'half' }, { workload: { driver, relay, command: get, second } });
    const none = { kind: 'constant', value: 0 };
    expect(read.workload.command.execUs).toEqual(none);
    expect(stored.workload.command.execUs).not.toEqual(none);
    expect(mixed.workload.command.execUs).toEqual(none);
    expect(mixed.workload.second?.execUs).toEqual(stored.workload.command.execUs);
    const moreOf = ({ costs }: typeof read) =>
      (costs.overrides.nodeJsCommandNs ?? standardNs('nodeJsCommandNs')) - standardNs('nodeJsCommandNs');
    expect(moreOf(read)).toBe(0);
    expect(moreOf(stored)).toBeGreaterThan(0);
    expect(moreOf(mixed)).toBe(moreOf(stored) / 2);
  });

  it('lets the threads of a JVM take longer for what they store, and goroutines not', async () => {
    const callerNs = async (
      driver: 'jedis' | 'redigo',
      mix: 'get' | 'set' | 'half',
      costs: MachineCosts = STANDARD,
    ) => {
      const second = mix === 'half' ? { ...set, share: 0.5 } : null;
      const command = mix === 'set' ? set : get;
      const asked = await modelled({ driver, mix }, { workload: { driver, relay, command, second } }, costs);
      return asked.costs.overrides.callerNs ?? standardNs('callerNs');
    };
    const more = (await callerNs('jedis', 'set')) - standardNs('callerNs');
    expect(await callerNs('jedis', 'get')).toBe(standardNs('callerNs'));
    expect(more).toBeGreaterThan(100);
    expect(await callerNs('jedis', 'half')).toBe(standardNs('callerNs') + more / 2);
    const slow = { ...STANDARD, overrides: { callerNs: 2 * standardNs('callerNs') } };
    expect((await callerNs('jedis', 'set', slow)) - 2 * standardNs('callerNs')).toBe(2 * more);
    expect(await callerNs('redigo', 'set')).toBe(standardNs('callerNs'));
  });

  it('pays for a batch itself as JavaScript costs on this machine, and not for single commands', async () => {
    const driver = 'nodeRedis' as const;
    const caller = async (batch: Surroundings['workload']['batch'], costs: MachineCosts = STANDARD) => {
      const asked = await modelled(
        { batch: 'pipeline' },
        { workload: { driver, relay, command: get, ...(batch && { batch }) } },
        costs,
      );
      return asked.costs.overrides.callerNs ?? standardNs('callerNs');
    };
    const slow = { ...STANDARD, overrides: { nodeJsCommandNs: 2 * standardNs('nodeJsCommandNs') } };
    const single = await caller({ kind: 'none' });
    expect(single).toBe(standardNs('callerNs'));
    const more = (await caller(pipeline)) - single;
    expect(more).toBeGreaterThan(0);
    expect((await caller(pipeline, slow)) - single).toBe(2 * more);
  });
});
