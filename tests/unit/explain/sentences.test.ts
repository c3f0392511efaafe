/** Every finding has a sentence in both languages, and every sentence gets the figures it names. */
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { evidenceOf } from '../../../src/model/explain/evidence.ts';
import { explain } from '../../../src/model/explain/findings.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { argumentsOf, flatten } from '../../support/catalogue.ts';
import { scenarioOf, summaryOf } from './runs.ts';

const open = (ratePerSec: number): Edits => ({
  'workload.arrivals.kind': 'open',
  'workload.arrivals.ratePerSec': ratePerSec,
  'workload.arrivals.callers': 200,
  'workload.arrivals.maxBacklog': 10,
});

const RUNS: readonly (readonly [string, Edits])[] = [
  ['jedis-pool-8', {}],
  ['jedis-pool-8', open(1000)],
  ['jedis-pool-8', open(50_000)],
  ['jedis-pool-8', { 'workload.arrivals.callers': 4 }],
  ['jedis-pool-8', { 'client.connections.blockWhenExhausted': false }],
  ['jedis-pool-8', { 'client.io.replyTimeoutMs': 0.9 }],
  ['textbook-closed-network', {}],
  ['lettuce-shared', {}],
  ['jedis-pool-8', { 'server.appendOnly.kind': 'always' }],
  [
    'jedis-pool-8',
    { 'server.appendOnly.kind': 'always', 'server.appendOnly.fsyncUs': { kind: 'constant', value: 100 } },
  ],
  ['jedis-pool-8', { 'workload.second.share': 0.05, 'workload.second.blockMs': 10 }],
  ['lettuce-shared', { 'workload.second.share': 0.05, 'workload.second.blockMs': 10 }],
  ['lettuce-multi-8', {}],
  ['slow-neighbour', {}],
  ['beside-batch', {}],
  ['reads-cached', {}],
  ['virtual-pinned', {}],
  ['subscription-per-user', {}],
  ['reads-from-replicas', {}],
  ['retry-storm', { 'run.warmupMs': 600 }],
  ['retry-storm-no-retries', { 'run.warmupMs': 800 }],
  ['topology-first-node', {}],
  ['node-redis', {}],
  ['redis6-io-threads-4', {}],
  ['s0-jedis-200', { 'client.cores': 2, 'server.host.kind': 'own', 'server.host.cores': 4 }],
  ['s0-jedis-200', { 'client.cores': 1 }],
];

it.each(LANGUAGES)('in %s', async (language) => {
  const texts = (await loadCatalogue(language)).messages.why;
  const evidence = flatten(texts.evidence.values);
  const told = new Set<string>();
  for (const [preset, edits] of RUNS) {
    const scenario = scenarioOf(preset, edits);
    const { limit, remarks } = explain(scenario, summaryOf(scenario));
    const sentences = [
      { ...limit, text: texts?.limits[limit.id] },
      ...evidenceOf(limit).map(({ value }) => ({
        ...limit,
        text: evidence.get(value),
      })),
      ...remarks.map((remark) => ({ ...remark, text: texts?.remarks[remark.id] })),
    ];
    for (const { id, facts, text } of sentences) {
      const names = argumentsOf(text ?? '').filter((name) => name.startsWith('{'));
      expect(
        names.filter((name) => !(name.slice(1, -1) in facts)),
        id,
      ).toEqual([]);
      told.add(id);
    }
  }
  const all = [...Object.keys(texts?.limits ?? {}), ...Object.keys(texts?.remarks ?? {})];
  expect(all.filter((id) => !told.has(id))).toEqual(['none']);
});
