/** Workloads on a cluster that the bridge starts for them. Without a JDK those of the driver say so and do not run. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import { inTurn, keysOf, openCluster } from '../../src/bridge/server/run-nodes.ts';
import { releasesOf } from '../../src/bridge/workload/library.ts';
import { planOf } from '../../src/bridge/workload/plan.ts';
import { FIRST_QUESTION, type RealQuestion, scenarioOf } from '../../src/bridge/workload/question.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { inProcessEngine } from '../support/in-process.ts';
import { serverProgram } from '../support/redis.ts';
import { deep } from '../support/tier.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, type Line, serverForTests } from './dial.ts';
import { listen } from './live.ts';
import { program } from './program.ts';

const tools = await toolsOf('java');
const isPossible = tools.every(({ isUsable }) => isUsable) && platform() === 'linux';
const [{ version }] = releasesOf('jedis');

const NODES = 3;
/** Jedis on a cluster, reading and writing. */
const questionOf = (part: Partial<RealQuestion> = {}): RealQuestion => ({
  ...FIRST_QUESTION,
  driver: 'jedis',
  mix: 'half',
  callers: 8,
  connections: 4,
  nodes: NODES,
  ...part,
});
/** As many connections to each node as callers: with fewer, callers could wait for each other forever. */
const pipeline: Partial<RealQuestion> = { batch: 'pipeline', batchSize: 10, connections: 8 };

/** The nodes of a cluster that a bridge has started. */
function nodesOf(bridge: number): number[] {
  const children = readdirSync(`/proc/${bridge}/task`).flatMap((task) =>
    readFileSync(`/proc/${bridge}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  // Redis shows the state in its title: `redis-server 127.0.0.1:7000 [cluster]`.
  const isNode = (pid: string) => /\[cluster\]/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return children.filter(isNode).map(Number);
}

const folderOf = (pid: number) => readlinkSync(`/proc/${pid}/cwd`);

describe('a cluster of the bridge', () => {
  it('has its keys on all nodes, in a mixed order, and leaves no process', { timeout: 60_000 }, async () => {
    const scenario = (await inProcessEngine().normalize(JSON.stringify(scenarioOf(questionOf(pipeline)))))
      .scenario as Scenario;
    const plan = planOf(scenario, { ownServer: true, libraries: ['jedis'] });
    if (plan.kind === 'impossible') throw new Error(JSON.stringify(plan.misfits));
    const cluster = await openCluster(serverProgram(), new URL('file:///'), plan.workload, () => undefined);
    whenDone(() => cluster.stop());
    const names = keysOf(cluster.nodes, 100);
    expect(names.map(({ length }) => length)).toEqual([34, 33, 33]);
    for (const [node, { link }] of cluster.nodes.entries()) {
      // A key of another node would be answered with MOVED.
      for (const name of names[node] ?? []) await link.call(['SET', name, 'value', 'PX', '60000']);
      expect(await link.call(['DBSIZE'])).toBe(names[node]?.length);
    }
    const ordered = inTurn(names, 1);
    expect([...ordered].sort()).toEqual(names.flat().sort());
    expect(ordered).not.toEqual(names.flat());
    expect(new Set(ordered.map(({ length }) => length))).toEqual(new Set([37]));

    for (const { keys, link } of cluster.nodes) {
      await keys.removeFrom(link);
      expect(await link.call(['DBSIZE'])).toBe(0);
    }
    const pids = cluster.nodes.map(({ target }) => target.pid?.() ?? 0);
    await cluster.stop();
    expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });

  it('is not started further after a stop', async () => {
    const before = nodesOf(process.pid);
    const workload = { nodes: 2, relay: null, seed: 1 } as never;
    const stopped = openCluster(serverProgram(), new URL('file:///'), workload, () => {
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toMatchObject({
      failure: { code: 'BR-21', detail: { message: 'stopped' } },
    });
    expect(nodesOf(process.pid)).toEqual(before);
  });
});

describe.skipIf(!isPossible)('Jedis on a cluster', { timeout: 600_000 }, () => {
  /** Callers without a pause in the deep tier; in others they leave most of a core to the other tests. */
  const edits = deep ? {} : { 'workload.arrivals.thinkUs': { kind: 'constant', value: 2000 } };

  const run = (question: RealQuestion, seconds: number) => ({
    scenario: scenarioOf(question),
    seconds,
    warmupSeconds: 0,
    driver: 'jedis' as const,
  });

  /** Starts a long run and waits until it answers requests. */
  async function running(line: Line) {
    const heard = listen(line);
    await line.ask('run', run(questionOf({ ...pipeline, edits }), 30));
    const completed = () => heard.progress().reduce((sum, progress) => sum + progress.completed, 0);
    await expect.poll(completed, { timeout: 20_000 }).toBeGreaterThan(0);
    return { ...heard, completed };
  }

  const counted: readonly [string, Partial<RealQuestion>][] = [
    ['single commands', {}],
    ['added delay', { ...pipeline, rttUs: 2_000 }],
    ['ClusterPipeline', pipeline],
  ];
  it.each(deep ? counted : counted.slice(0, 2))(
    'agrees with the sum of the nodes’ counters: %s',
    async (_, part) => {
      const line = await dial(await serverForTests());
      await line.ask('build', { library: 'jedis', version });
      const heard = listen(line);
      const { workload } = await line.ask('run', run(questionOf(part), 0.4));
      expect(workload.nodes).toBe(NODES);
      const measured = await heard.measured();
      expect({ ended: measured.ended, failed: measured.summary?.requests.failures }).toEqual({
        ended: 'complete',
        failed: [],
      });
      expect(measured.counted.map(({ name }) => name).sort()).toEqual(['get', 'set']);
      for (const { name, sent, server } of measured.counted)
        expect({ name, sent }).toEqual({ name, sent: server });
      expect(measured.counted.every(({ sent }) => sent > 10)).toBe(true);
      const meanUs = measured.summary?.responseTime.meanUs ?? 0;
      if (part.rttUs) expect(meanUs).toBeGreaterThan(part.rttUs);
      await expect.poll(() => nodesOf(process.pid)).toEqual([]);
      await line.close();
    },
  );

  // All ends of a run are one function, which `driver-faults.test.ts` calls in each way for one Redis; a stop is in the next test.
  it.runIf(deep)(
    'leaves nothing when stopped, when its driver is killed, and when its page is closed',
    async () => {
      const line = await dial(await serverForTests());
      await line.ask('build', { library: 'jedis', version });
      const stopped = await running(line);
      const folders = nodesOf(process.pid).map(folderOf);
      expect(folders).toHaveLength(NODES);
      await line.ask('stop', {});
      expect((await stopped.measured()).ended).toBe('stopped');
      await expect.poll(() => nodesOf(process.pid)).toEqual([]);
      expect(folders.filter((folder) => existsSync(folder))).toEqual([]);

      const killed = await running(line);
      const drivers = readdirSync(`/proc/${process.pid}/task`)
        .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
        .filter((pid) => pid && /roundtrip.drivers/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
      process.kill(Number(drivers[0]), 'SIGKILL');
      expect((await killed.measured()).ended).toBe('lost');
      await expect.poll(() => nodesOf(process.pid)).toEqual([]);

      await running(line);
      await line.close();
      await expect.poll(() => nodesOf(process.pid), { timeout: 5_000 }).toEqual([]);
    },
  );

  it('outlives a node, and leaves nothing when stopped', async () => {
    const line = await dial(await serverForTests());
    await line.ask('build', { library: 'jedis', version });
    const heard = await running(line);
    const failed = () => heard.progress().reduce((sum, progress) => sum + progress.failed, 0);
    const folders = nodesOf(process.pid).map(folderOf);
    expect(folders).toHaveLength(NODES);
    const [node = 0] = nodesOf(process.pid);
    process.kill(node, 'SIGKILL');
    await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThan(0);
    // It is started again at its place, and the run goes on with it.
    await expect.poll(() => nodesOf(process.pid).length, { timeout: 10_000 }).toBe(NODES);
    const before = heard.completed();
    await expect.poll(heard.completed, { timeout: 20_000 }).toBeGreaterThan(before + 100);
    await line.ask('stop', {});
    expect((await heard.measured()).ended).toBe('stopped');
    await expect.poll(() => nodesOf(process.pid)).toEqual([]);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
    await line.close();
  });

  // Each node ends as a single private Redis does (`server.test.ts`), and the driver as that of one Redis (`driver-faults.test.ts`).
  it.runIf(deep)('ends with a killed bridge', async () => {
    const bridge = await program('--port', '0');
    await expect.poll(bridge.said).toContain('Ctrl+C');
    const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(bridge.said()) ?? [];
    const line = await dial({ port: Number(port), token });
    await line.ask('build', { library: 'jedis', version });
    await running(line);
    const nodes = nodesOf(bridge.child.pid ?? 0);
    expect(nodes).toHaveLength(NODES);
    bridge.child.kill('SIGKILL');
    await expect
      .poll(() => nodes.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 5_000 })
      .toEqual([]);
    await expect.poll(bridge.sockets).toEqual([]);
  });
});
