/**
 * redis-benchmark's report, long (one section a test) or quiet (`-q`: one line a test), as versions 4 to 8 print it
 * (src/redis-benchmark.c, showLatencyReport). Progress that it overwrites with carriage returns is skipped. The report does not name the pipeline's length.
 */
import { CALLERS, type Importer } from './importer.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { badLine, missing, numberIn } from './refusal.ts';

const FORMAT = 'redis-benchmark';
const US_PER_MS = 1000;

const SECTION = /^====== (.+?) ======\s*$/;
const QUIET = /^(.+?): ([^\s:]+) requests per second(?:, p50=(\S+) msec)?\s*$/;
const PERCENTILE = /^(\S+)% <= (\S+) milliseconds/;

/** What a section has told so far. */
interface Section {
  readonly name: string;
  readonly line: number;
  callers?: number;
  perSec?: number;
  meanUs?: number;
  inDistribution: boolean;
  readonly percentiles: PercentilePoint[];
}

export const redisBenchmark: Importer = {
  format: FORMAT,
  recognises: (text) =>
    /^====== .+ ======\s*$/m.test(visible(text)) || /: \S+ requests per second/.test(text),
  read: (text, source) => {
    const points: OverlayPoint[] = [];
    let section: Section | undefined;
    const close = () => section && points.push(pointOf(section));
    for (const [index, raw] of visible(text).split('\n').entries()) {
      const line = index + 1;
      const [, name] = SECTION.exec(raw) ?? [];
      const quiet = section ? null : QUIET.exec(raw.trim());
      if (name !== undefined) {
        close();
        section = { name, line, inDistribution: false, percentiles: [] };
      } else if (quiet) points.push(quietPoint(quiet, line, raw));
      else if (section) take(section, raw, line);
    }
    close();
    if (points.length === 0) throw missing(FORMAT, '====== SET ======');
    return { title: source, format: FORMAT, source, points: numbered(points) };
  },
};

/** What a terminal would show: of each line the part after its last carriage return. */
const visible = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');

function take(section: Section, raw: string, line: number): void {
  const bad = (what: string) => () => badLine(FORMAT, line, raw, what);
  const [, callers] = /^\s*(\S+) parallel clients/.exec(raw) ?? [];
  if (callers !== undefined) section.callers = numberIn(callers, bad('50 parallel clients'));
  // Version 7 says it in a summary, earlier ones at the end of a section.
  const [, perSec] = /^\s*(?:throughput summary: )?(\S+) requests per second/.exec(raw) ?? [];
  if (perSec !== undefined)
    section.perSec = numberIn(perSec, bad('throughput summary: 96153.85 requests per second'));
  if (/^Latency by percentile/.test(raw)) section.inDistribution = true;
  // The cumulative distribution that follows repeats the same by latency.
  if (/^Cumulative distribution/.test(raw)) section.inDistribution = false;
  const percentile = /% <=/.test(raw) ? (PERCENTILE.exec(raw) ?? undefined) : null;
  if (percentile === undefined) throw bad('50.000% <= 0.263 milliseconds (cumulative count 50123)')();
  if (percentile && section.inDistribution) {
    const example = bad('50.000% <= 0.263 milliseconds (cumulative count 50123)');
    const share = numberIn(percentile[1], example) / 100;
    section.percentiles.push({ share, us: numberIn(percentile[2], example) * US_PER_MS });
  }
  const summary = /^\s+([\d.]+)(?:\s+[\d.]+){5}\s*$/.exec(raw);
  if (summary) section.meanUs = Number(summary[1]) * US_PER_MS;
}

function pointOf({ name, line, callers, perSec, meanUs, percentiles }: Section): OverlayPoint {
  if (perSec === undefined)
    throw badLine(FORMAT, line, `====== ${name} ======`, '96153.85 requests per second');
  return {
    name,
    at: callers === undefined ? {} : { [CALLERS]: callers },
    perSec: { value: perSec },
    ...(meanUs === undefined ? {} : { meanUs: { value: meanUs } }),
    percentiles,
  };
}

function quietPoint([, name = '', perSec, p50]: RegExpExecArray, line: number, raw: string): OverlayPoint {
  const bad = () => badLine(FORMAT, line, raw, 'SET: 96153.85 requests per second, p50=0.263 msec');
  return {
    name: name.trim(),
    at: {},
    perSec: { value: numberIn(perSec, bad) },
    percentiles: p50 === undefined ? [] : [{ share: 0.5, us: numberIn(p50, bad) * US_PER_MS }],
  };
}

/** Names are made unique: a test that was run several times is numbered. */
export function numbered(points: readonly OverlayPoint[]): OverlayPoint[] {
  const seen = new Map<string, number>();
  return points.map((point) => {
    const count = (seen.get(point.name) ?? 0) + 1;
    seen.set(point.name, count);
    return count === 1 ? point : { ...point, name: `${point.name} (${count})` };
  });
}
