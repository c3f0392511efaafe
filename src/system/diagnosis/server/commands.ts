/** Diagnoses the load of commands on the main thread: slow ones, health checks, topology queries. */
import { count, rate, share, time } from '../../../model/explain/finding.ts';
import { fieldAt } from '../../../model/scenario/fields.ts';
import { BLOCKING } from '../../readers/blocking.ts';
import type { LargeCommand } from '../../system.ts';
import type { Change, Finding, FindingRule, Subject } from '../finding.ts';
import { edit, FOUND, text } from '../subject.ts';

/** Share of the main thread that one kind of command may have without a remark. */
const NOTABLE_SHARE = 0.1;
/** Execution time from which a command notably delays all others, µs. */
const SLOW_US = 1000;
/** Share of commands that may be health checks. */
const NOTABLE_PINGS = 0.1;
/** Commands that describe the cluster. */
const TOPOLOGY = /^cluster/i;

/** Commands by name with the share of a second that they take, largest first. */
function costs({ reading: { observed } }: Subject) {
  const commands = observed.commandsPerSecByName;
  return Object.entries(commands?.value ?? {})
    .map(([name, { callsPerSec, usPerCall, origin = commands?.origin }]) => ({
      ...{ name, callsPerSec, usPerCall, origins: origin ? [origin] : [] },
      share: (callsPerSec * usPerCall) / 1e6,
    }))
    .sort((a, b) => b.share - a.share);
}

/** The load without its rare commands, which stand for the slow ones; null if there are none. */
function withoutSlow({ scenario: { workload } }: Subject): Finding['change'] {
  const kinds = (['second', 'third'] as const).filter((kind) => workload[kind].share > 0);
  return kinds.length > 0
    ? edit(Object.fromEntries(kinds.map((kind) => [`workload.${kind}.share`, 0])))
    : null;
}

/** Rare slow commands that take much of the main thread, by the counters or by the slow log. */
export const slowCommand: FindingRule = (subject) => {
  const { slowCommands } = subject.reading.observed;
  const slow = costs(subject).find(
    ({ name, usPerCall, share: part }) =>
      usPerCall >= SLOW_US && part >= NOTABLE_SHARE && !TOPOLOGY.test(name) && !BLOCKING.test(name),
  );
  const change = withoutSlow(subject);
  if (slow)
    return {
      ...FOUND,
      id: 'slowCommand',
      source: 'server',
      origins: slow.origins,
      facts: {
        command: text(slow.name.toUpperCase()),
        each: time(slow.usPerCall),
        calls: rate(slow.callsPerSec),
        part: share(slow.share),
        isLogged: count(0),
        isNamed: count(1),
      },
      change,
      weight: 1 / Math.max(0.05, 1 - slow.share) + 0.5,
    };
  const [logged] = [...(slowCommands?.value ?? [])]
    .filter(({ name }) => !BLOCKING.test(name))
    .sort((a, b) => b.maxUs * b.count - a.maxUs * a.count);
  if (!logged || !slowCommands || logged.maxUs < SLOW_US) return undefined;
  return {
    ...FOUND,
    id: 'slowCommand',
    source: 'server',
    origins: [logged.origin ?? slowCommands.origin],
    facts: {
      command: text(logged.name.toUpperCase()),
      each: time(logged.maxUs),
      calls: rate(logged.count),
      part: share(0),
      isLogged: count(1),
      // LATENCY has an event for all commands.
      isNamed: count(logged.name === 'command' ? 0 : 1),
    },
    change,
    weight: 1.5,
  };
};

/** Percentiles that INFO and histograms give, the worst first. */
const TAIL = ['p99.9', 'p99', 'p50'] as const;

/** A command whose mean is quick, and some of whose calls are slow. */
export const slowTail: FindingRule = (subject) => {
  const { latencyByName, slowCommands } = subject.reading.observed;
  const isNamed = (name: string) =>
    slowCommands?.value.some((each) => each.name.toLowerCase() === name.toLowerCase()) ?? false;
  const [worst] = Object.entries(latencyByName?.value ?? {})
    .filter(([name]) => !BLOCKING.test(name) && !isNamed(name))
    .map(([name, each]) => ({ name, each, us: Math.max(...TAIL.map((at) => each[at] ?? 0)) }))
    .sort((a, b) => b.us - a.us);
  if (!latencyByName || !worst || worst.us < SLOW_US) return undefined;
  const { name, each, us } = worst;
  const percentile = TAIL.findLast((at) => each[at] === us) ?? TAIL[0];
  // A command whose mean is slow is a finding already.
  if ((subject.reading.observed.commandsPerSecByName?.value[name]?.usPerCall ?? 0) >= SLOW_US)
    return undefined;
  return {
    ...FOUND,
    id: 'slowTail',
    source: 'server',
    origins: [each.origin ?? latencyByName.origin],
    facts: {
      ...{ command: text(name.toUpperCase()), percentile: text(percentile) },
      ...{ slow: time(us), median: time(each.p50 ?? 0), hasMedian: count(each.p50 === undefined ? 0 : 1) },
    },
    change: withoutSlow(subject),
    weight: 1.3,
  };
};

/** A request or reply from which its transfer delays others, bytes. */
const LARGE_BYTES = 64 * 1024;

/** The load with and without its large commands, or what is missing for it. */
function withoutLarge(
  { scenario, reading: { observed } }: Subject,
  { of, count: number, seconds, maxBytes, meanBytes = maxBytes }: LargeCommand,
): Change | 'noShare' | 'noPlace' {
  const { workload, client } = scenario;
  const load =
    workload.arrivals.kind === 'open' ? workload.arrivals.ratePerSec * client.instances : undefined;
  const perSec = observed.opsPerSec?.value ?? load;
  if (seconds === undefined || perSec === undefined || perSec <= 0) return 'noShare';
  const free = (['second', 'third'] as const).find((kind) => workload[kind].share === 0);
  const field = free && `workload.${free}.${of}Bytes`;
  const { max = Number.POSITIVE_INFINITY } = (field && fieldAt(scenario, field)) || {};
  if (!free || !field || meanBytes > max) return 'noPlace';
  const { execUs, elements, storedBytes, requestBytes, replyBytes } = workload.command;
  const own = {
    execUs,
    elements,
    storedBytes,
    requestBytes,
    replyBytes,
    [`${of}Bytes`]: Math.round(meanBytes),
  };
  const part = Math.min(1, number / seconds / perSec);
  const present = Object.entries({ ...own, share: part }).map(([key, value]) => [
    `workload.${free}.${key}`,
    value,
  ]);
  return { ...edit({}), present: Object.fromEntries(present) };
}

/** Large requests and replies, of COMMANDLOG. */
export const largeCommand: FindingRule = (subject) => {
  const { largeCommands } = subject.reading.observed;
  const [largest] = [...(largeCommands?.value ?? [])].sort((a, b) => b.maxBytes - a.maxBytes);
  if (!largeCommands || !largest || largest.maxBytes < LARGE_BYTES) return undefined;
  const { name, of, count: number, maxBytes, origin = largeCommands.origin } = largest;
  const change = withoutLarge(subject, largest);
  // Zero is no limit: a time on the wire would come from a link that nothing names.
  const { mbitPerSec } = subject.scenario.network;
  return {
    ...FOUND,
    id: 'largeCommand',
    source: 'server',
    origins: [origin],
    facts: {
      ...{ command: text(name.toUpperCase()), of: text(of), times: count(number) },
      megabytes: { unit: 'number', value: maxBytes / 1024 / 1024 },
      ...{ wire: time(mbitPerSec > 0 ? (maxBytes * 8) / mbitPerSec : 0), mbit: count(mbitPerSec) },
      simulated: text(typeof change === 'string' ? change : 'yes'),
    },
    change: typeof change === 'string' ? null : change,
    weight: 1.2,
  };
};

/** Health checks as a notable part of all commands. */
export const pingLoad: FindingRule = (subject) => {
  const commands = subject.reading.observed.commandsPerSecByName;
  const all = costs(subject);
  const total = all.reduce((sum, { callsPerSec }) => sum + callsPerSec, 0);
  const ping = all.find(({ name }) => name.toLowerCase() === 'ping');
  const pings = ping?.callsPerSec ?? 0;
  if (!commands || total === 0 || pings < NOTABLE_PINGS * total) return undefined;
  return {
    ...FOUND,
    id: 'pingLoad',
    source: 'server',
    origins: ping?.origins ?? [commands.origin],
    facts: { pings: rate(pings), part: share(pings / total) },
    change: edit({
      'client.connections.testOnBorrow': false,
      'client.connections.testOnReturn': false,
    }),
    weight: 1 / Math.max(0.1, 1 - pings / total),
  };
};

/** Descriptions of the cluster that take a notable part of the main thread. */
export const topologyLoad: FindingRule = (subject) => {
  const commands = subject.reading.observed.commandsPerSecByName;
  const found = costs(subject).filter(({ name }) => TOPOLOGY.test(name));
  const part = found.reduce((sum, each) => sum + each.share, 0);
  if (!commands || part < NOTABLE_SHARE) return undefined;
  return {
    ...FOUND,
    id: 'topologyLoad',
    source: 'server',
    origins: found.flatMap(({ origins }) => origins),
    facts: { calls: rate(found.reduce((sum, each) => sum + each.callsPerSec, 0)), part: share(part) },
    weight: 1 / Math.max(0.1, 1 - part),
  };
};
