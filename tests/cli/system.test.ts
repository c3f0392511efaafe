import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { simInProcess } from '../support/sim-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'rt-system-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Long enough for some hundred requests: the subject is what is printed. */
const SHORT = { warmupMs: 5, measuredMs: 60 };

/** Two connections for eight callers, 200 µs away: a little less than 10,000/s. */
const pool = file(
  'pool.json',
  JSON.stringify({
    client: { io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 2, maxIdle: 2 } },
    workload: { arrivals: { kind: 'closed', callers: 8 } },
    network: { rttUs: 200 },
    run: SHORT,
  }),
);
const jobs = ['--jobs', '1'];

/** What the schema of SARIF 2.1.0 finds wrong with a log. Ajv 8 knows draft 4 by its later name of `id`. */
const { $schema: _, id, ...schema } = sarifSchema;
/** RFC 3986 has no spaces, backslashes and letters beyond ASCII. */
const URI = /^[!-~]*$/;
const isSarif = new Ajv({
  ...{ strict: false, unicodeRegExp: false },
  formats: { uri: URI, 'uri-reference': URI, 'date-time': true },
}).compile({ ...schema, $id: id });
const sarifProblems = (log: string): readonly unknown[] =>
  isSarif(JSON.parse(log)) ? [] : (isSarif.errors ?? []);

describe('sim diagnose', () => {
  it('prints the bottleneck and the findings in order of effect', async () => {
    const { code, out, err } = await simInProcess(['diagnose', pool, '--seeds', '2', ...jobs]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Bottleneck: the pool of 2 connections, in use 9\d.*% of the time\.$/m);
    expect(out).toMatch(/^1\. Fewer connections than callers \(warning, configuration\)$/m);
    expect(out).toMatch(/Effect: throughput 9,\d\d\d\/s → 3\d,\d\d\d\/s$/m);
  });

  it('prints findings as JSON, and in Chinese', async () => {
    const { out } = await simInProcess(['diagnose', pool, '--seeds', '2', '--json', ...jobs]);
    const { findings, metric, limit } = JSON.parse(out);
    expect({ metric, limit: limit.id, first: findings[0].id }).toEqual({
      ...{ metric: 'throughput', limit: 'pool', first: 'poolBelowCallers' },
    });
    const chinese = await simInProcess(['diagnose', pool, '--seeds', '2', '--lang', 'zh-CN', ...jobs]);
    expect(chinese.out).toContain('1. 连接数少于调用方数（警告，配置）');
  });

  it('prints SARIF that names rules, levels and messages', async () => {
    const { out } = await simInProcess(['diagnose', pool, '--seeds', '1', '--sarif', ...jobs]);
    expect(sarifProblems(out)).toEqual([]);
    const { runs } = JSON.parse(out);
    const [{ tool, results }] = runs;
    expect(results[0]).toMatchObject({ ruleId: 'poolBelowCallers', ruleIndex: 0, level: 'warning' });
    expect(results[0].message.text).toContain('8 callers compete for 2 connections.');
    // GitHub refuses a whole log for one result without a place.
    for (const { locations } of results)
      expect(locations[0].physicalLocation).toEqual({
        artifactLocation: { uri: pool },
        region: { startLine: 1 },
      });
    expect(tool.driver.rules[0]).toEqual({
      id: 'poolBelowCallers',
      shortDescription: { text: 'Fewer connections than callers' },
    });
  });
});

const yaml = file(
  'application.yml',
  'spring:\n  redis:\n    password: hunter2\n    jedis:\n      pool:\n        max-active: 4 # small\n',
);
const load = [
  'workload.arrivals.callers=8',
  'network.rttUs=200',
  `run.measuredMs=${SHORT.measuredMs}`,
].flatMap((setting) => ['--set', setting]);

describe('pieces', () => {
  it('are read with the line of each value, and without secrets', async () => {
    const { code, out } = await simInProcess(['read', yaml, ...load]);
    expect(code).toBe(0);
    expect(out).not.toContain('hunter2');
    const { library, settings, scenario, masked } = JSON.parse(out);
    expect({ library: library.id, masked }).toEqual({ library: 'springJedis', masked: 1 });
    expect(scenario.client.connections.maxTotal).toBe(4);
    expect(settings).toContainEqual(
      expect.objectContaining({
        path: 'client.connections.maxTotal',
        origin: expect.objectContaining({ line: 6 }),
      }),
    );
  });

  it('have the lines of findings in text and SARIF', async () => {
    const { out } = await simInProcess(['diagnose', yaml, '--seeds', '1', ...load, ...jobs]);
    expect(out).toContain(`Cause: ${yaml}:6: max-active: 4 # small`);
    const sarif = await simInProcess(['diagnose', yaml, '--seeds', '1', '--sarif', ...load, ...jobs]);
    expect(sarifProblems(sarif.out)).toEqual([]);
    expect(JSON.parse(sarif.out).runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: yaml },
      region: { startLine: 6 },
    });
    for (const { locations } of JSON.parse(sarif.out).runs[0].results) expect(locations).not.toEqual([]);
  });

  it('may be UTF-16, as PowerShell writes it; in another encoding their changed text would be damaged', async () => {
    const text = 'spring.redis.jedis.pool.max-active=4\n# caf\u00e9\n';
    const wide = join(folder, 'wide.properties');
    writeFileSync(wide, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
    const { out, err } = await simInProcess(['diagnose', wide, '--seeds', '1', '--json', ...load, ...jobs]);
    expect(out).toContain('poolBelowCallers');
    expect(err).not.toContain('SYS-22');
    const latin = join(folder, 'latin.properties');
    writeFileSync(latin, Buffer.from(text, 'latin1'));
    const read = await simInProcess(['read', latin, ...load]);
    expect(JSON.parse(read.out).problems).toEqual([{ code: 'SYS-22', path: '', value: latin }]);
  });

  it('have names that are no addresses by themselves: SARIF has them as addresses', async () => {
    const odd = file('我的 配置.yml', 'spring:\n  redis:\n    jedis:\n      pool:\n        max-active: 4\n');
    const { out } = await simInProcess(['diagnose', odd, '--seeds', '1', '--sarif', ...load, ...jobs]);
    expect(sarifProblems(out)).toEqual([]);
    expect(out).toContain(encodeURI('我的 配置.yml'));
    expect(sarifProblems(out.replace('"warning"', '"bad"'))).not.toEqual([]);
  });

  it('of the server alone give its findings, and nothing is simulated', async () => {
    const info = file(
      'info.txt',
      '# Server\nredis_version:7.2.4\nuptime_in_seconds:100\nrejected_connections:7\n',
    );
    const { out } = await simInProcess(['diagnose', info, ...jobs]);
    expect(out).toMatch(/^# Diagnosis\n\n1\. Redis has rejected connections \(error, server\)\n/);
  });
});

describe('sim check', () => {
  it('exits with 0 when all objectives are met, and with 1 when one is missed', async () => {
    const met = await simInProcess([
      'check',
      pool,
      '--slo',
      'throughput>1000',
      '--slo',
      'failures<1%',
      ...jobs,
    ]);
    expect(met.code).toBe(0);
    expect(met.out).toMatch(/^throughput>1000: 9,\d\d\d\/s.* \(met\)\nfailures<1%: 0% \(met\)\n$/);
    const missed = await simInProcess(['check', pool, '--slo', 'throughput>1000, mean<500us', ...jobs]);
    expect(missed.code).toBe(1);
    expect(missed.out).toMatch(/^mean<500us: 8\d\d\sµs.* \(missed\)$/m);
    const json = await simInProcess(['check', pool, '--slo', 'throughput>50000', '--json', ...jobs]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ isMet: false, objectives: [{ state: 'missed' }] });
  });

  it('offers the load that an objective names', async () => {
    const { code, out } = await simInProcess(['check', pool, '--slo', 'mean<300us at 500/s', ...jobs]);
    expect(out).toMatch(/\(met\)$/m);
    expect(code).toBe(0);
  });
});

describe('sim solve', () => {
  it('prints the smallest change and the frontier, and exits with 1 when nothing meets the goal', async () => {
    const vary = ['--vary', 'client.connections.maxTotal=1..8', ...jobs];
    const solved = await simInProcess(['solve', pool, '--goal', 'throughput>17500', ...vary]);
    expect(solved.code).toBe(0);
    expect(solved.out).toContain('| Smallest change | `client.connections.maxTotal`: 4');
    const json = await simInProcess([
      'solve',
      pool,
      '--goal',
      'throughput>1000000',
      '--json',
      '--vary',
      'client.connections.maxTotal=1..2',
      ...jobs,
    ]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ smallest: null, best: { isMet: false } });
  });
});

it.each([
  [['diagnose'], 'diagnose: which files?'],
  [['read', file('prose.txt', 'My Redis is slow.')], 'SYS-01 '],
  [['read', pool, pool], 'SYS-23 '],
  [['read', pool, '--set', 'client.coers=1'], '--set: no setting is named client.coers'],
  [['read', pool, '--set', 'client.cores=1..2'], '--set: client.cores=1..2'],
  [['diagnose', pool, '--json', '--sarif'], '--json and --sarif'],
  [['check', pool], 'check: which objective?'],
  [['check', pool, '--slo', 'p99<5'], '--slo: p99<5 is not understood'],
  [['check', pool, '--slo', 'fewest connections'], '--slo: connections has no limit'],
  [['check', pool, '--slo', 'p99<5ms', '--seeds', '0'], '--seeds: 0'],
  [['check', join(folder, 'missing.json'), '--slo', 'p99<5ms', ...jobs], 'FILE-01'],
  [['check', file('bad.json', '{"client":{"cores":0}}'), '--slo', 'p99<5ms', ...jobs], 'SCN-04 client.cores'],
  [['solve', pool, '--vary', 'client.cores=1..2'], 'solve: which goal?'],
  [['solve', pool, '--goal', 'p99<5ms'], 'solve: what may change?'],
  [
    ['solve', pool, '--goal', 'p99<5ms', '--vary', 'client.coers=1..2'],
    '--vary: no setting is named client.coers',
  ],
  [['solve', pool, '--goal', 'p99<5ms', '--vary', 'client.cores=2..1'], '--vary: client.cores=2..1'],
])('%s is refused in one line', async (args, beginning) => {
  const { code, out, err } = await simInProcess(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.startsWith(beginning)).toBe(true);
  expect(err.trim().split('\n')).toHaveLength(1);
});
