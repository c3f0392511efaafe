/** How nodes, event loops and I/O threads share their work, and that the most of one is never told as the mean of all. */
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../../src/model/explain/contrast.ts';
import { minBusyUs } from '../../../../src/model/explain/disk.ts';
import { type Fact, use } from '../../../../src/model/explain/finding.ts';
import { explain } from '../../../../src/model/explain/findings.ts';
import { lawsOf } from '../../../../src/model/explain/laws.ts';
import { serversOf } from '../../../../src/model/explain/servers.ts';
import { slowerBecause } from '../../../../src/model/explain/slower.ts';
import type { Statement } from '../../../../src/model/explain/statement.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const ofPreset = (preset: string) => {
  const scenario = scenarioOf(preset);
  return { scenario, summary: summaryOf(scenario) };
};
const first = ofPreset('topology-first-node');
const any = ofPreset('topology-any-node');
const even = ofPreset('cluster-3');

const us = (fact: Fact | undefined): number => (fact?.unit === 'time' ? fact.us : Number.NaN);
const value = (fact: Fact | undefined): number => (fact && 'value' in fact ? fact.value : Number.NaN);

describe('nodes of a cluster of which one serves all topology queries', () => {
  const busy = first.summary.nodes.map(({ utilisation }) => utilisation);
  const totalUs =
    (busy.reduce((sum, each) => sum + each, 0) * first.summary.windowUs) / first.summary.requests.completed;
  const { limit } = explain(first.scenario, first.summary);

  it('are reported as one full node and idle others, with the demand on that node and on all', () => {
    expect(Math.max(...busy.slice(1))).toBeLessThan(0.02);
    expect(limit).toMatchObject({
      id: 'busy',
      facts: {
        resource: { name: 'serverMain', busiest: { of: 'serverMain', node: 1 } },
        utilisation: { value: busy[0] },
        sharing: { sharing: 'uneven' },
        others: { value: 7 },
      },
    });
    expect(value(limit.facts.othersBusy)).toBeCloseTo(
      busy.slice(1).reduce((sum, each) => sum + each, 0) / 7,
      9,
    );
    expect(us(limit.facts.whole)).toBeCloseTo(totalUs, 6);
    expect(us(limit.facts.demand) / totalUs).toBeGreaterThan(0.9);
    // What one of them does is not what each of them does.
    expect(us(limit.facts.whole) / us(limit.facts.demand)).toBeLessThan(1.1);
  });

  it('have the law of the full node', () => {
    const law = lawsOf(first.scenario, first.summary).find(({ resource }) => resource === 'serverMain');
    expect(law).toMatchObject({ sharing: 'uneven', node: 1, count: 8, timeUs: us(limit.facts.demand) });
  });

  it('differ from evenly queried nodes by the distribution of work, and not by any kind of work', () => {
    const need = contrast(first, any).find(({ id }) => id.startsWith('need')) as Statement;
    expect(need).toMatchObject({
      id: 'needUneven',
      facts: {
        oneA: { node: 1, count: 8, sharing: 'uneven' },
        oneB: { count: 8 },
        isShare: { value: 1 },
      },
    });
    expect(need.parts).toBeUndefined();
    // All in all hardly more, of the busiest one many times as much.
    expect(us(need.facts.a) / us(need.facts.b)).toBeLessThan(1.3);
    expect(us(need.facts.eachA) / us(need.facts.eachB)).toBeGreaterThan(6);
  });

  it('do not make a kind of work the reason for a difference', () => {
    expect(slowerBecause(any, first)).toBeUndefined();
  });

  it('are idle on average, and so is the busiest of them, where all are queried in turn', () => {
    const idle = explain(any.scenario, any.summary).remarks.find(({ id }) => id === 'serverIdle');
    const shares = any.summary.nodes.map(({ utilisation }) => utilisation);
    const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
    expect(value(idle?.facts.utilisation)).toBeCloseTo(mean, 9);
    expect(value(idle?.facts.busiest)).toBe(Math.max(...shares));
    expect(value(idle?.facts.node)).toBe(1 + shares.indexOf(Math.max(...shares)));
  });
});

describe('nodes and event loops with equal shares', () => {
  it('are reported together, with the maximum of one and the total of all', () => {
    const { limit } = explain(even.scenario, even.summary);
    expect(limit.facts).toMatchObject({ sharing: { sharing: 'even' }, servers: { value: 3 } });
    expect(limit.facts.resource).toEqual({ unit: 'resource', name: 'eventLoop' });
    expect(us(limit.facts.whole)).toBeLessThanOrEqual(3 * us(limit.facts.demand));
    expect(us(limit.facts.whole)).toBeGreaterThan(2.7 * us(limit.facts.demand));
    const nodes = serversOf(even.scenario, even.summary, 'serverMain');
    expect(nodes).toMatchObject({ count: 3, sharing: 'even' });
    expect(nodes).not.toHaveProperty('node');
    expect(nodes.meanShare).toBeLessThan(use(even.summary, 'serverMain')?.utilisation ?? 0);
  });

  it('are reported as before where any core takes any work, and where there is one', () => {
    const cores = serversOf(even.scenario, even.summary, 'clientCores');
    expect(cores.sharing).toBe('pooled');
    expect(cores.meanUs).toBeCloseTo(use(even.summary, 'clientCores')?.demandUs ?? 0, 9);
    const one = ofPreset('jedis-pool-8');
    const alone = serversOf(one.scenario, one.summary, 'serverMain');
    const need = use(one.summary, 'serverMain');
    expect(alone).toEqual({
      count: 1,
      sharing: 'alone',
      totalUs: need?.demandUs,
      meanUs: need?.demandUs,
      meanShare: need?.utilisation,
      othersShare: 0,
    });
  });
});

it('the busiest of event loops with unequal connections is the bottleneck, with the work of all', () => {
  // Three connections on two loops.
  const scenario = scenarioOf('lettuce-multi-8', {
    'client.connections.count': 3,
    'client.io.loops': 2,
    'network.rttUs': 50,
  });
  const summary = summaryOf(scenario);
  const loops = serversOf(scenario, summary, 'eventLoop');
  expect(loops).toMatchObject({ count: 2, sharing: 'uneven' });
  expect(loops.othersShare).toBeLessThan(0.8 * (use(summary, 'eventLoop')?.utilisation ?? 0));
  expect(explain(scenario, summary).limit.facts.resource).toMatchObject({
    busiest: { of: 'eventLoop', node: 0 },
  });
});

it('waiting for the disk is known as an average of nodes, and is added to no maximum', () => {
  const edits = { 'server.appendOnly.kind': 'always' } as const;
  const scenario = scenarioOf('cluster-3', edits);
  const summary = summaryOf(scenario);
  const { meanUs } = serversOf(scenario, summary, 'serverMain');
  const waits = summary.threads.find((group) => group.class === 'serverMain')?.shares.waitReply ?? 0;
  const disk = (waits * summary.windowUs) / summary.requests.completed;
  expect(disk).toBeGreaterThan(0);
  expect(minBusyUs(scenario, summary)).toBeCloseTo(meanUs + disk, 9);
  const law = lawsOf(scenario, summary).find(({ resource }) => resource === 'serverMain');
  expect(law).toMatchObject({ sharing: 'pooled' });
  expect(law?.perSec).toBeGreaterThanOrEqual(summary.throughput.perSec);
});
