import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SweepResults } from '../../src/model/sweep/results.ts';
import { sim } from '../support/sim.ts';
import { simInProcess } from '../support/sim-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'rt-sweep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Callers that pause for random times: every seed is another run. */
const scenario = file(
  'scenario.json',
  JSON.stringify({
    run: { warmupMs: 2, measuredMs: 20 },
    workload: { arrivals: { kind: 'closed', callers: 20, thinkUs: { kind: 'exponential', mean: 200 } } },
    client: { io: { kind: 'blocking' }, connections: { kind: 'pooled' } },
  }),
);
const options = [
  '--set',
  'client.connections.maxTotal=1,4,16',
  '--set',
  'network.rttUs=100,500',
  '--seeds',
  '3',
];

/** Four connections, as an application has them. */
const properties = file(
  'application.properties',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of Spring
  'spring.redis.jedis.pool.max-active=${POOL:4}\nspring.redis.password=hunter2\n',
);

describe('sim sweep of a configuration', () => {
  it('runs it as it is read, and merges its parts to the same bytes', async () => {
    const run = (...more: string[]) =>
      simInProcess([
        'sweep',
        properties,
        '--set',
        'client.connections.maxTotal=1,4',
        '--set',
        'run.measuredMs=20',
        '--seeds',
        '1',
        '--json',
        '--jobs',
        '1',
        ...more,
      ]);
    const whole = await run();
    expect(whole.err).toContain('SYS-19: ');
    expect(whole.out + whole.err).not.toContain('hunter2');
    const { runs } = JSON.parse(whole.out) as SweepResults;
    expect(runs.map(({ point }) => point)).toEqual([0, 1]);
    const parts = [];
    for (const shard of ['1/2', '2/2'])
      parts.push(file(`c${shard[0]}.json`, (await run('--shard', shard)).out));
    expect((await simInProcess(['merge', ...parts, '--json'])).out).toBe(whole.out);
  });
});

describe('sim sweep', () => {
  it('prints the same bytes from one job, from parallel jobs, and from merged parts', async () => {
    const own = ['--jobs', '1'];
    const run = async (...more: string[]) =>
      (await simInProcess(['sweep', scenario, ...options, '--json', ...own, ...more])).out;
    const whole = await run();
    const results = JSON.parse(whole) as SweepResults;
    expect(results.runs.map(({ point, replication }) => `${point} ${replication}`)).toEqual(
      [0, 1, 2, 3, 4, 5].flatMap((point) => [0, 1, 2].map((replication) => `${point} ${replication}`)),
    );
    expect(new Set(results.runs.map(({ fingerprint }) => fingerprint)).size).toBe(18);
    expect((await sim(['sweep', scenario, ...options, '--json', '--jobs', '3'])).out).toBe(whole);
    const parts = [];
    for (const shard of ['1/3', '2/3', '3/3'])
      parts.push(file(`${shard[0]}.json`, await run('--shard', shard)));
    const merged = await simInProcess(['merge', ...parts, '--json']);
    expect(merged).toMatchObject({ code: 0, err: '' });
    expect(merged.out).toBe(whole);
    expect((await simInProcess(['merge', ...parts])).out).toBe(
      (await simInProcess(['sweep', scenario, ...options, ...own])).out,
    );
    // The definition inside is a file like any other.
    const again = file('again.json', JSON.stringify(results.sweep));
    expect((await simInProcess(['sweep', again, '--json', ...own])).out).toBe(whole);
  });

  it('prints the table to standard output and everything else to standard error', async () => {
    const metric = ['--metric', 'responseTime.p90Us', '--jobs', '1'];
    const { code, out, err } = await simInProcess(['sweep', scenario, ...options, ...metric]);
    expect(code).toBe(0);
    const lines = out.trim().split('\r\n');
    expect(lines[0]).toBe(
      'series,client.connections.maxTotal,network.rttUs,"responseTime.p90Us [us, with waiting requests]","responseTime.p90Us [us, with waiting requests] low95","responseTime.p90Us [us, with waiting requests] high95",replications,problem',
    );
    expect(lines).toHaveLength(7);
    expect(err).toContain('all replications done');
  });

  it('stops at a precision or a time limit, and names which', async () => {
    const precise = await simInProcess([
      'sweep',
      scenario,
      ...options.slice(0, 4),
      '--seeds',
      '100',
      '--precision',
      '5%',
      '--jobs',
      '1',
    ]);
    expect(precise.err).toContain('± 5 % reached at every point');
    for (const line of precise.out.trim().split('\r\n').slice(1)) {
      const [mean = 0, low = 0] = line.split(',').slice(3, 5).map(Number);
      expect((mean - low) / mean).toBeLessThanOrEqual(0.05);
    }
    const cut = await simInProcess([
      'sweep',
      scenario,
      ...options.slice(0, 4),
      '--seeds',
      '1000',
      '--budget',
      '0.3',
      '--jobs',
      '1',
    ]);
    expect(cut.err).toContain('stopped by the time budget of 0.3 s');
    const counts = cut.out
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-2)));
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('marks points that cannot be simulated and continues', async () => {
    const { code, out, err } = await simInProcess([
      ...['sweep', scenario, '--set', 'client.cores=0,2', '--seeds', '1', '--jobs', '1'],
    ]);
    expect(code).toBe(0);
    expect(out.trim().split('\r\n')[1]).toMatch(/SCN-04 client\.cores$/);
    expect(err).toMatch(/^SCN-04 client\.cores: /);
  });

  it.each([
    [['--set', 'client.cores'], '--set: client.cores'],
    [['--set', 'client.coers=1,2'], 'SWP-04 axes.0.paths: client.coers'],
    [['--set', 'client.cores=1,2', '--shard', '3/2'], '--shard: 3/2'],
    [['--set', 'client.cores=1,2', '--seeds', 'many'], '--seeds: many'],
    [['--set', 'client.cores=1,2', '--seeds', '2.5'], 'SWP-03 seeds'],
    [[], 'SWP-03 axes'],
  ])('refuses %s in one line', async (more, beginning) => {
    const { code, out, err } = await simInProcess(['sweep', scenario, ...more]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.startsWith(beginning)).toBe(true);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('refuses to merge parts of different sweeps', async () => {
    const other = file('other.json', '{}');
    const { code, err } = await simInProcess(['merge', other]);
    expect(code).toBe(2);
    expect(err).toMatch(/^SWP-07 .*other\.json: This file has no sweep results/);
  });
});
