/** How often clients of a cluster query its topology. */
import { count, rate, time } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND, originsAt } from '../subject.ts';

const TOPOLOGY = 'client.topology';
/** Age from which a refresh is rare enough, ms. */
const RARE_MS = 1000;
/** What the advice proposes: go-redis since 9.22, GLIDE and Lettuce's periodic refresh have it. */
const PROPOSED_MS = 60_000;

/** A refresh several times a second by every process (Spring Data Redis: every 100 ms). */
export const topologyRefreshOften: FindingRule = (subject) => {
  const { client, server } = subject.scenario;
  const { topology } = client;
  if (topology.kind !== 'cached' || server.nodes < 2) return undefined;
  if (topology.maxAgeMs === 0 || topology.maxAgeMs >= RARE_MS) return undefined;
  return {
    ...FOUND,
    id: 'topologyRefreshOften',
    source: 'configuration',
    origins: originsAt(subject, `${TOPOLOGY}.maxAgeMs`, `${TOPOLOGY}.queryNode`),
    facts: {
      age: time(topology.maxAgeMs * 1000),
      queries: rate((topology.processes * 1000) / topology.maxAgeMs),
      isFirst: count(topology.queryNode === 'first' ? 1 : 0),
    },
    change: edit({ [`${TOPOLOGY}.maxAgeMs`]: PROPOSED_MS }),
    weight: 1.2,
  };
};
