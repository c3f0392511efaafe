import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../src/bridge/recording/recording.ts';
import type { Measured, Progress } from '../../../../src/bridge/workload/measured.ts';
import { FIRST_QUESTION, scenarioOf } from '../../../../src/bridge/workload/question.ts';
import { type SampledRequest, shotsOf } from '../../../../src/bridge/workload/shots.ts';
import type { RealWorkload } from '../../../../src/bridge/workload/workload.ts';
import { standardNs } from '../../../../src/live/calibration/costs.ts';
import {
  type Case,
  diagnose,
  mismatchCauses,
  NAMED_FROM,
} from '../../../../src/live/calibration/mismatch-causes.ts';
import { modelOf, STANDARD } from '../../../../src/live/calibration/model.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Phase, Summary } from '../../../../src/model/scenario/generated/summary.ts';
import type { Edits, Json } from '../../../../src/model/scenario/patch.ts';
import { loadEngine } from '../../../engine/runs.ts';

const engine = await loadEngine();

function completed(partial: Json): Scenario {
  const { scenario, issues } = engine.normalize(JSON.stringify(partial));
  if (!scenario) throw new Error(JSON.stringify(issues));
  return scenario;
}

function run(scenario: Scenario): Summary {
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return engine.summary();
}

/** Short runs: these systems have no chance in them. */
const SHORT = { 'run.warmupMs': 20, 'run.measuredMs': 60 };
const question = { ...FIRST_QUESTION, callers: 40 };
const asked = (part: Partial<typeof question> = {}, edits: Edits = {}): Scenario => {
  const where = {
    cores: 2,
    place: 'private' as const,
    adapted: [],
    workload: { driver: 'nodeRedis' as const, relay: null },
  };
  const scenario = modelOf(scenarioOf({ ...question, ...part }), where, STANDARD);
  return completed(applyEdits(scenario, { ...SHORT, ...edits }));
};

const share = ({ threads }: Summary, name: string, state: 'user' | 'kernel' | 'switch') =>
  threads.find((group) => group.class === name)?.shares[state] ?? 0;
const phaseUs = ({ phases }: Summary, names: readonly Phase[]) =>
  phases.filter(({ phase }) => names.includes(phase)).reduce((sum, { time }) => sum + (time.meanUs ?? 0), 0);

/** What the bridge would tell of a system that behaves as another model. */
function asMeasured(summary: Summary, lateMeanUs?: number): Pick<Case, 'run' | 'seen'> {
  const { throughput, responseTime, batching, windowUs, requests, resources, syscalls } = summary;
  const calls = (syscall: string) =>
    requests.completed *
    (syscalls.find((one) => one.class === 'serverMain' && one.syscall === syscall)?.perRequest ?? 0);
  const callToReply = (responseTime.meanUs ?? 0) - phaseUs(summary, ['waitCaller', 'waitConnection']);
  const measured = {
    summary: {
      throughput,
      responseTime,
      requests,
      phases: [{ phase: 'callToReply', meanUs: callToReply, share: 1 }],
      little: null,
    },
    server: {
      windowUs,
      cpuUserUs: share(summary, 'serverMain', 'user') * windowUs,
      cpuSystemUs:
        (share(summary, 'serverMain', 'kernel') + share(summary, 'serverMain', 'switch')) * windowUs,
      reads: calls('read'),
      writes: calls('write'),
    },
    batching,
    bridge: {
      // What Node counts of its loop is the time between two calls of epoll_wait(), in which it is woken up.
      load: {
        utilisation:
          (resources.find(({ resource }) => resource === 'eventLoop')?.utilisation ?? 0) -
          share(summary, 'eventLoop', 'switch'),
      },
      relay: lateMeanUs === undefined ? null : { lateMeanUs },
    },
    remarks: [],
  } as unknown as Measured;
  const unwrittenUs = phaseUs(summary, ['prepare', 'taskQueue', 'clientWrite', 'flushWait']);
  const deliveryUs = phaseUs(summary, ['decode', 'wakeUp', 'giveBack']);
  const seen: SampledRequest = {
    number: 1,
    caller: 0,
    connection: 0,
    startUs: 0,
    endsUs: [0, 0, unwrittenUs, callToReply - deliveryUs, callToReply],
    failed: false,
  };
  return { run: measured, seen: [seen] };
}

const times = (costs: readonly string[], factor: number): Edits =>
  Object.fromEntries(costs.map((cost) => [`costs.overrides.${cost}`, standardNs(cost) * factor]));
const KERNEL = ['socketReadNs', 'socketWriteNs', 'epollWaitNs', 'epollEventNs', 'syscallNs'];

/** Real systems that differ from the model in one thing, which is therefore known. */
const SYSTEMS = [
  ['clientWork', {}, times(['nodeJsCommandNs', 'nodeJsReplyNs', 'nodeJsCallbackNs'], 2.5), undefined],
  ['serverWork', {}, times(['commandNs'], 20), undefined],
  ['systemCalls', { driver: 'ioredis' }, times(KERNEL, 2), undefined],
  ['oneCore', { driver: 'ioredis' }, { 'client.cores': 1 }, undefined],
  ['relay', { rttUs: 500 }, { 'network.rttUs': 800 }, 150],
  ['wakeUps', { callers: 1 }, times(['wakeLatencyNs'], 4), undefined],
] as const;

describe('the mechanism that is missing or costed wrongly', () => {
  it.each(SYSTEMS)('is named where it is known: %s', async (mechanism, part, real, lateUs) => {
    const scenario = asked(part);
    const summary = run(scenario);
    const found = await diagnose(
      { ...asMeasured(run(asked(part, real)), lateUs), summary, scenario },
      async (changed) => run(changed),
    );
    expect(found?.likeliest).toMatchObject({ mechanism });
    expect(found?.likeliest?.explains).toBeGreaterThan(0.6);
  });

  it('has other batches as evidence where the client sends in another way', () => {
    const scenario = asked();
    const summary = run(scenario);
    const flush = { 'client.io.flush.kind': 'everyCommand' };
    const suspects = mismatchCauses({ ...asMeasured(run(asked({}, flush))), summary, scenario });
    const batching = suspects.find(({ mechanism }) => mechanism === 'batching');
    expect(batching?.model).toBeCloseTo(question.callers);
    expect(batching?.measured).toBeLessThan(question.callers / 4);
    // So many more turns of Redis, by what one costs.
    expect(batching?.correct(scenario)['costs.overrides.clientTurnNs']).toBeGreaterThan(10_000);
  });

  it('is none where the model is as reality', () => {
    const scenario = asked();
    const summary = run(scenario);
    expect(mismatchCauses({ ...asMeasured(summary), summary, scenario })).toEqual([]);
  });

  it('is not named where nothing that was looked at differs', async () => {
    const scenario = asked();
    const summary = run(scenario);
    // Half the throughput, and no counter that says why.
    const { run: seen } = asMeasured(summary);
    const half = {
      ...seen,
      summary: { ...seen.summary, throughput: { perSec: summary.throughput.perSec / 2 } },
    };
    const silent = { ...half, server: null, bridge: { ...seen.bridge, load: null } } as unknown as Measured;
    const found = await diagnose({ run: silent, seen: [], summary, scenario }, async (changed) =>
      run(changed),
    );
    expect(found).toEqual({ trials: [] });
  });

  it('is not looked for any longer when nobody wants it', async () => {
    const scenario = asked();
    const summary = run(scenario);
    const real = asMeasured(run(asked({}, times(['nodeJsCommandNs'], 3))));
    expect(await diagnose({ ...real, summary, scenario }, async () => undefined)).toBeUndefined();
  });
});

describe('of the recordings that come with the page', () => {
  it.each(['nodeRedisShared', 'ioredisShared', 'nodeRedis1ms', 'nodeRedisPool8'])(
    '%s: what was measured of the mechanisms explains most of the difference',
    async (id) => {
      const read = readRecording(readFileSync(`public/recordings/${id}.json`, 'utf8'));
      if ('problem' in read) throw new Error(read.problem.code);
      const { scenario: wished, adapted, measured, machine, redis, progress, method } = read.recording;
      const workload = measured.workload as RealWorkload;
      const isHeld = method.isHeld ?? false;
      const where = { cores: machine.cores, place: redis.place, workload, adapted, isHeld };
      const scenario = completed(applyEdits(modelOf(wished as Json, where, STANDARD), SHORT));
      const seen = shotsOf(progress as Progress[], true).flatMap(({ requests }) => requests);
      const summary = run(scenario);
      const found = await diagnose({ run: measured as Measured, seen, summary, scenario }, async (changed) =>
        run(changed),
      );
      if (!found) throw new Error('nothing was tried');
      const { trials, likeliest, together = likeliest } = found;
      expect(likeliest?.explains).toBeGreaterThanOrEqual(NAMED_FROM);
      expect(trials[0]).toEqual(likeliest);
      expect(together?.explains).toBeGreaterThan(0.8);
    },
  );
});
