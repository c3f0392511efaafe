import { describe, expect, it } from 'vitest';
import findings from '../../src/i18n/en/findings.json' with { type: 'json' };
import { compareVersions } from '../../src/model/libraries/library.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { diagnose, findingsAtOnce } from '../../src/system/diagnosis/diagnose.ts';
import type { Finding, Subject } from '../../src/system/diagnosis/finding.ts';
import { FINDING_IDS } from '../../src/system/diagnosis/ids.ts';
import type { Observed } from '../../src/system/system.ts';
import { engines, normalize } from './engine.ts';
import { line, seen, subjectOf } from './subjects.ts';

const idsOf = (subject: Subject) => findingsAtOnce(subject).map(({ id }) => id);
const found = (subject: Subject, id: Finding['id']) =>
  findingsAtOnce(subject).find((finding) => finding.id === id);

const pooled = (connections: Record<string, Json>, callers = 8): Json => ({
  client: {
    io: { kind: 'blocking', replyTimeoutMs: 500 },
    connections: { kind: 'pooled', maxTotal: 8, maxIdle: 8, maxWaitMs: 1000, ...connections },
  },
  workload: { arrivals: { kind: 'closed', callers } },
});

describe('the configuration alone', () => {
  it('of a healthy pool has no finding', () => {
    expect(idsOf(subjectOf(pooled({})))).toEqual([]);
  });

  it.each([
    ['poolBelowCallers', pooled({}, 200)],
    ['maxIdleBelowSize', pooled({ maxTotal: 8, maxIdle: 2 })],
    ['minIdleWithoutEvictor', pooled({ minIdle: 4 })],
    ['testOnBorrow', pooled({ testOnBorrow: true })],
    ['waitForEver', pooled({ maxWaitMs: 0 }, 9)],
    [
      'connectionsShortLived',
      {
        client: {
          runtime: { kind: 'goroutines', gomaxprocs: 4 },
          io: { kind: 'blocking' },
          connections: { kind: 'pooled', maxLifetimeMs: 5000 },
        },
      },
    ],
    ['waitBelowReplyTimeout', pooled({ maxWaitMs: 100 }, 9)],
    ['connectionPerRequest', { client: { io: { kind: 'blocking' }, connections: { kind: 'perRequest' } } }],
    [
      'topologyRefreshOften',
      {
        server: { nodes: 3 },
        client: {
          io: { kind: 'eventLoops', replyTimeoutMs: 1000 },
          connections: { kind: 'shared' },
          topology: { kind: 'cached', maxAgeMs: 100, queryNode: 'first' },
        },
      },
    ],
    ['nagleOn', { network: { nagle: true } }],
    ['tlsOn', { network: { tls: { kind: 'tls13' } } }],
    ['timeoutLong', { client: { io: { kind: 'eventLoops', replyTimeoutMs: 60_000 } } }],
    [
      'retriesMultiply',
      { client: { io: { kind: 'blocking', replyTimeoutMs: 3000 }, retry: { maxRetries: 3 } } },
    ],
    [
      'blockingOnShared',
      {
        client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } },
        workload: { second: { share: 0.01, blockMs: 1000 } },
      },
    ],
    [
      'timeoutBelowCommand',
      {
        client: { io: { kind: 'blocking', replyTimeoutMs: 500 } },
        workload: { second: { share: 0.01, blockMs: 1000 } },
      },
    ],
    [
      'flushDelayInGo',
      {
        client: {
          runtime: { kind: 'goroutines', gomaxprocs: 4 },
          io: { kind: 'writerReader', flushDelayUs: 20 },
          connections: { kind: 'shared' },
        },
      },
    ],
  ] as const)('shows %s, with the line that causes it', (id, partial) => {
    const finding = found(subjectOf(partial as Json), id);
    expect(finding?.origins.length).toBeGreaterThan(0);
    expect(finding?.origins.every(({ from }) => from === 'line')).toBe(true);
  });

  it('knows a pool that a shared native connection makes useless', () => {
    const shared: Json = {
      client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared', count: 1 } },
    };
    const key = 'spring.data.redis.lettuce.pool.max-active';
    const subject = subjectOf(shared, { options: [{ option: 'maxTotal', value: 25, origin: line(key) }] });
    expect(found(subject, 'poolNeverUsed')?.facts.size).toEqual({ unit: 'count', value: 25 });
    expect(idsOf(subjectOf(shared))).not.toContain('poolNeverUsed');
  });

  it('compares all processes with the limit of the server', () => {
    const subject = { ...subjectOf(pooled({ maxTotal: 128, maxIdle: 128 }, 128)), instances: 100 };
    expect(found(subject, 'fleetAboveMaxclients')?.severity).toBe('error');
    const near = { ...subject, instances: 50 };
    expect(found(near, 'fleetAboveMaxclients')?.severity).toBe('note');
    expect(found({ ...subject, instances: 10 }, 'fleetAboveMaxclients')).toBeUndefined();
  });

  it('knows the defaults of a version, unless the option is written', () => {
    const library = { id: 'lettuce', version: '6.3.2', origin: line('version') };
    const partial: Json = {
      client: { io: { kind: 'eventLoops', replyTimeoutMs: 1000 }, connections: { kind: 'shared' } },
    };
    expect(idsOf(subjectOf(partial, { library }))).toEqual([
      'defaultTimeoutsLettuce',
      'defaultKeepAliveLettuce',
    ]);
    const written = [{ option: 'keepAlive', value: true, origin: line('keepAlive') }];
    expect(idsOf(subjectOf(partial, { library, options: written }))).toEqual(['defaultTimeoutsLettuce']);
    expect(idsOf(subjectOf(partial, { library: { ...library, version: '7.5.0' } }))).toEqual([]);
    expect(idsOf(subjectOf(partial, { library: { ...library, version: null } }))).toEqual([]);
  });

  it('compares versions by their numbers', () => {
    expect(compareVersions('6.10.0', '6.9')).toBeGreaterThan(0);
    expect(compareVersions('v9.22.0', '9.22')).toBe(0);
    expect(compareVersions('8.0.0-beta1', '8.0.1')).toBeLessThan(0);
  });
});

describe('the counters of the server', () => {
  it.each([
    ['slowCommand', { commandsPerSecByName: seen({ keys: { callsPerSec: 5, usPerCall: 60_000 } }) }],
    ['slowCommand', { slowCommands: seen([{ name: 'hgetall', count: 12, maxUs: 40_000 }]) }],
    ['slowTail', { latencyByName: seen({ get: { p50: 2, p99: 9, 'p99.9': 20_000 } }) }],
    ['largeCommand', { largeCommands: seen([{ name: 'lrange', of: 'reply', count: 3, maxBytes: 4e6 }]) }],
    ['errorReplies', { errors: seen([{ name: 'OOM', count: 3, among: 1_000_000 }]) }],
    ['errorReplies', { errors: seen([{ name: 'MOVED', count: 5000, among: 10_000 }]) }],
    ['serverPause', { pauses: seen([{ event: 'aof-fsync-always', latestMs: 30, maxMs: 400 }]) }],
    ['mainThreadBusy', { mainThreadBusyShare: seen(0.93) }],
    ['oneCommandPerRead', { mainThreadBusyShare: seen(0.7), commandsPerRead: seen(1.01) }],
    ['connectionChurn', { connectionsPerSec: seen(200), opsPerSec: seen(4000) }],
    ['hotConnection', { clients: seen([{ addr: 'a', totCmds: 900 }, { totCmds: 50 }, { totCmds: 50 }]) }],
    [
      'pingLoad',
      {
        commandsPerSecByName: seen({
          ping: { callsPerSec: 1000, usPerCall: 1 },
          get: { callsPerSec: 1000, usPerCall: 1 },
        }),
      },
    ],
    ['maxclientsNear', { connectedClients: seen(9000), maxclients: seen(10_000) }],
    ['connectionsRefused', { rejectedConnections: seen(3) }],
    ['forkStall', { latestForkUs: seen(980_000) }],
    [
      'topologyLoad',
      { commandsPerSecByName: seen({ 'cluster|nodes': { callsPerSec: 500, usPerCall: 700 } }) },
    ],
    ['threadPoolStarved', { workerThreads: seen({ busy: 120, min: 8 }) }],
    ['outputQueued', { clients: seen([{ cmd: 'lrange', omem: 8 * 1024 * 1024 }]) }],
  ] as const)('show %s', (id, observed) => {
    const subject = subjectOf(pooled({}), { observed: observed as Observed });
    expect(idsOf(subject)[0]).toBe(id);
  });

  it('say how much a large reply costs, if they say how often it comes', async () => {
    const large = { name: 'lrange', of: 'reply', count: 60, maxBytes: 900_000, meanBytes: 500_000 } as const;
    const rare: Observed = { largeCommands: seen([large]) };
    const counted: Observed = {
      largeCommands: seen([{ ...large, seconds: 3 }]),
      opsPerSec: seen(2000),
    };
    const simulated = (observed: Observed) =>
      found(subjectOf(pooled({}), { observed }), 'largeCommand')?.facts.simulated;
    expect(simulated(rare)).toEqual({ unit: 'text', text: 'noShare' });
    // An unlimited network has no transfer time that could be named.
    expect(found(subjectOf(pooled({}), { observed: rare }), 'largeCommand')?.facts.mbit).toMatchObject({
      value: 0,
    });
    expect(simulated(counted)).toEqual({ unit: 'text', text: 'yes' });
    const network = { mbitPerSec: 1000 };
    const subject = subjectOf({ ...(pooled({}) as object), network }, { observed: counted });
    const { findings: all } = await diagnose(subject, engines, normalize, { seeds: 2 });
    const effect = all.find(({ id }) => id === 'largeCommand')?.effect;
    // One in 100 takes milliseconds on the wire and in the client; the others wait for it or for its connection.
    expect(effect?.after).toBeGreaterThan((effect?.before ?? 0) * 1.02);
  });

  it('say what a pause costs that comes each hour, and that it is computed', () => {
    const pause = { event: 'fork', latestMs: 900, maxMs: 900 };
    const factsOf = (seconds?: number) =>
      found(
        subjectOf(pooled({}, 40), {
          observed: { pauses: seen([{ ...pause, ...(seconds && { seconds }) }]) },
        }),
        'serverPause',
      )?.facts;
    expect(factsOf()?.often).toEqual({ unit: 'text', text: 'unknown' });
    // 0.9 s of 3600 s, and 40 callers that wait.
    expect(factsOf(3600)).toMatchObject({
      often: { text: 'beyondP99' },
      part: { value: 0.9 / 3600 },
      stalled: { value: 40 },
      isClosed: { value: 1 },
    });
    expect(factsOf(60)?.often).toEqual({ unit: 'text', text: 'inP99' });
  });

  it('of a healthy server show nothing', () => {
    const observed: Observed = {
      ...{ mainThreadBusyShare: seen(0.3), commandsPerRead: seen(1), opsPerSec: seen(20_000) },
      ...{ connectionsPerSec: seen(0.5), connectedClients: seen(80), maxclients: seen(10_000) },
      ...{ rejectedConnections: seen(0), latestForkUs: seen(900) },
      commandsPerSecByName: seen({
        get: { callsPerSec: 20_000, usPerCall: 2 },
        blpop: { callsPerSec: 900, usPerCall: 900_000 },
      }),
      latencyByName: seen({ get: { p50: 2, p99: 9, 'p99.9': 40 }, blpop: { p50: 900_000 } }),
      largeCommands: seen([{ name: 'get', of: 'reply', count: 2, maxBytes: 20_000 }]),
      errors: seen([{ name: 'ERR', count: 3, among: 1_000_000 }]),
      pauses: seen([{ event: 'fork', latestMs: 1, maxMs: 4 }]),
    };
    expect(idsOf(subjectOf(pooled({}), { observed }))).toEqual([]);
  });
});

describe('the model', () => {
  it('orders findings by their simulated effect, with an interval', async () => {
    const subject = subjectOf({
      ...(pooled({ testOnBorrow: true, maxWaitMs: 0 }, 40) as object),
      network: { rttUs: 1000 },
    });
    const shown: number[] = [];
    const diagnosis = await diagnose(subject, engines, normalize, {
      seeds: 2,
      onChange: (now) => shown.push(now().done),
    });
    const [first, second] = diagnosis.findings;
    expect(diagnosis.limit?.id).toBe('pool');
    // 40 callers for 8 connections: five times; without a test: twice.
    expect(first).toMatchObject({ id: 'poolBelowCallers', source: 'configuration' });
    expect((first?.effect?.after ?? 0) / (first?.effect?.before ?? 1)).toBeGreaterThan(4);
    expect(first?.effect?.low).not.toBeNull();
    expect(diagnosis.findings.map(({ id }) => id)).toContain('testOnBorrow');
    // The same change is shown once.
    expect(diagnosis.findings.map(({ id }) => id)).not.toContain('noTests');
    expect(diagnosis.findings.map(({ id }) => id)).not.toContain('poolAsCallers');
    expect(second?.effect).not.toBeNull();
    expect(shown[0]).toBe(0);
    expect(shown.at(-1)).toBe(diagnosis.total);
  });
});

it('every finding has its texts, and every text its finding', () => {
  expect(Object.keys(findings).sort()).toEqual([...FINDING_IDS].sort());
});
