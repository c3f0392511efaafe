/**
 * The report of redis-benchmark (versions 3 to 8) and valkey-benchmark, long (one section per test) or quiet
 * (`-q`: one line per test), as printed by showLatencyReport in src/redis-benchmark.c. Progress overwritten
 * with carriage returns is skipped. The pipeline's length is only in a command pasted above.
 */
import { type Command, commandIn } from './command-line.ts';
import type { Importer } from './importer.ts';
import type { ImportNote, OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, numbered, perBatch, settings, sorted } from './points.ts';
import { allIn } from './question.ts';
import { badLine, contradiction, missing, numberIn } from './refusal.ts';
import { inUs } from './units.ts';

const FORMAT = 'redis-benchmark';

const SECTION = /^====== (.+?) ======\s*$/;
const QUIET = /^(.+?): ([^\s:]+) requests per second(?:, p50=(\S+) msec)?\s*$/;
const PERCENTILE = /^\s*(\S+)% <= (\S+) milliseconds(?:\s*\(cumulative count (\d+)\))?\s*$/;
const PERCENTILE_EXAMPLE = '50.000% <= 0.263 milliseconds (cumulative count 50123)';

/** Shares with bounds where the tool prints a coarse distribution. */
const SHARES = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

/** A line of the distribution before version 6.2: times are truncated to the printed digits. */
interface Step {
  readonly share: number;
  readonly us: number;
  readonly stepUs: number;
}

/** The section read so far. */
interface Section {
  readonly name: string;
  readonly line: number;
  readonly command: Command | undefined;
  connections?: number;
  payloadBytes?: number;
  count?: number;
  seconds?: number;
  perSec?: number;
  summary?: ReadonlyMap<string, number>;
  /** Names of the summary's columns, after its header. */
  columns?: readonly string[];
  part: 'head' | 'percentiles' | 'cumulative';
  readonly percentiles: PercentilePoint[];
  readonly steps: Step[];
}

export const redisBenchmark: Importer = {
  format: FORMAT,
  recognises: (text) =>
    /^====== .+ ======\s*$/m.test(visible(text)) || /: \S+ requests per second/.test(text),
  read: (text, source) => {
    const points: OverlayPoint[] = [];
    let section: Section | undefined;
    let command: Command | undefined;
    const close = () => section && points.push(pointOf(section));
    for (const [index, raw] of visible(text).split('\n').entries()) {
      const line = index + 1;
      const pasted = commandIn(raw);
      const [, name] = SECTION.exec(raw) ?? [];
      const quiet = section ? null : QUIET.exec(raw.trim());
      if (pasted) {
        close();
        section = undefined;
        command = pasted;
      } else if (name !== undefined) {
        close();
        section = { name, line, command, part: 'head', percentiles: [], steps: [] };
      } else if (quiet) points.push(quietPoint(quiet, line, raw, command));
      else if (section) take(section, raw, line);
    }
    close();
    if (points.length === 0) throw missing(FORMAT, '====== SET ======');
    const isBound = points.some(({ percentiles }) => percentiles.some(({ fromUs }) => fromUs !== undefined));
    const notes: ImportNote[] = [
      ...(isBound ? [{ code: 'bounds' } as const] : []),
      ...points.flatMap(({ pipeline }): ImportNote[] =>
        pipeline === undefined ? [] : [{ code: 'pipeline', facts: { pipeline } }],
      ),
    ];
    return {
      title: source,
      format: FORMAT,
      source,
      ...allIn('ms', 'file'),
      notes: notes.filter(
        (note, at) =>
          notes.findIndex((candidate) => JSON.stringify(candidate) === JSON.stringify(note)) === at,
      ),
      points: numbered(points),
    };
  },
};

/** The visible text of a terminal: of each line the part after its last carriage return. */
const visible = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');

function take(section: Section, raw: string, line: number): void {
  const bad = (what: string) => () => badLine(FORMAT, line, raw, what);
  const [, connections] = /^\s*(\S+) parallel clients/.exec(raw) ?? [];
  if (connections !== undefined) section.connections = numberIn(connections, bad('50 parallel clients'));
  const [, bytes] = /^\s*(\S+) bytes payload/.exec(raw) ?? [];
  if (bytes !== undefined) section.payloadBytes = numberIn(bytes, bad('3 bytes payload'));
  const [, count, seconds] = /^\s*(\S+) requests completed in (\S+) seconds/.exec(raw) ?? [];
  if (count !== undefined) {
    const example = bad('100000 requests completed in 1.05 seconds');
    section.count = numberIn(count, example);
    section.seconds = numberIn(seconds, example);
  }
  // Version 6.2 and later print it in a summary, earlier ones at the end of a section.
  const [, perSec] = /^\s*(?:throughput summary: )?(\S+) requests per second/.exec(raw) ?? [];
  if (perSec !== undefined)
    section.perSec = numberIn(perSec, bad('throughput summary: 96153.85 requests per second'));
  if (/^\s*Latency by percentile/.test(raw)) section.part = 'percentiles';
  // The cumulative distribution that follows repeats the same by latency.
  if (/^\s*Cumulative distribution/.test(raw)) section.part = 'cumulative';
  if (/% <=/.test(raw)) takePercentile(section, raw, bad(PERCENTILE_EXAMPLE));
  takeSummary(section, raw, bad('avg min p50 p95 p99 max'));
}

function takePercentile(section: Section, raw: string, bad: () => ReturnType<typeof badLine>): void {
  const [, percent, ms, cumulative] = PERCENTILE.exec(raw) ?? [];
  if (percent === undefined || ms === undefined) throw bad();
  const share = numberIn(percent, bad) / 100;
  const us = inUs(numberIn(ms, bad), 'ms');
  if (share > 1) throw bad();
  if (cumulative === undefined && section.part === 'head') {
    const digits = ms.split('.')[1]?.length ?? 0;
    section.steps.push({ share, us, stepUs: 1000 / 10 ** digits });
  } else if (section.part !== 'cumulative') section.percentiles.push({ share, us });
}

const NAMES = /^\s*(?:(?:avg|min|p\d+(?:\.\d+)?|max)\s*)+$/;

/** `avg min p50 p95 p99 max`, and the numbers below. */
function takeSummary(section: Section, raw: string, bad: () => ReturnType<typeof badLine>): void {
  if (raw.length > 400) return;
  if (section.columns) {
    if (raw.trim() === '') return;
    const numbers = raw.trim().split(/\s+/);
    if (numbers.length !== section.columns.length) throw bad();
    section.summary = new Map(
      section.columns.map((name, index) => [name, inUs(numberIn(numbers[index], bad), 'ms')]),
    );
    delete section.columns;
  } else if (NAMES.test(raw) && /avg|p50/.test(raw)) section.columns = raw.trim().split(/\s+/);
}

/** The bounds of a share in a coarse distribution: the two steps around it. */
function boundsAt(steps: readonly Step[], share: number): PercentilePoint | undefined {
  const [first] = steps;
  if (!first) return undefined;
  const at = steps.findLastIndex((step) => step.share <= share + 1e-9);
  const below = steps[at];
  if (!below) return { share, us: first.us + first.stepUs, fromUs: 0 };
  const next = steps[at + 1];
  // The share of the line itself is rounded: the value may still be on the step before.
  const isOnLine = Math.abs(below.share - share) < 5e-5;
  const from = isOnLine ? (steps[at - 1]?.us ?? below.us) : below.us;
  return { share, us: next?.us ?? below.us + below.stepUs, fromUs: from };
}

function pointOf(section: Section): OverlayPoint {
  const { name, line, command, perSec, summary, steps, count, seconds, payloadBytes } = section;
  if (perSec === undefined)
    throw badLine(FORMAT, line, `====== ${name} ======`, '96153.85 requests per second');
  // Seconds are printed with two digits.
  if (count !== undefined && seconds !== undefined && perSec > 0) {
    const expected = count / perSec;
    if (Math.abs(expected - seconds) > 0.02 * seconds + 0.011)
      throw contradiction(FORMAT, name, `${count} requests / ${seconds} s ≠ ${perSec} requests/s`);
  }
  if (
    steps.some(
      (step, index) => step.share < (steps[index - 1]?.share ?? 0) || step.us < (steps[index - 1]?.us ?? 0),
    )
  )
    throw contradiction(
      FORMAT,
      name,
      steps
        .map(({ share, us }) => `${(100 * share).toFixed(2)} % ≤ ${us} µs`)
        .slice(0, 4)
        .join(', '),
    );
  const ofSummary = [...(summary ?? [])].flatMap(([column, us]): PercentilePoint[] => {
    const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(column) ?? [];
    return percent === undefined ? [] : [{ share: Number(percent) / 100, us }];
  });
  const coarse = steps.length === 0 ? [] : SHARES.flatMap((share) => boundsAt(steps, share) ?? []);
  const last = steps.at(-1);
  const [mean, min, max] = ['avg', 'min', 'max'].map((column) => summary?.get(column));
  const maxUs = max ?? (last && last.share >= 0.99995 ? last.us : undefined);
  const pipeline = command?.pipeline;
  return consistent(
    FORMAT,
    {
      name,
      ...settings({ connections: section.connections ?? command?.connections, pipeline }),
      perSec: perBatch({ value: perSec }, pipeline),
      ...(mean === undefined ? {} : { meanUs: { value: mean } }),
      ...(min === undefined ? {} : { minUs: min }),
      ...(maxUs === undefined ? {} : { maxUs }),
      ...(count === undefined ? {} : { count }),
      ...(payloadBytes === undefined ? {} : { payloadBytes }),
      // The summary is exact; lines of the distribution complement it.
      percentiles: sorted([...coarse, ...section.percentiles, ...ofSummary]),
    },
    last?.stepUs ?? 1,
  );
}

function quietPoint(
  [, name = '', perSec, p50]: RegExpExecArray,
  line: number,
  raw: string,
  command: Command | undefined,
): OverlayPoint {
  const bad = () => badLine(FORMAT, line, raw, 'SET: 96153.85 requests per second, p50=0.263 msec');
  return {
    name: name.trim(),
    ...settings(command ?? {}),
    perSec: perBatch({ value: numberIn(perSec, bad) }, command?.pipeline),
    percentiles: p50 === undefined ? [] : [{ share: 0.5, us: inUs(numberIn(p50, bad), 'ms') }],
  };
}
