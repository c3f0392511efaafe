/** The mechanisms of the model whose effect on the claims `sim claims --without` prints. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import type { Claim } from '../../src/evidence/check/claim.ts';
import { effectsOf, mechanisms, withoutMechanism } from '../../src/evidence/check/effects.ts';
import type { CheckResult, Judgement } from '../../src/evidence/check/judge.ts';
import { loadProfiles } from '../../src/model/scenario/cost-profiles.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();
const profiles = await loadProfiles();

describe('each mechanism', () => {
  const rust = ['wasm/tests', 'wasm/src'].flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.rs'))
      .map((name) => readFileSync(at(`${folder}/${name}`), 'utf8')),
  );
  const chapter = readFileSync(at('wasm/model/mechanisms.md'), 'utf8');

  it.each(mechanisms.map((one) => [one.id, one] as const))(
    '%s has a Rust test and a row in the chapter',
    (id, { tests }) => {
      expect(tests.length).toBeGreaterThan(0);
      for (const test of tests) expect(rust.some((text) => text.includes(`fn ${test}()`))).toBe(true);
      for (const name of [`| \`${id}\` |`, ...tests.map((test) => `\`${test}\``)])
        expect(chapter).toContain(name);
    },
  );

  it.each(mechanisms.map((one) => [one.id, one] as const))(
    '%s changes settings that exist, to values that they can have',
    (_, { change }) => {
      const costs = Object.keys(profiles[0]?.costs ?? {});
      const overrides = Object.keys(change).flatMap(
        (path) => /^costs\.overrides\.(.*)/.exec(path)?.[1] ?? [],
      );
      for (const cost of overrides) expect(costs).toContain(cost);
      const plain = complete(engine, {});
      const changed = withoutMechanism(plain, { id: '', change, tests: [] }, profiles);
      if (changed) expect(engine.normalize(JSON.stringify(changed)).issues).toEqual([]);
    },
  );
});

describe('a scenario without a mechanism', () => {
  const mechanism = {
    id: 'x',
    change: { 'costs.overrides.elementNs': 0, 'network.bridged': false },
    tests: [],
  };

  it('has the changed costs and settings', () => {
    const bridged = complete(engine, { network: { bridged: true }, costs: { profile: 'linux-server' } });
    const changed = withoutMechanism(bridged, mechanism, profiles);
    expect(changed?.network.bridged).toBe(false);
    expect(changed?.costs.overrides).toEqual({ elementNs: 0 });
  });

  it('does not exist where nothing changes: other settings, or a textbook profile', () => {
    const ideal = complete(engine, { costs: { profile: 'ideal' } });
    expect(withoutMechanism(ideal, mechanism, profiles)).toBeUndefined();
    const server = complete(engine, { costs: { profile: 'linux-server' } });
    const elsewhere = { ...mechanism, where: { 'server.ioThreads.kind': 'valkey8' } };
    expect(withoutMechanism(server, elsewhere, profiles)).toBeUndefined();
    const inLargeReplies = { ...mechanism, above: { 'workload.command.replyBytes': 10_000 } };
    expect(withoutMechanism(server, inLargeReplies, profiles)).toBeUndefined();
    expect(withoutMechanism(server, mechanism, profiles)).toBeDefined();
  });
});

it('finds what a scenario leaves to its release', () => {
  const of = (version: string) =>
    complete(engine, { server: { version, ioThreads: { kind: 'version', threads: 4 } } });
  const [rings, ahead] = ['ringJobs', 'lookahead'].map((id) => mechanisms.find((one) => one.id === id));
  if (!rings || !ahead) throw new Error('renamed');
  const isChanged = (version: string) =>
    [rings, ahead].map((mechanism) => withoutMechanism(of(version), mechanism, profiles) !== undefined);
  expect(isChanged('8.0')).toEqual([false, false]);
  expect(isChanged('8.4')).toEqual([false, true]);
  expect(isChanged('valkey8.1')).toEqual([true, false]);
  expect(isChanged('valkey9.1')).toEqual([true, true]);
});

describe('the effect on claims', () => {
  const judged = (id: string, values: readonly number[], holds: boolean): Judgement => ({
    claim: claims[id] as Claim,
    verdict: holds ? 'passes' : 'broken',
    results: [{ values, holds } as unknown as CheckResult],
  });
  const claims: Record<string, Claim> = Object.fromEntries(
    ['A', 'B', 'C'].map((id) => [id, { id } as unknown as Claim]),
  );

  it('lists claims that turn or change by 1 %, the largest change first', () => {
    const before = [judged('A', [100, 50], true), judged('B', [10], true), judged('C', [10], false)];
    const after = [judged('A', [100.5, 51], true), judged('B', [10.05], true), judged('C', [9], true)];
    const effects = effectsOf(before, after);
    expect(effects.map(({ claim, holds }) => [claim.id, holds])).toEqual([
      ['C', [false, true]],
      ['A', [true, true]],
    ]);
    expect(effects.map(({ largest }) => largest)).toEqual([-0.1, 0.02]);
  });

  it('counts a value that leaves 0', () => {
    const [effect] = effectsOf([judged('A', [0], true)], [judged('A', [1], true)]);
    expect(effect?.largest).toBe(Number.POSITIVE_INFINITY);
    expect(effectsOf([judged('A', [0], true)], [judged('A', [0], true)])).toEqual([]);
  });
});
