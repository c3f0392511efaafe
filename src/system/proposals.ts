/** Proposals for the questions, from what the server's texts say; each names the line that it follows from. */
import { BLOCKING } from './readers/blocking.ts';
import type { Answers, Observed, Origin, QuestionId, Reading, Seen, SlowCommand } from './system.ts';

export interface Proposal {
  /** In the unit of its question's field. */
  readonly value: number;
  readonly basis: Origin;
}

export type Proposals = Readonly<Partial<Record<QuestionId, Proposal>>>;

/** Mean execution time from which a command delays all others, µs. */
const SLOW_US = 1000;
/** Fewer commands a second are those of an idle moment. */
const BUSY_PER_SEC = 100;

/** Shares of the calls that are at least as slow as a percentile. */
const PERCENTILES = [
  ['p50', 0.5],
  ['p99', 0.01],
  ['p99.9', 0.001],
] as const;

/** Slow commands as a share of all, with their mean time. */
interface Slow {
  readonly count: number;
  /** Mean time of each, µs. */
  readonly us: number;
  readonly basis: Origin;
}

/** Client processes: the answer, else what a text says, else the machines of CLIENT LIST; undefined if unknown. */
export function instancesOf(reading: Reading, answers: Answers): number | undefined {
  const { instances } = answers;
  return typeof instances === 'number' ? instances : (reading.instances ?? hostsIn(reading.observed)?.value);
}

/** What the texts propose. @param answers decide over what texts say about the same */
export function proposalsOf(reading: Reading, answers: Answers): Proposals {
  const { observed } = reading;
  const hosts = hostsIn(observed);
  const instances = instancesOf(reading, answers) ?? 1;
  const { opsPerSec, replyBytes } = observed;
  const total = opsPerSec && opsPerSec.value >= BUSY_PER_SEC ? opsPerSec : undefined;
  const rate = total && { value: rounded(total.value / instances), basis: total.origin };
  const stated = reading.settings.findLast(({ path }) => path === 'workload.arrivals.ratePerSec')?.value;
  const perSec =
    typeof answers.rate === 'number'
      ? answers.rate * instances
      : (total?.value ?? (typeof stated === 'number' ? stated : undefined));
  return {
    ...(hosts && { instances: hosts }),
    ...(rate && { rate }),
    ...(replyBytes && {
      replyBytes: { value: Math.round(replyBytes.value), basis: replyBytes.origin },
    }),
    ...slowIn(observed, perSec),
  };
}

/** Two digits say as much as a counter does. */
const rounded = (value: number): number => Number(value.toPrecision(2));

/** Client machines of CLIENT LIST. */
function hostsIn({ clients }: Observed): Proposal | undefined {
  const value = new Set(clients?.value.flatMap(({ host }) => host ?? [])).size;
  return clients && value > 0 ? { value, basis: clients.origin } : undefined;
}

/** The share of slow commands and their time, from the text that says most. */
function slowIn(observed: Observed, perSec: number | undefined): Proposals {
  const found =
    ofCounters(observed) ??
    (observed.slowCommands ? ofLog(observed.slowCommands, perSec) : undefined) ??
    ofPercentiles(observed);
  if (!found) return {};
  const { share, us, basis } = found;
  return {
    slowTime: { value: rounded(us), basis },
    ...(share !== undefined && { slowShare: { value: Math.min(1, rounded(share)), basis } }),
  };
}

interface Shared {
  /** Undefined: the text does not say of how many commands. */
  readonly share: number | undefined;
  readonly us: number;
  readonly basis: Origin;
}

/** Several kinds of slow commands as one. @param all number of all commands */
function together(slow: readonly Slow[], all: number | undefined): Shared | undefined {
  const [first] = [...slow].sort((a, b) => b.count * b.us - a.count * a.us);
  const count = slow.reduce((sum, each) => sum + each.count, 0);
  if (!first || count === 0) return undefined;
  const us = slow.reduce((sum, each) => sum + each.count * each.us, 0) / count;
  return { share: all === undefined ? undefined : count / all, us, basis: first.basis };
}

/** Commands of INFO whose mean is slow. */
function ofCounters({ commandsPerSecByName: commands }: Observed): Shared | undefined {
  const all = Object.entries(commands?.value ?? {}).filter(([name]) => !BLOCKING.test(name));
  const slow = all.flatMap(([, { callsPerSec: count, usPerCall: us, origin = commands?.origin }]) =>
    us >= SLOW_US && origin ? [{ count, us, basis: origin }] : [],
  );
  return together(
    slow,
    all.reduce((sum, [, { callsPerSec }]) => sum + callsPerSec, 0),
  );
}

/** Entries of a log or of a histogram. */
function ofLog(
  { value, origin: whole }: Seen<readonly SlowCommand[]>,
  perSec: number | undefined,
): Shared | undefined {
  const rows = value.filter(({ name }) => !BLOCKING.test(name));
  // A text that knows all commands says more than a log.
  const counted = rows.filter(({ among }) => among !== undefined);
  const used = counted.length > 0 ? counted : rows;
  const slow = used.map(({ count, maxUs, meanUs = maxUs, origin = whole }) => ({
    ...{ count, us: meanUs, basis: origin },
  }));
  const { among, seconds } = used[0] ?? {};
  return together(slow, among ?? (seconds && perSec ? seconds * perSec : undefined));
}

/** Commands with a slow percentile: their calls are known from the counters of the same INFO. */
function ofPercentiles({ latencyByName, commandsPerSecByName: commands }: Observed): Shared | undefined {
  const calls = commands?.value ?? {};
  const slow = Object.entries(latencyByName?.value ?? {}).flatMap(([name, each]): Slow[] => {
    const basis = each.origin ?? latencyByName?.origin;
    const [found] = PERCENTILES.filter(([percentile]) => (each[percentile] ?? 0) >= SLOW_US);
    if (!found || !basis || BLOCKING.test(name)) return [];
    const [percentile, share] = found;
    return [{ count: (calls[name]?.callsPerSec ?? 1) * share, us: each[percentile] ?? 0, basis }];
  });
  const all = Object.values(calls).reduce((sum, { callsPerSec }) => sum + callsPerSec, 0);
  return together(slow, all > 0 ? all : undefined);
}
