import { describe, expect, it } from 'vitest';
import { ScenarioRefused } from '../../src/model/engine/engine.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { loadEngine } from './runs.ts';

const engine = await loadEngine();

const problems: [string, string, string, string][] = [
  ['truncated text', '{"network": {"rttUs": 1000', 'SCN-01', ''],
  ['no text at all', '', 'SCN-01', ''],
  ['a wrong link', 'https://example.org/?s=1', 'SCN-01', ''],
  ['a misspelt field', '{"network": {"rtUs": 5}}', 'SCN-02', 'network.rtUs'],
  ['a word for a number', '{"client": {"cores": "many"}}', 'SCN-03', 'client.cores'],
  ['a list for an object', '[]', 'SCN-03', ''],
  ['a negative RTT', '{"network": {"rttUs": -1}}', 'SCN-04', 'network.rttUs'],
  [
    'a pool of nothing',
    '{"client": {"connections": {"kind": "pooled", "maxTotal": 0}}}',
    'SCN-04',
    'client.connections.maxTotal',
  ],
  [
    'a billion threads',
    '{"workload": {"arrivals": {"kind": "closed", "callers": 1000000000}}}',
    'SCN-04',
    'workload.arrivals.callers',
  ],
  ['an unknown kind', '{"client": {"io": {"kind": "magic"}}}', 'SCN-05', 'client.io.kind'],
  ['a missing kind', '{"client": {"io": {}}}', 'SCN-06', 'client.io.kind'],
  ['a newer file', '{"version": 99, "teleport": true}', 'SCN-07', 'version'],
  [
    'a shared blocking connection',
    '{"client": {"io": {"kind": "blocking"}, "connections": {"kind": "shared"}}}',
    'SCN-08',
    'client.connections',
  ],
  [
    'an empty interval',
    '{"workload": {"command": {"execUs": {"kind": "uniform", "min": 9, "max": 1}}}}',
    'SCN-09',
    'workload.command.execUs',
  ],
  [
    'a loop in which nothing takes time',
    '{"network": {"rttUs": 0}, "costs": {"profile": "ideal"}}',
    'SCN-10',
    'network.rttUs',
  ],
  [
    'a transaction of several round trips on a shared connection',
    '{"workload": {"batch": {"kind": "transaction"}}, "client": {"io": {"kind": "eventLoops"}, "connections": {"kind": "shared"}}}',
    'SCN-11',
    'workload.batch.roundTrips',
  ],
  [
    'more on its way at once than there is memory for',
    '{"workload": {"command": {"replyBytes": 16777216}, "batch": {"kind": "pipeline", "size": 100}}}',
    'SCN-19',
    'workload.batch.size',
  ],
];

describe('reading a scenario', () => {
  it.each(problems)('reports %s', (_, text, code, path) => {
    const { scenario, issues } = engine.normalize(text);
    expect(scenario).toBeNull();
    expect(issues.map((issue) => [issue.code, issue.path])).toEqual([[code, path]]);
  });

  it('fills in all defaults, and reads its own output as the same scenario', () => {
    const { scenario, issues } = engine.normalize('{}');
    expect(issues).toEqual([]);
    expect(Object.keys(scenario ?? {})).toEqual(
      expect.arrayContaining(['version', 'seed', 'run', 'workload', 'client', 'network', 'server', 'costs']),
    );
    expect(engine.normalize(JSON.stringify(scenario)).scenario).toEqual(scenario);
  });

  it('keeps text that is not ASCII, and truncates long text', () => {
    const given = '线程'.repeat(50);
    const { issues } = engine.normalize(JSON.stringify({ seed: given, 网络: {} }));
    expect(issues.find(({ path }) => path === '网络')?.code).toBe('SCN-02');
    const value = issues.find(({ path }) => path === 'seed')?.value ?? '';
    expect(value).toHaveLength(60);
    expect(value.startsWith('"线程')).toBe(true);
  });

  it('survives a million brackets', () => {
    expect(engine.normalize('['.repeat(1_000_000)).issues[0]?.code).toBe('SCN-34');
    expect(engine.normalize('{}').issues).toEqual([]);
  });

  it('reports all problems at once, sorted by name', () => {
    const text = '{"sed": 1, "network": {"rttUs": -1}, "client": {"cores": "many"}}';
    expect(engine.normalize(text).issues.map(({ code }) => code)).toEqual(['SCN-03', 'SCN-04', 'SCN-02']);
  });

  it('refuses to open an invalid scenario, then opens a valid one', async () => {
    const fresh = await loadEngine();
    const wrong = { network: { rttUs: -1 } } as unknown as Scenario;
    expect(() => fresh.open(wrong, false)).toThrow(ScenarioRefused);
    expect(() => fresh.open(wrong, false)).toThrow(/SCN-04 network\.rttUs/);
    const { scenario } = fresh.normalize('{"run": {"measuredMs": 1}}');
    expect(scenario && fresh.open(scenario, false).callers).toBe(200);
  });
});
