/** INFO, with commandstats, latencystats and errorstats; once, or twice with the seconds between: then the counters are rates. */
import type { SlowCommand } from '../system.ts';
import { number, readingsOf, type Values } from './info-readings.ts';
import type { Found, PieceReader } from './reader-result.ts';

type Own = NonNullable<Found['observed']>;
type Filled = { -readonly [Name in keyof Own]: Own[Name] };

/** Commands that INFO and its readers send themselves. */
const OWN = /^(info|slowlog|client|config|latency|command)\b/;

export const readInfo: PieceReader = (text, { earlierInfo }) => {
  if (
    !/^(redis_version|valkey_version|connected_clients|total_commands_processed|cmdstat_\S+|latency_percentiles_usec_\S+|errorstat_\S+):/m.test(
      text,
    )
  )
    return undefined;
  const lines = text.split(/\r?\n/);
  const { now, before, seconds, problem } = readingsOf(lines, earlierInfo);
  const change = (name: string): number | undefined => {
    const value = number(now, name);
    return value === undefined ? undefined : value - (number(before, name) ?? 0);
  };
  const at = (name: string): number => now.get(name)?.line ?? 1;
  const observed: Filled = {};
  const take = (
    name: 'maxclients' | 'connectedClients' | 'rejectedConnections' | 'opsPerSec' | 'latestForkUs',
    field: string,
  ) => {
    const value = number(now, field);
    if (value !== undefined) observed[name] = { value, line: at(field) };
  };
  take('maxclients', 'maxclients');
  take('connectedClients', 'connected_clients');
  take('rejectedConnections', 'rejected_connections');
  take('opsPerSec', 'instantaneous_ops_per_sec');
  take('latestForkUs', 'latest_fork_usec');
  const [commands, reads] = [change('total_commands_processed'), change('total_reads_processed')];
  if (commands !== undefined && reads)
    observed.commandsPerRead = { value: commands / reads, line: at('total_reads_processed') };
  takeSizes(change, at, observed);
  const loopUs = change('eventloop_duration_sum');
  if (loopUs !== undefined && seconds > 0)
    observed.mainThreadBusyShare = {
      value: Math.min(1, loopUs / 1e6 / seconds),
      line: at('eventloop_duration_sum'),
    };
  const received = change('total_connections_received');
  if (received !== undefined && seconds > 0)
    observed.connectionsPerSec = { value: received / seconds, line: at('total_connections_received') };
  const byName = commandsIn(now, before, seconds);
  const [firstCommand] = [...now.keys()].filter((key) => key.startsWith('cmdstat_'));
  if (firstCommand && Object.keys(byName).length > 0)
    observed.commandsPerSecByName = { value: byName, line: at(firstCommand) };
  const slow = seconds > 0 ? [] : slowIn(now);
  if (slow[0]) observed.slowCommands = { value: slow, line: at(`cmdstat_${slow[0].name}`) };
  takeSections(now, before, commands, observed);
  const version = now.get('valkey_version') ?? now.get('redis_version');
  if (version)
    observed.server = {
      value: { product: now.has('valkey_version') ? 'valkey' : 'redis', version: version.text },
      line: version.line,
    };
  return { kind: 'info', observed, lines: described(lines), ...(problem && { problems: [problem] }) };
};

/** Lines of counters and headings: INFO has many that say nothing about the client. */
const described = (lines: readonly string[]): number[] =>
  lines.flatMap((line, index) =>
    /^\s*(?:[\w|@.-]+:|(?:[\w.:-]+>\s*)?INFO\b)/i.test(line) ? [index + 1] : [],
  );

/** Percentiles of execution times, and replies with an error. */
function takeSections(
  now: Values,
  before: Values | undefined,
  among: number | undefined,
  observed: Filled,
): void {
  const [latency, errors] = ['latency_percentiles_usec_', 'errorstat_'].map((prefix) =>
    [...now].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [{ name: key.slice(prefix.length), ...value }] : [],
    ),
  );
  const [firstLatency] = latency ?? [];
  if (latency && firstLatency) {
    const value = Object.fromEntries(
      latency.map(({ name, text, line }) => [
        name,
        {
          line,
          ...Object.fromEntries(
            [...text.matchAll(/\b(p50|p99\.9|p99)=([\d.]+)/g)].map((match) => [match[1], Number(match[2])]),
          ),
        },
      ]),
    );
    observed.latencyByName = { value, line: firstLatency.line };
  }
  const countOf = (text: string | undefined) => Number(/count=(\d+)/.exec(text ?? '')?.[1] ?? 0);
  const counted = (errors ?? []).map(({ name, text, line }) => ({
    ...{ name, line },
    ...(among !== undefined && among > 0 && { among }),
    count: countOf(text) - countOf(before?.get(`errorstat_${name}`)?.text),
  }));
  const [firstError] = counted.filter(({ count }) => count > 0);
  if (firstError)
    observed.errors = {
      value: counted.filter(({ count }) => count > 0),
      line: firstError.line,
    };
}

/** A mean execution time from which a command is slow, µs. */
const SLOW_US = 1000;

/** Without the uptime there are no rates: the mean times still tell which commands are slow. */
function slowIn(now: Values): (SlowCommand & { readonly line: number })[] {
  const all = [...now].flatMap(([key, { text, line }]) => {
    const [, calls, usec] = /calls=(\d+),usec=(\d+)/.exec(text) ?? [];
    const name = key.slice('cmdstat_'.length);
    const isCommand = key.startsWith('cmdstat_') && !OWN.test(name) && Number(calls) > 0;
    return isCommand ? [{ name, line, count: Number(calls), meanUs: Number(usec) / Number(calls) }] : [];
  });
  const among = all.reduce((sum, { count }) => sum + count, 0);
  return all
    .filter(({ meanUs }) => meanUs >= SLOW_US)
    .map((each) => ({ ...each, maxUs: Math.round(each.meanUs), among }));
}

/** Bytes of a reply, without those that replicas got. */
function takeSizes(
  change: (name: string) => number | undefined,
  at: (name: string) => number,
  observed: Filled,
): void {
  const [commands, bytes] = [change('total_commands_processed'), change('total_net_output_bytes')];
  const replicated = change('total_net_repl_output_bytes') ?? 0;
  if (commands && bytes !== undefined && bytes >= replicated)
    observed.replyBytes = { value: (bytes - replicated) / commands, line: at('total_net_output_bytes') };
}

/** Calls and times of each command. Without a duration the busiest second that the times allow is unknown: none. */
function commandsIn(now: Values, before: Values | undefined, seconds: number) {
  const stats = (values: Values | undefined, key: string): readonly [number, number] => {
    const match = /calls=(\d+),usec=(\d+)/.exec(values?.get(key)?.text ?? '');
    return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
  };
  const found: Record<string, { callsPerSec: number; usPerCall: number; line: number }> = {};
  for (const key of now.keys()) {
    if (!key.startsWith('cmdstat_') || OWN.test(key.slice('cmdstat_'.length)) || seconds <= 0) continue;
    const [calls, usec] = stats(now, key);
    const [callsBefore, usecBefore] = stats(before, key);
    if (calls <= callsBefore) continue;
    found[key.slice('cmdstat_'.length)] = {
      callsPerSec: (calls - callsBefore) / seconds,
      usPerCall: (usec - usecBefore) / (calls - callsBefore),
      line: now.get(key)?.line ?? 1,
    };
  }
  return found;
}
