/**
 * `go test -bench` (go.dev/design/14313-benchmark-format), plain or as `-json`. ns/op is wall time divided by
 * operations, also of parallel benchmarks, so its inverse is the throughput. Custom metrics (`p99_ns/op`,
 * `req/s`) are read by name. Runs of the same name (`-count`) are one point: their median, with their range.
 */
import { max, median, min } from 'd3-array';
import { headingOf } from './heading.ts';
import type { Importer } from './importer.ts';
import { CALLERS, fieldsOf } from './known-fields.ts';
import type { Estimate, ImportNote, OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, sorted } from './points.ts';
import { badLine, inRange, missing, numberIn } from './refusal.ts';
import { inUs } from './units.ts';

const FORMAT = 'go test -bench';
const EXAMPLE = 'BenchmarkGet/pool=8-2   20000   9721 ns/op';
const NS_PER_S = 1e9;
/** Metrics of the testing package next to ns/op. */
const OWN = new Set(['ns/op', 'MB/s', 'B/op', 'allocs/op']);

/** The values of one benchmark, by run. */
interface Runs {
  readonly rates: number[];
  readonly reportedRates: number[];
  readonly means: number[];
  readonly percentiles: Map<number, number[]>;
}

export const goBench: Importer = {
  format: FORMAT,
  recognises: (text) => {
    const plain = plainText(text);
    return /^Benchmark\S*\s+\d+\s/m.test(plain) || (/^goos: /m.test(plain) && /^pkg: /m.test(plain));
  },
  read: (text, source) => {
    const all = new Map<string, Runs>();
    const facts = new Map<string, string>();
    const unread = new Set<string>();
    for (const [index, raw] of plainText(text).split('\n').entries()) {
      const [, key = '', fact = ''] = /^(goos|goarch|cpu|pkg): (.*)$/.exec(raw) ?? [];
      if (key !== '') facts.set(key, fact);
      // A line with the name alone announces a benchmark with output of its own.
      const [, name, rest] = /^(Benchmark\S*)\s+(\S.*)$/.exec(raw) ?? [];
      if (name === undefined || rest === undefined) continue;
      let runs = all.get(name);
      if (!runs) {
        runs = { rates: [], reportedRates: [], means: [], percentiles: new Map() };
        all.set(name, runs);
      }
      takeLine(runs, rest, unread, () => badLine(FORMAT, index + 1, raw, EXAMPLE));
    }
    if (all.size === 0) throw missing(FORMAT, EXAMPLE);
    const machine = ['cpu', 'goos', 'goarch'].flatMap((key) => facts.get(key) ?? []).join(', ');
    const notes: ImportNote[] =
      unread.size === 0 ? [] : [{ code: 'left', facts: { what: [...unread].slice(0, 10).join(', ') } }];
    return {
      title: facts.get('pkg') ?? source,
      format: FORMAT,
      source,
      ...(machine === '' ? {} : { machine }),
      times: [{ unit: 'ns', basis: 'file' }],
      notes,
      points: [...all].map(([name, runs]) => consistent(FORMAT, pointOf(name, runs))),
    };
  },
};

/** Unwraps the lines of `go test -json` (cmd/test2json). */
function plainText(text: string): string {
  if (!/^\s*\{"(?:Time|Action)":/.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      try {
        const event: unknown = JSON.parse(line);
        return typeof event === 'object' && event !== null && 'Output' in event ? String(event.Output) : '';
      } catch {
        return line === '' ? '' : `${line}\n`;
      }
    })
    .join('');
}

function takeLine(
  runs: Runs,
  rest: string,
  unread: Set<string>,
  bad: () => ReturnType<typeof badLine>,
): void {
  const [count, ...pairs] = rest.trim().split(/\s+/);
  numberIn(count, bad);
  if (pairs.length % 2 !== 0) throw bad();
  let isRead = false;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [text, unit = ''] = [pairs[at], pairs[at + 1]];
    if (/^[+-]?[\d.]/.test(unit)) throw bad();
    if (unit === 'ns/op') {
      const nsPerOp = numberIn(text, bad);
      if (nsPerOp === 0) throw bad();
      runs.rates.push(inRange(NS_PER_S / nsPerOp, bad));
      isRead = true;
      continue;
    }
    const value = numberIn(text, bad);
    if (OWN.has(unit)) continue;
    const heading = headingOf(unit);
    if (heading?.kind === 'rate') runs.reportedRates.push(value * heading.scale);
    else if (heading?.kind === 'percentile' && heading.unit !== undefined) {
      const list = runs.percentiles.get(heading.share) ?? [];
      list.push(inUs(value, heading.unit));
      runs.percentiles.set(heading.share, list);
    } else if (heading?.kind === 'mean' && heading.unit !== undefined)
      runs.means.push(inUs(value, heading.unit));
    else {
      unread.add(unit);
      continue;
    }
    isRead = true;
  }
  if (!isRead) throw bad();
}

const estimate = (values: readonly number[]): Estimate => ({
  value: median(values) ?? 0,
  ...(values.length < 2 ? {} : { low: min(values) ?? 0, high: max(values) ?? 0 }),
});

/** Callers in a part of a name: `parallel(64)`, `goroutines-64`, `clients64`. */
const CALLERS_IN =
  /^(?:parallel(?:ism)?|goroutines|clients|callers|threads|workers|conc(?:urrency)?|users)[(_-]?(\d{1,7})\)?$/i;

function pointOf(name: string, { rates, reportedRates, means, percentiles }: Runs): OverlayPoint {
  // The number after the last dash is GOMAXPROCS.
  const [, cores] = /-(\d+)$/.exec(name) ?? [];
  const parts = name.replace(/-\d+$/, '').split('/');
  const parameters = parts.flatMap((part) => {
    const [, key, value] = /^([\w.]+)=(.+)$/.exec(part) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  const at = { ...(cores === undefined ? {} : { 'client.cores': Number(cores) }), ...fieldsOf(parameters) };
  const from = parts.find((part) => CALLERS_IN.test(part));
  const callers = Number(CALLERS_IN.exec(from ?? '')?.[1]);
  const perSec = reportedRates.length > 0 ? reportedRates : rates;
  return {
    name: name.replace(/^Benchmark/, ''),
    at,
    ...(perSec.length === 0 ? {} : { perSec: estimate(perSec) }),
    ...(means.length === 0 ? {} : { meanUs: estimate(means) }),
    percentiles: sorted(
      [...percentiles].map(([share, values]): PercentilePoint => ({ share, us: median(values) ?? 0 })),
    ),
    ...(from !== undefined && callers > 0 && !(CALLERS in at)
      ? { proposedCallers: { value: callers, from } }
      : {}),
  };
}
