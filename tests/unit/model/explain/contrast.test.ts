/** Why B differs from A: of all pairs that are offered. */
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../../src/lib/languages.ts';
import { contrast } from '../../../../src/model/explain/contrast.ts';
import type { Fact } from '../../../../src/model/explain/finding.ts';
import type { Part, Statement, System } from '../../../../src/model/explain/statement.ts';
import { demandParts, sumOf, threadsOf, workOf } from '../../../../src/model/explain/work.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { pairs } from '../../../../src/model/scenario/presets.ts';
import { argumentsOf } from '../../../support/catalogue.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const runs = new Map<string, System>();
function system(preset: string, edits: Edits = {}): System {
  const key = preset + JSON.stringify(edits);
  const known = runs.get(key);
  if (known) return known;
  const scenario = scenarioOf(preset, edits);
  const fresh = { scenario, summary: summaryOf(scenario) };
  runs.set(key, fresh);
  return fresh;
}
const said = (a: string, b: string) => contrast(system(a), system(b));
const find = (statements: readonly Statement[], id: Statement['id']) =>
  statements.find((statement) => statement.id === id);
const us = (fact: Fact | undefined): number => (fact?.unit === 'time' ? fact.us : Number.NaN);
const change = ({ a, b }: Part): number => b - a;
/** Without what is said of their load. */
const ofSystems = (statements: readonly Statement[]) => statements.filter(({ id }) => id !== 'load');
const kinds = (statement: Statement | undefined) =>
  statement?.parts?.map(({ of }) => ('work' in of ? of.work : of.phase)) ?? [];

describe.each(pairs.map(({ id, a, b }) => [id, a, b] as const))('%s', (_, a, b) => {
  const statements = said(a, b);
  const told = ofSystems(statements);

  it('is explained, starting with its size', () => {
    expect(['faster', 'sooner', 'same']).toContain(told[0]?.id);
    if (told[0]?.id !== 'same') {
      expect(find(statements, 'limits')?.limits?.map(({ side }) => side)).toEqual(['a', 'b']);
      expect(told.length, 'what makes the difference').toBeGreaterThan(2);
    }
  });

  it('lists phases that add up to the difference, the largest first, without equal ones', () => {
    for (const { parts, restUs, facts } of statements.filter((statement) => statement.parts)) {
      const changes = parts?.map(change) ?? [];
      const whole = us(facts.b) - us(facts.a);
      expect(changes.reduce((sum, each) => sum + each, restUs ?? 0)).toBeCloseTo(whole, 6);
      const sizes = changes.map(Math.abs);
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
      expect(sizes.length).toBeGreaterThan(0);
      for (const size of sizes.slice(1)) expect(size).toBeGreaterThanOrEqual(0.1 * Math.abs(whole));
    }
  });

  it('is mirrored when A and B are swapped', () => {
    const turned = said(b, a);
    expect(turned.map(({ id }) => id).sort()).toEqual(statements.map(({ id }) => id).sort());
    const [first, other] = [told[0]?.facts, ofSystems(turned)[0]?.facts];
    const name = (fact: Fact | undefined) => (fact?.unit === 'side' ? fact.name : undefined);
    expect(name(other?.winner)).toBe(name(first?.loser));
    for (const { parts, facts } of turned.filter((statement) => statement.parts)) {
      const same = statements.find(
        (statement) =>
          statement.parts && JSON.stringify(statement.facts.resource) === JSON.stringify(facts.resource),
      );
      expect(us(facts.a)).toBe(us(same?.facts.b));
      expect(parts?.map(({ of }) => of)).toEqual(same?.parts?.map(({ of }) => of));
    }
  });

  it('gives every sentence its metrics', async () => {
    for (const language of LANGUAGES) {
      const texts = (await loadCatalogue(language)).messages.why?.contrast.statements as Record<
        string,
        string
      >;
      for (const { id, facts } of told.filter((statement) => statement.id !== 'limits')) {
        const names = argumentsOf(texts[id] ?? '')
          .filter((name) => name.startsWith('{'))
          .map((name) => name.slice(1, -1));
        const given = [...Object.keys(facts), 'parts', 'hasParts', 'rest', 'hasRest'];
        expect(
          names.filter((name) => !given.includes(name)),
          `${language} ${id}`,
        ).toEqual([]);
      }
    }
  });
});

describe('the offered load', () => {
  const open = (ratePerSec: number): Edits => ({
    'workload.arrivals.kind': 'open',
    'workload.arrivals.ratePerSec': ratePerSec,
    'workload.arrivals.callers': 200,
  });
  const loadsOf = (a: System, b: System) => contrast(a, b)[0]?.loads;
  const closed = system('jedis-pool-8');

  it('comes first where it differs, with the incomplete requests', () => {
    const over = loadsOf(closed, system('jedis-pool-8', open(50_000)));
    expect(over?.a).toMatchObject({ id: 'closed', facts: { callers: { value: 200 }, pauses: { value: 0 } } });
    expect(over?.b).toMatchObject({
      id: 'open',
      facts: { offered: { value: 50_000 }, isMore: { value: 1 } },
    });
    const light = loadsOf(system('jedis-pool-8', open(1000)), closed);
    expect(light?.a).toMatchObject({ id: 'open', facts: { offered: { value: 1000 } } });
    const more = loadsOf(system('jedis-pool-8', open(1000)), system('jedis-pool-8', open(2000)));
    expect(more?.b.facts.offered).toMatchObject({ value: 2000 });
    const fewer = loadsOf(closed, system('jedis-pool-8', { 'workload.arrivals.callers': 50 }));
    expect(fewer?.b.facts.callers).toMatchObject({ value: 50 });
    const slower = { 'workload.arrivals.thinkUs': { kind: 'exponential', mean: 500 } } as unknown as Edits;
    expect(loadsOf(closed, system('jedis-pool-8', slower))?.b.facts).toMatchObject({
      pauses: { value: 1 },
      pause: { us: 500 },
    });
  });

  it('is not mentioned where it is equal, for any outcome', () => {
    expect(find(said('jedis-pool-8', 'lettuce-shared'), 'load')).toBeUndefined();
    const [pool, shared] = [system('jedis-pool-8', open(50_000)), system('lettuce-shared', open(50_000))];
    expect(find(contrast(pool, shared), 'load')).toBeUndefined();
  });

  it.each(LANGUAGES)('has the metrics of its sentences, in %s', async (language) => {
    const texts = (await loadCatalogue(language)).messages.why?.contrast.loads;
    for (const { id, facts } of [
      ...Object.values(loadsOf(closed, system('jedis-pool-8', open(50_000))) ?? {}),
    ]) {
      const names = argumentsOf(texts?.[id] ?? '').filter((name) => name.startsWith('{'));
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !(name.slice(1, -1) in facts))).toEqual([]);
    }
  });
});

describe('the cause of the difference', () => {
  it('is the work that I/O threads take over, and their cost', () => {
    const statements = said('redis-one-thread', 'redis6-io-threads-4');
    expect(kinds(find(statements, 'need'))).toEqual(expect.arrayContaining(['handOver', 'write', 'read']));
    expect(find(statements, 'takenOver')?.facts).toMatchObject({
      side: { name: 'b' },
      threads: { class: 'serverIo', count: 3 },
    });
    expect(us(find(statements, 'spin')?.facts.a)).toBe(0);
    expect(us(find(statements, 'spin')?.facts.b)).toBeGreaterThan(1);
    // A has no such threads: nothing is said of how long they wait there.
    expect(find(statements, 'spin')?.facts).toMatchObject({
      isOnly: { value: 1 },
      side: { name: 'b' },
      other: { name: 'a' },
      threads: { count: 3 },
    });
  });

  it('is that more event loops share the same work', () => {
    const spread = find(said('cluster-3', 'cluster-6'), 'needSpread');
    expect(spread?.facts).toMatchObject({ byA: { count: 3 }, byB: { count: 6 } });
    expect(us(spread?.facts.eachA) / us(spread?.facts.eachB)).toBeCloseTo(2, 0);
    expect(spread?.parts).toBeUndefined();
  });

  it('is fewer writes, and another kind of bottleneck', () => {
    const statements = said('get3-auto-flush', 'get3-manual-flush');
    expect(statements[1]?.limits?.map(({ limit }) => limit.id)).toEqual(['busy', 'wire']);
    expect(kinds(find(statements, 'need'))[0]).toBe('write');
    expect(find(statements, 'freed')?.facts.side).toMatchObject({ name: 'b' });
    expect(find(statements, 'batching')?.facts).toMatchObject({ a: { value: 1 }, b: { value: 3 } });
  });

  it('is in commands where a request is a batch of commands', () => {
    const statements = said('set-one-by-one', 'set-pipeline-100');
    expect(statements[1]).toMatchObject({
      id: 'commands',
      facts: { a: { value: 1 }, b: { value: 100 }, isKeys: { value: 0 } },
    });
    // Requests of different sizes are compared by their commands: B carries more of them in fewer requests.
    expect(statements[0]).toMatchObject({
      id: 'faster',
      facts: { winner: { name: 'b' }, of: { value: 1 }, isTwice: { value: 1 } },
    });
  });

  it('is in keys where a request has many keys', () => {
    const keys = system('set-one-by-one', {
      'workload.batch': { kind: 'multiKey', size: 10, replyPerKey: true },
    });
    const [first, second] = contrast(system('set-one-by-one'), keys);
    expect(first?.facts.of).toMatchObject({ value: 2 });
    expect(second).toMatchObject({
      id: 'commands',
      facts: { a: { value: 1 }, b: { value: 10 }, isKeys: { value: 1 } },
    });
  });

  it('is empty between equal systems', () => {
    expect(said('lettuce-shared', 'lettuce-shared').map(({ id }) => id)).toEqual(['same', 'limits']);
  });

  it('is unknown without completed requests', () => {
    const none = system('jedis-pool-8', { 'client.io.replyTimeoutMs': 0.9 });
    const other = system('lettuce-shared');
    const told = (a: System, b: System) => contrast(a, b).map(({ id, facts }) => [id, facts]);
    const unanswered = (name: 'a' | 'b', isBoth: number) => [
      ['unanswered', { side: { unit: 'side', name }, isBoth: { unit: 'count', value: isBoth } }],
    ];
    expect(told(none, other)).toEqual(unanswered('a', 0));
    expect(told(other, none)).toEqual(unanswered('b', 0));
    expect(told(none, none)).toEqual(unanswered('a', 1));
  });
});

it('the load of shared connections is the requests in progress, without those that wait for a connection', () => {
  const overload: Edits = {
    'workload.arrivals': { kind: 'open', ratePerSec: 300_000, callers: 200 },
    'workload.arrivals.maxBacklog': 100_000,
  } as unknown as Edits;
  const inProgress = (edits: Edits) => {
    const fact = find(contrast(system('jedis-pool-8', edits), system('lettuce-shared', edits)), 'sharing')
      ?.facts.inProgress;
    return (fact as { value: number }).value;
  };
  expect(system('lettuce-shared', overload).summary.little.meanInProgress).toBeGreaterThan(5000);
  expect(inProgress(overload)).toBeLessThanOrEqual(200);
  expect(inProgress(overload)).toBeGreaterThan(150);
  // Who waits for his answer has a caller.
  expect(inProgress({})).toBe(system('lettuce-shared').summary.little.meanInProgress);
});

describe('work', () => {
  const named = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  it.each(named)('of every resource of %s adds up to the demand per request', (preset) => {
    const { summary } = system(preset);
    for (const { resource, demandUs } of summary.resources) {
      const parts = demandParts(summary, resource);
      if (parts.length > 0) expect(sumOf(parts), resource).toBeCloseTo(demandUs ?? 0, 6);
      // One thread: nothing is shared, so that the engine's figures are the demand as they are.
      const groups = threadsOf(summary, resource);
      if (groups.length !== 1 || groups[0]?.count !== 1 || resource.endsWith('Cores')) continue;
      const counted = workOf(summary, groups).filter(({ kind }) => kind !== 'spin');
      expect(sumOf(counted), resource).toBeCloseTo(demandUs ?? 0, 2);
    }
  });
});

it('similar means are not called the whole cause', () => {
  const statements = said('linux-jedis-50', 'linux-jedis-200');
  expect(ofSystems(statements)[0]?.id).toBe('same');
  const facts = find(statements, 'spread')?.facts;
  expect(us(facts?.mostA)).toBeGreaterThan(5 * us(facts?.mostB));
  expect(find(said('jedis-pool-8', 'lettuce-shared'), 'spread')).toBeUndefined();
});
