/** The documented ways to run a sweep in parts, as they are written, with two parts instead of twenty. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { at } from '../../.ci/paths.mjs';
import { readArguments } from '../../src/cli/arguments.ts';
import { simInProcess } from '../support/sim-in-process.ts';
import { deep } from '../support/tier.ts';

const folder = mkdtempSync(join(tmpdir(), 'rt-shards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIM = `'${process.execPath}' '${at('.ci/sim.mjs')}'`;
const readme = readFileSync(at('src/cli/README.md'), 'utf8');
const manifest = parse(readFileSync(at('src/cli/examples/kubernetes-job.yaml'), 'utf8'));

/** A documented line with the program of this repository and two parts. */
const asTest = (line: string): string =>
  line.replaceAll('npm run --silent sim --', SIM).replaceAll('/20', '/2').replace('seq 20', 'seq 2');

const documented = (beginning: string): string =>
  readme.split('\n').find((line) => line.startsWith(beginning)) ?? '';

writeFileSync(
  join(folder, 'sweep.json'),
  JSON.stringify({
    roundtrip: 'sweep',
    version: 1,
    series: [{ name: 'a', scenario: { run: { warmupMs: 1, measuredMs: 5 } } }],
    axes: [{ paths: ['network.rttUs'], values: [100, 200, 400] }],
    seeds: 2,
  }),
);

function run(command: string, env: Record<string, string> = {}): string {
  return execFileSync('sh', ['-c', command], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, ...env },
  });
}

/** The merged parts, which are then removed. */
async function merged(): Promise<string> {
  const parts = readdirSync(folder).filter((name) => name.startsWith('part-'));
  expect(parts).toHaveLength(2);
  const files = parts.map((name) => join(folder, name));
  const { out } = await simInProcess(['merge', ...files, '--json']);
  for (const file of files) rmSync(file);
  return out;
}

const hasParallel = spawnSync('parallel', ['--version']).status === 0;

/** The words of a documented line, as a shell reads them. */
function wordsOf(line: string, env: Record<string, string> = {}): string[] {
  return run(`printf '%s\\n' ${line.replace('>', "'>'")}`, env)
    .trim()
    .split('\n');
}

describe('parts of a sweep', async () => {
  const sweep = ['sweep', join(folder, 'sweep.json'), '--json', '--jobs', '1'];
  const { out: whole } = await simInProcess(sweep);

  it('of an Indexed Job of Kubernetes merge to the same bytes', async () => {
    const { spec } = manifest;
    expect(spec).toMatchObject({ completionMode: 'Indexed', completions: 20 });
    const [container] = spec.template.spec.containers;
    const [shell, option, command] = container.command;
    expect([shell, option]).toEqual(['sh', '-c']);
    expect(command).toContain(`/${spec.completions} `);
    for (const index of ['0', '1'])
      run(asTest(command.replaceAll('/data/', '')), { JOB_COMPLETION_INDEX: index });
    expect(await merged()).toBe(whole);
  });

  it('have the same line for Slurm and GNU parallel as for xargs', () => {
    const [, xargs = ''] = /sh -c '(.*)'/.exec(documented('seq 20 | xargs')) ?? [];
    const [, parallel = ''] = /'(.*)'/.exec(documented('seq 20 | parallel')) ?? [];
    const [, slurm = ''] = /--wrap '(.*)'/.exec(documented('sbatch')) ?? [];
    const wanted = wordsOf(xargs.replaceAll('{}', '7'));
    expect(wanted).toContain('7/20');
    expect(wordsOf(parallel.replaceAll('{}', '7'))).toEqual(wanted);
    expect(wordsOf(slurm, { SLURM_ARRAY_TASK_ID: '7' })).toEqual(wanted);
  });

  it.runIf(deep)('of a Slurm array merge to the same bytes', async () => {
    const command = /--wrap '(.*)'/.exec(documented('sbatch'))?.[1] ?? '';
    for (const task of ['1', '2']) run(asTest(command), { SLURM_ARRAY_TASK_ID: task });
    expect(await merged()).toBe(whole);
  });

  it('of xargs merge to the same bytes', async () => {
    // The path of the program has quotes of its own.
    run(asTest(documented('seq 20 | xargs')).replaceAll(SIM, SIM.replaceAll("'", '')));
    expect(await merged()).toBe(whole);
  });

  it.skipIf(!hasParallel || !deep)('of GNU parallel merge to the same bytes', async () => {
    run(asTest(documented('seq 20 | parallel')).replaceAll(SIM, SIM.replaceAll("'", '')));
    expect(await merged()).toBe(whole);
  });

  it('beyond the number of points are empty, and no failure', async () => {
    const { code, out } = await simInProcess([...sweep, '--shard', '4/4']);
    expect({ code, runs: JSON.parse(out).runs }).toEqual({ code: 0, runs: [] });
  });
}, 120_000);

it('the workflow for GitHub has commands that the program reads', () => {
  const workflow = parse(readFileSync(at('src/cli/examples/github-actions.yml'), 'utf8'));
  const commands: string[] = workflow.jobs.redis.steps.flatMap(
    ({ run: command }: { run?: string }) => command ?? [],
  );
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
    const args = words.slice(2, words.includes('>') ? words.indexOf('>') : undefined);
    expect(typeof readArguments(args)).toBe('object');
  }
});
