import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../../../.ci/paths.mjs';
import {
  commandFor,
  KEY_BYTES,
  replyBytesOf,
  requestBytesOf,
} from '../../../../src/bridge/workload/command.ts';
import { type Plan, planOf } from '../../../../src/bridge/workload/plan.ts';
import type { Choice } from '../../../../src/bridge/workload/rule.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();
const own: Choice = { ownServer: true, libraries: [] };

async function complete(scenario: unknown): Promise<Scenario> {
  const normalized = await engine.normalize(JSON.stringify(scenario));
  expect(normalized.issues).toEqual([]);
  if (!normalized.scenario) throw new Error('not a scenario');
  return normalized.scenario;
}

const node = (client: object, rest: object = {}) => ({
  ...rest,
  client: { runtime: { kind: 'eventLoop' }, ...client },
});
const io = (flush: string) => ({ kind: 'eventLoops', loops: 1, flush: { kind: flush } });
const shared = { kind: 'shared', count: 1 };
const pooled = { kind: 'pooled', maxTotal: 4, handoff: 'fifo' };

const possible = (plan: Plan) => {
  if (plan.kind === 'impossible') throw new Error(JSON.stringify(plan.misfits));
  return plan;
};

describe('a scenario that clients of Node.js can run', () => {
  it.each([
    ['drained', shared, 'nodeRedis'],
    ['drained', pooled, 'nodeRedisPool'],
    ['everyCommand', shared, 'ioredis'],
    ['everyCommand', pooled, 'ioredisPool'],
    ['oneInFlight', shared, 'ioredisAutoPipelining'],
  ])('with flush %s over %o uses %s', async (flush, connections, driver) => {
    const scenario = await complete(node({ io: io(flush), connections }));
    expect(possible(planOf(scenario, own)).workload).toMatchObject({
      driver,
      connections: connections === shared ? 1 : 4,
      arrivals: { kind: 'closed', callers: 200 },
    });
  });

  it('lists what reality determines', async () => {
    const scenario = await complete(
      node({ io: io('drained'), connections: { kind: 'pooled', maxTotal: 4 } }),
    );
    const { adapted } = possible(planOf(scenario, own));
    expect(adapted).toContainEqual({ path: 'client.connections.handoff', to: 'fifo' });
    expect(adapted).toContainEqual({ path: 'costs', to: null });
  });

  it('uses a relay only where a delay is added', async () => {
    const local = await complete(node({ io: io('drained'), connections: shared }, { network: { rttUs: 0 } }));
    expect(possible(planOf(local, own)).workload.relay).toBeNull();
    const far = await complete(
      node({ io: io('drained'), connections: shared }, { network: { rttUs: 12_000 } }),
    );
    expect(possible(planOf(far, own)).workload.relay).toMatchObject({ rttUs: 12_000 });
  });
});

describe('a scenario that they cannot run', () => {
  const presets = readdirSync(at('src/model/scenario/presets')).filter((file) => file.endsWith('.json'));

  const go = {
    runtime: { kind: 'goroutines' },
    connections: { ...pooled, minIdle: 2, idleTimeoutMs: 5, maxLifetimeMs: 9, fillInBackground: true },
  };
  const batch = { workload: { batch: { kind: 'multiKey', size: 4 } } };
  const spinning = { kind: 'split', workers: 2, threadPerPart: true, collect: { kind: 'busyPoll' } };
  const marked = { ...io('drained'), highWaterMarkBytes: 16_384 };
  it.each([
    ['a pool of Go', { client: go }],
    ['threads for parts of batches', { ...batch, client: { crossSlot: spinning } }],
    [
      'parts asked for in turn',
      { ...batch, client: { crossSlot: { ...spinning, collect: { kind: 'timedGet' } } } },
    ],
    ['a mark and tests', node({ io: marked, connections: { ...pooled, testOnBorrow: true } })],
  ])('%s becomes possible by the nearest changes', async (_, scenario) => {
    const full = await complete(scenario);
    const plan = planOf(full, own);
    if (plan.kind === 'possible') throw new Error('it is possible');
    const changed = await complete(applyEdits(full, plan.nearest.edits));
    expect(possible(planOf(changed, own)).workload.driver).toBe(plan.nearest.driver);
  });

  it.each(presets)('%s becomes possible by the nearest changes', async (file) => {
    const scenario = await complete(JSON.parse(readFileSync(at('src/model/scenario/presets', file), 'utf8')));
    const plan = planOf(scenario, own);
    if (plan.kind === 'possible') return;
    expect(plan.misfits.length).toBeGreaterThan(0);
    for (const { code, detail } of plan.misfits) {
      expect(code).toBe('BR-16');
      expect(Object.keys(detail)).toEqual(['path', 'value', 'driver']);
    }
    const changed = await complete(applyEdits(scenario, plan.nearest.edits));
    expect(possible(planOf(changed, own)).workload.driver).toBe(plan.nearest.driver);
  });

  it.each([
    [{ client: {} }, 'client.runtime.kind', 'nodeRedisPool'],
    [{ network: { lossPercent: 1 } }, 'network.lossPercent', 'nodeRedis'],
    [{ server: { nodes: 3 } }, 'server.nodes', 'nodeRedis'],
    [
      { workload: { arrivals: { kind: 'closed', callers: 20_000 } } },
      'workload.arrivals.callers',
      'nodeRedis',
    ],
    [
      { workload: { command: { execUs: { kind: 'constant', value: 5_000 } } } },
      'workload.command.execUs',
      'nodeRedis',
    ],
    [{ workload: { second: { share: 0.1, blockMs: 20 } } }, 'workload.second.blockMs', 'nodeRedis'],
    [{ workload: { second: { share: 0.1 }, third: { share: 0.1 } } }, 'workload.third.share', 'nodeRedis'],
    [
      { client: { connections: { ...pooled, blockWhenExhausted: false } } },
      'client.connections.blockWhenExhausted',
      'nodeRedisPool',
    ],
    [
      node({ io: { ...io('drained'), requestQueueSize: 9 }, connections: shared }),
      'client.io.requestQueueSize',
      'nodeRedis',
    ],
  ])('is %j because of its %s', async (change, path, driver) => {
    const scenario = await complete(
      'client' in change ? change : node({ io: io('drained'), connections: shared }, change),
    );
    const plan = planOf(scenario, own);
    if (plan.kind === 'possible') throw new Error('possible');
    expect(plan.misfits.map(({ detail }) => detail.path)).toContain(path);
    expect(plan.nearest.driver).toBe(driver);
  });

  it('writes many keys at once only where remaining keys do no harm', async () => {
    const batch = { kind: 'multiKey', size: 10, replyPerKey: false };
    const scenario = await complete(
      node({ io: io('drained'), connections: shared }, { workload: { batch } }),
    );
    expect(planOf(scenario, { ownServer: true, libraries: [] }).kind).toBe('possible');
    expect(planOf(scenario, { ownServer: false, libraries: [] }).kind).toBe('impossible');
  });
});

describe('redis-benchmark', () => {
  it('runs a closed load with pipelines on one connection per caller', async () => {
    const scenario = await complete({
      workload: { arrivals: { kind: 'closed', callers: 16 }, batch: { kind: 'pipeline', size: 8 } },
      client: { connections: { kind: 'pooled', maxTotal: 50 } },
    });
    const plan = planOf(scenario, { ...own, driver: 'redisBenchmark' });
    expect(possible(plan).workload).toMatchObject({ driver: 'redisBenchmark', connections: 16, pool: null });
  });

  it('refuses an open load', async () => {
    const scenario = await complete({ workload: { arrivals: { kind: 'open', ratePerSec: 100 } } });
    expect(planOf(scenario, { ...own, driver: 'redisBenchmark' }).kind).toBe('impossible');
  });
});

describe('the sizes of commands', () => {
  const encoded = (words: readonly string[]) =>
    `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`.length;
  const key = 'k'.repeat(KEY_BYTES);

  it.each([1, 9, 10, 99, 100, 1000, 65_536])(
    'are those on the wire for a value of %d bytes',
    (valueBytes) => {
      const value = 'v'.repeat(valueBytes);
      expect(requestBytesOf({ kind: 'set', valueBytes })).toBe(encoded(['SET', key, value, 'PX', '60000']));
      expect(requestBytesOf({ kind: 'get', valueBytes })).toBe(encoded(['GET', key]));
      expect(replyBytesOf({ kind: 'get', valueBytes })).toBe(encoded([value]) - '*1\r\n'.length);
    },
  );

  it.each([
    [35, 5, 'set'],
    [1000, 5, 'set'],
    [35, 100, 'get'],
    [35, 107, 'get'],
    [35, 1_000_000, 'get'],
  ])(
    'come as close as possible to a request of %d and a reply of %d bytes',
    (requestBytes, replyBytes, kind) => {
      const command = commandFor({ requestBytes, replyBytes });
      expect(command.kind).toBe(kind);
      const [size, wanted] =
        kind === 'set' ? [requestBytesOf(command), requestBytes] : [replyBytesOf(command), replyBytes];
      if (command.valueBytes > 1) expect(wanted - size).toBeGreaterThanOrEqual(0);
      if (command.valueBytes > 1) expect(wanted - size).toBeLessThanOrEqual(1);
    },
  );
});
