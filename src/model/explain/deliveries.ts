/** Messages of PUBLISH: the main thread sends one to each subscriber before it serves the next client. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { costOf } from './costs.ts';
import { count, type Rule, rate, share } from './finding.ts';
import { completedFor } from './instances.ts';

/** Bytes of a message that `pushNs` includes, as in the engine. */
const SMALL_BYTES = 64;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Bytes of a message: those of the first command that publishes. */
const messageBytes = ({ workload, neighbours = [] }: Scenario): number =>
  [workload, ...neighbours.map((other) => other.workload)].find(({ command }) => command.publishes)?.command
    .requestBytes ?? 0;

/** Share of the main thread's time in write(). */
function writingShare(summary: Summary): number {
  const main = summary.threads.find((group) => group.class === 'serverMain');
  const perRequestUs = main?.work.find(({ activity }) => activity === 'write')?.perRequestUs ?? 0;
  return main ? (perRequestUs * completedFor(summary, main.class)) / (main.count * summary.windowUs) : 0;
}

/**
 * Which part of the main thread's time messages take: queueing one costs `pushNs` and its bytes, and write() is
 * shared out evenly among messages and replies.
 */
export const deliveries: Rule<'deliveries'> = (scenario, summary) => {
  const clients = [summary, ...(summary.neighbours ?? [])];
  const uses = clients.flatMap(({ pubSub }) => pubSub ?? []);
  const perSec = sum(uses.map(({ deliveriesPerSec }) => deliveriesPerSec));
  if (perSec === 0) return undefined;
  const bytes = Math.max(0, messageBytes(scenario) - SMALL_BYTES);
  const queueing = (perSec * (costOf(scenario, 'pushNs') + bytes * costOf(scenario, 'replyPerByteNs'))) / 1e9;
  const repliesPerSec = sum(clients.map(({ throughput }) => throughput.perSec));
  const writing = (writingShare(summary) * perSec) / (perSec + repliesPerSec);
  return {
    id: 'deliveries',
    facts: {
      messages: rate(perSec),
      subscriptions: count(sum(uses.map(({ subscriptions }) => subscriptions))),
      part: share(queueing + writing),
    },
  };
};
