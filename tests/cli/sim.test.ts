import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { presetIds } from '../../src/model/scenario/presets.ts';
import { sim } from '../support/sim.ts';
import { simInProcess } from '../support/sim-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'rt-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(content: string): string {
  const path = join(folder, 'scenario.json');
  writeFileSync(path, content);
  return path;
}

/** Short, so that a test is about the command and not about the model. */
const short = JSON.stringify({ run: { warmupMs: 1, measuredMs: 10 } });

/** As short, with a connection for each caller: no request waits long. */
const unshared = JSON.stringify({
  run: { warmupMs: 1, measuredMs: 10 },
  workload: { arrivals: { kind: 'closed', callers: 8 } },
});

describe('sim run', () => {
  it('prints only the summary', async () => {
    const { code, out, err } = await sim(['run', file(unshared)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toHaveLength(1);
    const summary = JSON.parse(out) as Summary;
    expect(summary.requests.completed).toBeGreaterThan(0);
    expect(summary.windowUs).toBe(10_000);
  });

  it('names percentiles that sim sweep reports as higher because of pending requests', async () => {
    const { out, err } = await simInProcess(['run', '-'], short);
    const { responseTime } = JSON.parse(out) as Summary;
    expect(err).toMatch(
      new RegExp(
        `^responseTime\\.p99Us is ${responseTime.p99Us} of completed requests; .* at least [0-9.]+$`,
        'm',
      ),
    );
  });

  it('reads standard input, formats the output, and gives the same result each time', async () => {
    const [a, b] = [await sim(['run', '-'], short), await simInProcess(['run', '-', '--pretty'], short)];
    expect(a.code).toBe(0);
    expect(b.out.split('\n').length).toBeGreaterThan(20);
    expect(JSON.parse(b.out)).toEqual(JSON.parse(a.out));
  });

  it.each([
    ['a misspelt field', '{"sevrer":{}}', 'SCN-02 sevrer: '],
    ['a value out of range', '{"client":{"cores":0}}', 'SCN-04 client.cores: '],
    ['a wrong type', '{"seed":"one"}', 'SCN-03 seed: '],
  ])('refuses %s with its location and a message', async (_, json, beginning) => {
    const { code, out, err } = await simInProcess(['run', file(json)]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err.startsWith(beginning)).toBe(true);
    expect(err.length).toBeGreaterThan(beginning.length + 10);
  });

  it('prints one line per problem', async () => {
    const { code, err } = await simInProcess(['run', '-'], '{"seed":-1,"client":{"cores":0},"x":1}');
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(3);
  });

  it('prints problems in Chinese', async () => {
    const { code, err } = await simInProcess(['run', '-', '--lang', 'zh-CN'], '{"client":{"cores":0}}');
    expect(code).toBe(2);
    expect(err).toMatch(/^SCN-04 client\.cores: .*[\u4e00-\u9fff]/);
  });

  it('names the file of a text that is not JSON', async () => {
    const path = file('{');
    const { code, err } = await simInProcess(['run', path]);
    expect(code).toBe(2);
    expect(err.startsWith(`SCN-01 ${path}: `)).toBe(true);
  });

  it('reports excessive nesting with its own code', async () => {
    const { code, err } = await simInProcess(['run', '-'], '['.repeat(100_000));
    expect(code).toBe(2);
    expect(err).toMatch(/^SCN-34 /);
  });

  it('lists fifty unknown names and the number of further ones', async () => {
    const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`rtt${at}`, 1]));
    const { code, err } = await simInProcess(['run', '-'], JSON.stringify(names));
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(51);
    expect(err).toMatch(/SCN-35 .*99950/);
  });

  it('reads no more bytes than a scenario can have', async () => {
    const { code, err } = await simInProcess(['run', file(' '.repeat(5_000_000))]);
    expect({ code, isNamed: err.startsWith('FILE-02') }).toEqual({ code: 2, isNamed: true });
  });

  it('reports a missing file', async () => {
    const { code, err } = await simInProcess(['run', join(folder, 'none.json')]);
    expect(code).toBe(2);
    expect(err).toContain('FILE-01');
  });
});

describe('sim import', () => {
  const cases = new URL('../imports/cases/', import.meta.url).pathname;

  it('prints requests per second and microseconds, one line per file', async () => {
    const files = ['memtier-text.txt', 'jmeter-aggregate.csv'].map((name) => join(cases, name));
    const { code, out, err } = await simInProcess(['import', ...files]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [memtier, jmeter] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(memtier.points[0]).toMatchObject({ requestsPerSecond: 82_000, meanUs: 1219, connections: 100 });
    expect(jmeter).toMatchObject({ timeUnit: 'ms', timeUnitKnownFrom: 'tool', points: [{ meanUs: 14_000 }] });
  });

  it('asks for a missing unit and accepts it as an option', async () => {
    const path = join(cases, 'no-unit-but-littles-law.csv');
    const asked = await simInProcess(['import', path]);
    expect({ code: asked.code, out: asked.out }).toEqual({ code: 2, out: '' });
    expect(asked.err).toMatch(/^IMP-06 .*Likely ms/);
    const { code, out } = await simInProcess(['import', path, '--unit', 'ms']);
    expect(code).toBe(0);
    expect(JSON.parse(out).points[0]).toMatchObject({ meanUs: 1350, callers: 100 });
  });

  it('prints the valid files when one is refused', async () => {
    const { code, out, err } = await simInProcess(['import', join(cases, 'ab.txt'), join(cases, 'wrk.txt')]);
    expect(code).toBe(2);
    expect(err).toMatch(/^IMP-08 /);
    expect(JSON.parse(out).points[0].connections).toBe(400);
  });

  it('knows all units', async () => {
    const { code, err } = await simInProcess(['import', 'x', '--unit', 'days']);
    expect({ code, err }).toEqual({ code: 2, err: '--unit: days is not one of ns, us, ms, s\n' });
  });
});

describe('sim presets', () => {
  it('prints one line per preset', async () => {
    const { code, out } = await simInProcess(['presets']);
    const lines = out.trim().split('\n');
    expect(code).toBe(0);
    expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(presetIds);
    // An id, a title and a description.
    for (const line of lines) expect(line).toMatch(/^[\w-]+ +\S[^:]*.*: \S/);
  });

  it('prints names in Chinese', async () => {
    expect((await simInProcess(['presets', '--lang', 'zh-CN'])).out).toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(presetIds.slice(0, 3))('prints %s as a runnable scenario', async (id) => {
    const { code, out } = await simInProcess(['presets', id]);
    expect(code).toBe(0);
    const scenario = { ...JSON.parse(out), run: { warmupMs: 1, measuredMs: 10 } };
    expect((await simInProcess(['run', '-'], JSON.stringify(scenario))).code).toBe(0);
  });

  it('suggests the nearest name for a misspelt one', async () => {
    const [id = ''] = presetIds;
    const { code, err } = await simInProcess(['presets', `${id}x`]);
    expect(code).toBe(2);
    expect(err).toContain(`did you mean ${id}?`);
  });
});

describe('sim claims', () => {
  it('prints for each requested claim whether it holds', async () => {
    const { code, out } = await simInProcess(['claims', '--only', 'S0-06,P-2']);
    expect(code).toBe(0);
    // No cost makes the first one fail; for the second, the change that does is named.
    expect(out).toMatch(
      /^S0-06 +E by construction .*\n +by construction: .*\nP-2 +E pass .*\n +fails with \w+ × \d/,
    );
    expect(out.trim().split('\n').at(-1)).toMatch(/^1 pass, 1 by construction, 0 /);
  });

  it('prints values as JSON', async () => {
    const { code, out } = await simInProcess(['claims', '--only', 'S0-06', '--json']);
    expect(code).toBe(0);
    const [claim] = JSON.parse(out);
    expect(claim).toMatchObject({
      id: 'S0-06',
      verdict: 'byConstruction',
      checks: [{ equals: 3.99984, holds: true, byConstruction: 'input' }],
    });
    expect(claim.checks[0].values[0]).toBeCloseTo(3.99984, 5);
  });

  it('explains in Chinese why a claim cannot be checked', async () => {
    const { code, out } = await simInProcess(['claims', '--only', 'S0-37', '--lang', 'zh-CN']);
    expect(code).toBe(0);
    expect(out).toMatch(/^S0-37 +Q 未建模 .*\n +模型中/);
  });

  it('refuses an unknown id', async () => {
    const { code, out, err } = await simInProcess(['claims', '--only', 'S0-06,S9-99']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('S9-99');
  });

  it('prints the effect of a mechanism that no run of the claims has', async () => {
    const { code, out } = await simInProcess(['claims', '--only', 'S0-06', '--without', 'bridge']);
    expect({ code, out: out.split('\n')[0] }).toEqual({ code: 0, out: 'bridge: in 0 runs of 0 claims' });
  });

  it('refuses an unknown mechanism, and names those that exist', async () => {
    const { code, out, err } = await simInProcess(['claims', '--without', 'bridges']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/bridges .*all, .*bridge,/);
  });
});

describe('a run without any delay or cost', () => {
  it.each([
    // The only cost is one that blocking callers never pay.
    ['ENG-04', { network: { rttUs: 0 }, costs: { profile: 'ideal', overrides: { dispatchNs: 500 } } }],
    // The time of a byte on this link rounds to nothing.
    [
      'SCN-10',
      {
        network: { rttUs: 0, mbitPerSec: 1e6 },
        workload: { command: { requestBytes: 1, replyBytes: 1 } },
        costs: { profile: 'ideal' },
      },
    ],
  ])('ends with a message: %s, %j', async (expected, scenario) => {
    const { code, out, err } = await simInProcess(['run', '-'], JSON.stringify(scenario));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
  });
});

describe('invalid arguments', () => {
  it.each([
    [['walk']],
    [['run']],
    [['run', 'a', 'b']],
    [['run', '-', '--fast']],
    [['presets', '--lang', 'fr']],
    [['claims', 'S0-06']],
  ])('%j end with one line and code 2', async (args) => {
    const { code, out, err } = await simInProcess(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('are accepted together with --help', async () => {
    const { code, out } = await sim([]);
    expect(code).toBe(0);
    expect(out).toContain('sim run FILE.json');
  });
});
