/** The readings of INFO in a text: two of one server give rates of the time between them. */
import type { FoundProblem } from './reader-result.ts';

/** Counters by name, with their lines from 1. */
export type Values = ReadonlyMap<string, { readonly text: string; readonly line: number }>;

export interface Readings {
  readonly now: Values;
  /** The earlier reading; undefined: the counters are those since the start. */
  readonly before: Values | undefined;
  /** Time in which the counters grew, s; 0: unknown. */
  readonly seconds: number;
  /** Why an earlier reading does not count. */
  readonly problem: FoundProblem | undefined;
}

/** Counters that only grow, until something sets them back. */
const GROWING = /^(?:total_(?:connections_received|commands_processed|reads_processed)|cmdstat_.+)$/;

/** @param earlier an earlier INFO of another piece */
export function readingsOf(lines: readonly string[], earlier: string | undefined): Readings {
  const [first = 0, second] = startsOf(lines);
  const last = valuesIn(lines.slice(second ?? 0), second ?? 0);
  const other =
    second !== undefined
      ? valuesIn(lines.slice(first, second), first)
      : earlier === undefined
        ? undefined
        : valuesIn(earlier.split(/\r?\n/), 0);
  const sinceStart = number(last, 'uptime_in_seconds') ?? 0;
  const alone = { now: last, before: undefined, seconds: sinceStart, problem: undefined };
  if (!other) return alone;
  const problem = (value: 'reset' | 'server') =>
    ({ code: 'SYS-21', line: (second ?? 0) + 1, key: 'INFO', value }) as const;
  const [run, ownRun] = [other, last].map((values) => values.get('run_id')?.text);
  if (run !== undefined && ownRun !== undefined && run !== ownRun)
    return { ...alone, problem: problem('server') };
  const seconds = secondsBetween(other, last);
  // Parts of INFO have no clock: they give shares, and no rates.
  if (seconds === undefined) return hasClock(other) || hasClock(last) ? alone : { ...alone, before: other };
  if (seconds === 0) return alone;
  // The later one may stand first.
  const [before, now] = seconds > 0 ? [other, last] : [last, other];
  if (isReset(before, now)) return { ...alone, now, seconds: 0, problem: problem('reset') };
  return { now, before, seconds: Math.abs(seconds), problem: undefined };
}

export function number(values: Values | undefined, name: string): number | undefined {
  const value = Number(values?.get(name)?.text);
  return values?.has(name) && Number.isFinite(value) ? value : undefined;
}

/** A heading of a section, or the name of a counter. */
const MARK = /^\s*(#\s*[A-Z]\w*(?=\s*$)|[\w|.-]+:)/;

/** Lines at which a reading begins: its first heading or counter comes again. */
function startsOf(lines: readonly string[]): readonly number[] {
  const marks = lines.map((line) => MARK.exec(line)?.[1]?.replace(/^#\s*/, '# '));
  const placesOf = (mark: string | undefined) =>
    marks.flatMap((each, index) => (mark !== undefined && each === mark ? [index] : []));
  const whole = placesOf('# Server');
  return whole.length > 0 ? whole : placesOf(marks.find((mark) => mark !== undefined));
}

function valuesIn(lines: readonly string[], from: number): Values {
  const values = new Map<string, { text: string; line: number }>();
  lines.forEach((line, index) => {
    const match = /^([\w|.-]+):(.*)$/.exec(line.trim());
    if (match) values.set(match[1] ?? '', { text: (match[2] ?? '').trim(), line: from + index + 1 });
  });
  return values;
}

const hasClock = (values: Values): boolean =>
  values.has('server_time_usec') || values.has('uptime_in_seconds');

/** By the server's clock, else by its uptime, which has whole seconds only; undefined: unknown. */
function secondsBetween(before: Values, now: Values): number | undefined {
  const [from, to] = [before, now].map((values) => number(values, 'server_time_usec'));
  if (from !== undefined && to !== undefined) return (to - from) / 1e6;
  const [early, late] = [before, now].map((values) => number(values, 'uptime_in_seconds'));
  return early === undefined || late === undefined ? undefined : late - early;
}

/** Whether counters went back between two readings. */
const isReset = (before: Values, now: Values): boolean =>
  [...now].some(([name, { text }]) => {
    if (!GROWING.test(name)) return false;
    const own = (value: string | undefined) => Number(/^(?:calls=)?(\d+)/.exec(value ?? '')?.[1]);
    return own(text) < own(before.get(name)?.text);
  });
