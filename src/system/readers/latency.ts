/** LATENCY HISTOGRAM, LATENCY DOCTOR and LATENCY LATEST, as redis-cli prints them. */
import type { SeenPercentiles, SlowCommand } from '../system.ts';
import type { Found, PieceReader } from './reader-result.ts';

/** Commands from this time on are slow: the default of slowlog-log-slower-than, µs. */
const SLOW_US = 10_000;

const HEAD =
  /"([\w|-]+)"\s+\d+\) 1\) "calls"\s+2\) \(integer\) (\d+)\s+3\) "histogram_usec"\s+4\)((?:\s+\d+\) \(integer\) \d+)*)/g;

/** Cumulative counts by the upper end of each bucket, µs. */
type Bucket = readonly [upperUs: number, count: number];

function bucketsIn(text: string): Bucket[] {
  const numbers = [...text.matchAll(/\(integer\) (\d+)/g)].map((match) => Number(match[1]));
  return numbers.flatMap((upperUs, index): Bucket[] =>
    index % 2 === 0 && numbers[index + 1] !== undefined ? [[upperUs, numbers[index + 1] ?? 0]] : [],
  );
}

const percentile = (buckets: readonly Bucket[], share: number): number | undefined => {
  const total = buckets.at(-1)?.[1] ?? 0;
  return buckets.find(([, count]) => count >= share * total)?.[0];
};

/** Mean of the calls beyond the first `quick` ones. A bucket ends at twice its beginning: its middle stands for its calls. */
function meanAbove(buckets: readonly Bucket[], quick: number): number {
  let [sum, before] = [0, quick];
  for (const [upperUs, count] of buckets) {
    if (count <= before) continue;
    sum += (count - before) * upperUs * Math.SQRT1_2;
    before = count;
  }
  return sum / Math.max(1, before - quick);
}

export const readLatencyHistogram: PieceReader = (text) => {
  const latency: Record<string, SeenPercentiles & { line: number }> = {};
  const slow: (SlowCommand & { line: number })[] = [];
  let all = 0;
  let line: number | undefined;
  for (const match of text.matchAll(HEAD)) {
    const own = text.slice(0, match.index).split('\n').length;
    line ??= own;
    const name = match[1] ?? '';
    const buckets = bucketsIn(match[3] ?? '');
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => percentile(buckets, share));
    latency[name] = {
      line: own,
      ...(p50 !== undefined && { p50 }),
      ...(p99 !== undefined && { p99 }),
      ...(p999 !== undefined && { 'p99.9': p999 }),
    };
    const [maxUs = 0, total = 0] = buckets.at(-1) ?? [];
    // Buckets are twice as wide as the one before: the last one below the limit has the quick calls.
    const quick = buckets.findLast(([upperUs]) => upperUs < SLOW_US)?.[1] ?? 0;
    all += total;
    if (maxUs >= SLOW_US && total > quick)
      slow.push({ name, line: own, count: total - quick, maxUs, meanUs: meanAbove(buckets, quick) });
  }
  if (line === undefined) return undefined;
  return {
    kind: 'latencyHistogram',
    observed: {
      latencyByName: { value: latency, line },
      ...(slow.length > 0 && {
        slowCommands: { value: slow.map((each) => ({ ...each, among: all })), line },
      }),
    },
    lines: printed(text, /^\s*(?:\d+\) )+|LATENCY HISTOGRAM/i),
  };
};

/** Numbers of the lines of a form. */
const printed = (text: string, form: RegExp): number[] =>
  text.split(/\r?\n/).flatMap((line, index) => (form.test(line) ? [index + 1] : []));

/** The event of slow commands. */
const COMMAND_EVENT = 'command';

/** An event in the doctor's report. */
const EVENT =
  /^\s*\d+\. ([\w-]+): (\d+) latency spikes? \(average (\d+)ms, mean deviation \d+ms, period ([\d.]+) sec\)\. Worst all time event (\d+)ms/gm;
/** LATENCY LATEST: event, time, latest and longest in ms. */
const LATEST = /1\) "([\w-]+)"\s+2\) \(integer\) \d{9,}\s+3\) \(integer\) (\d+)\s+4\) \(integer\) (\d+)/g;

export const readLatencyDoctor: PieceReader = (text): Found | undefined => {
  const isReport = /latency spikes? in this (?:Redis|Valkey) instance|I have a few advices for you/i.test(
    text,
  );
  const events = isReport
    ? [...text.matchAll(EVENT)].map(({ index: at, ...match }) => ({
        ...{ at, event: match[1] ?? '', count: Number(match[2]), latestMs: Number(match[3]) },
        ...{ seconds: Number(match[2]) * Number(match[4]), maxMs: Number(match[5]) },
      }))
    : [...text.matchAll(LATEST)].map(({ index: at, ...match }) => ({
        ...{ at, event: match[1] ?? '', count: 1, latestMs: Number(match[2]) },
        ...{ seconds: undefined, maxMs: Number(match[3]) },
      }));
  const [first] = events;
  if (!first) {
    const isQuiet =
      /no latency spike was observed|I'm sorry, Dave, I can't do that\. Latency monitoring is disabled/i.test(
        text,
      );
    return isQuiet ? { kind: 'latencyDoctor', lines: printed(text, /\S/) } : undefined;
  }
  const lineOf = (at: number) => text.slice(0, at).split('\n').length + (text[at] === '\n' ? 1 : 0);
  const pauses = events.map(({ at, event, latestMs, maxMs }) => ({
    event,
    latestMs,
    maxMs,
    line: lineOf(at),
  }));
  // Execution of slow commands is what the slow log shows too.
  const slow = events.filter(({ event }) => event === COMMAND_EVENT);
  const line = lineOf(first.at);
  return {
    kind: 'latencyDoctor',
    observed: {
      pauses: { value: pauses, line },
      ...(slow.length > 0 && {
        slowCommands: {
          value: slow.map(({ count, seconds, latestMs, maxMs }) => ({
            ...{ name: COMMAND_EVENT, count, maxUs: maxMs * 1000, meanUs: latestMs * 1000 },
            ...(seconds !== undefined && { seconds }),
          })),
          line: lineOf(slow[0]?.at ?? first.at),
        },
      }),
    },
    // The report's advice is prose.
    lines: printed(text, /\S/),
  };
};
