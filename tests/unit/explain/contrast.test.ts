/** Why B differs from A: of all pairs that are offered. */
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../src/explain/contrast.ts';
import type { Fact } from '../../../src/explain/finding.ts';
import type { Part, Statement, System } from '../../../src/explain/statement.ts';
import { demandParts, sumOf, threadsOf, workOf } from '../../../src/explain/work.ts';
import { loadPart } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import type { Edits } from '../../../src/scenario/patch.ts';
import { pairs } from '../../../src/scenario/presets.ts';
import { argumentsOf } from '../../support/catalogue.ts';
import { scenarioOf, summaryOf } from './runs.ts';

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
const kinds = (statement: Statement | undefined) =>
  statement?.parts?.map(({ of }) => ('work' in of ? of.work : of.phase)) ?? [];

describe.each(pairs.map(({ id, a, b }) => [id, a, b] as const))('%s', (_, a, b) => {
  const statements = said(a, b);

  it('is told, beginning with by how much', () => {
    expect(['faster', 'sooner', 'same']).toContain(statements[0]?.id);
    if (statements[0]?.id !== 'same') {
      expect(find(statements, 'limits')?.limits?.map(({ side }) => side)).toEqual(['a', 'b']);
      expect(statements.length, 'what makes the difference').toBeGreaterThan(2);
    }
  });

  it('names parts that add up to the difference, the largest first, and none that do not differ', () => {
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

  it('is turned round with A and B', () => {
    const turned = said(b, a);
    expect(turned.map(({ id }) => id).sort()).toEqual(statements.map(({ id }) => id).sort());
    const [first, other] = [statements[0]?.facts, turned[0]?.facts];
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

  it('gives every sentence the figures it names', async () => {
    for (const language of LANGUAGES) {
      const texts = (await loadPart('why', language)).why?.contrast.statements as Record<string, string>;
      for (const { id, facts } of statements.filter((statement) => statement.id !== 'limits')) {
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

describe('what makes the difference', () => {
  it('is what I/O threads took over, and what they cost', () => {
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

  it('is that the same work is shared by more event loops', () => {
    const spread = find(said('cluster-3', 'cluster-6'), 'needSpread');
    expect(spread?.facts).toMatchObject({ byA: { count: 3 }, byB: { count: 6 } });
    expect(us(spread?.facts.eachA) / us(spread?.facts.eachB)).toBeCloseTo(2, 0);
    expect(spread?.parts).toBeUndefined();
  });

  it('is fewer writes, and another kind of limit', () => {
    const statements = said('get3-auto-flush', 'get3-manual-flush');
    expect(statements[1]?.limits?.map(({ limit }) => limit.id)).toEqual(['busy', 'wire']);
    expect(kinds(find(statements, 'need'))[0]).toBe('write');
    expect(find(statements, 'freed')?.facts.side).toMatchObject({ name: 'b' });
    expect(find(statements, 'batching')?.facts).toMatchObject({ a: { value: 1 }, b: { value: 3 } });
  });

  it('is told in commands where a request is a batch of them', () => {
    const statements = said('set-one-by-one', 'set-pipeline-100');
    expect(statements[1]).toMatchObject({ id: 'commands', facts: { a: { value: 1 }, b: { value: 100 } } });
  });

  it('is nothing between equal systems', () => {
    expect(said('lettuce-shared', 'lettuce-shared').map(({ id }) => id)).toEqual(['same', 'limits']);
  });

  it('is not told without answers', () => {
    const none = system('jedis-pool-8', { 'client.io.replyTimeoutMs': 1 });
    expect(contrast(none, system('lettuce-shared')).map(({ id }) => id)).toEqual(['unanswered']);
  });
});

describe('work', () => {
  const named = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  it.each(named)('of every resource of %s adds up to what a request needs of it', (preset) => {
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
