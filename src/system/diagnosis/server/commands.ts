/** What the commands do to the main thread: slow ones, health checks, topology queries. */
import { count, rate, share, time } from '../../../model/explain/finding.ts';
import type { FindingRule, Subject } from '../finding.ts';
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

/** Rare slow commands that take much of the main thread, by the counters or by the slow log. */
export const slowCommand: FindingRule = (subject) => {
  const { slowCommands } = subject.reading.observed;
  const slow = costs(subject).find(
    ({ name, usPerCall, share: part }) =>
      usPerCall >= SLOW_US && part >= NOTABLE_SHARE && !TOPOLOGY.test(name),
  );
  const { workload } = subject.scenario;
  const kinds = (['second', 'third'] as const).filter((kind) => workload[kind].share > 0);
  const change =
    kinds.length > 0 ? edit(Object.fromEntries(kinds.map((kind) => [`workload.${kind}.share`, 0]))) : null;
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
      },
      change,
      weight: 1 / Math.max(0.05, 1 - slow.share) + 0.5,
    };
  const [logged] = [...(slowCommands?.value ?? [])].sort((a, b) => b.maxUs * b.count - a.maxUs * a.count);
  if (!logged || !slowCommands || logged.maxUs < SLOW_US) return undefined;
  return {
    ...FOUND,
    id: 'slowCommand',
    source: 'server',
    origins: [slowCommands.origin],
    facts: {
      command: text(logged.name.toUpperCase()),
      each: time(logged.maxUs),
      calls: rate(logged.count),
      part: share(0),
      isLogged: count(1),
    },
    change,
    weight: 1.5,
  };
};

/** Health checks as a notable part of all commands. */
export const pingLoad: FindingRule = (subject) => {
  const commands = subject.reading.observed.commandsPerSecByName;
  const all = costs(subject);
  const total = all.reduce((sum, { callsPerSec }) => sum + callsPerSec, 0);
  const pings = all.find(({ name }) => name.toLowerCase() === 'ping')?.callsPerSec ?? 0;
  if (!commands || total === 0 || pings < NOTABLE_PINGS * total) return undefined;
  return {
    ...FOUND,
    id: 'pingLoad',
    source: 'server',
    origins: [commands.origin],
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
    origins: [commands.origin],
    facts: { calls: rate(found.reduce((sum, each) => sum + each.callsPerSec, 0)), part: share(part) },
    weight: 1 / Math.max(0.1, 1 - part),
  };
};
