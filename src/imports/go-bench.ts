/**
 * `go test -bench` (go.dev/design/14313-benchmark-format): ns/op is wall time by operations, also of parallel benchmarks, so that its
 * inverse is the throughput. Runs of the same name (`-count`) are one point: their median, with their range.
 */
import { median } from 'd3-array';
import type { Importer } from './importer.ts';
import { fieldsOf } from './known-fields.ts';
import type { OverlayPoint } from './overlay.ts';
import { badLine, missing, numberIn } from './refusal.ts';

const FORMAT = 'go test -bench';
const EXAMPLE = 'BenchmarkGet/pool=8-2   20000   9721 ns/op';
const NS_PER_S = 1e9;

export const goBench: Importer = {
  format: FORMAT,
  recognises: (text) =>
    /^Benchmark\S*\s+\d+\s/m.test(text) || (/^goos: /m.test(text) && /^pkg: /m.test(text)),
  read: (text, source) => {
    const runs = new Map<string, number[]>();
    const facts = new Map<string, string>();
    for (const [index, raw] of text.split(/\r?\n/).entries()) {
      const [, key = '', fact = ''] = /^(goos|goarch|cpu|pkg): (.*)$/.exec(raw) ?? [];
      if (key !== '') facts.set(key, fact);
      // A line with the name alone announces a benchmark that prints something itself.
      const [, name, rest] = /^(Benchmark\S*)\s+(\S.*)$/.exec(raw) ?? [];
      if (name === undefined || rest === undefined) continue;
      const bad = () => badLine(FORMAT, index + 1, raw, EXAMPLE);
      const [count, ...pairs] = rest.trim().split(/\s+/);
      numberIn(count, bad);
      const nsPerOp = numberIn(pairs[pairs.indexOf('ns/op') - 1], bad);
      if (nsPerOp === 0) throw bad();
      runs.set(name, [...(runs.get(name) ?? []), NS_PER_S / nsPerOp]);
    }
    if (runs.size === 0) throw missing(FORMAT, EXAMPLE);
    const machine = ['cpu', 'goos', 'goarch'].flatMap((key) => facts.get(key) ?? []).join(', ');
    return {
      title: facts.get('pkg') ?? source,
      format: FORMAT,
      source,
      ...(machine === '' ? {} : { machine }),
      points: [...runs].map(([name, rates]) => pointOf(name, rates)),
    };
  },
};

function pointOf(name: string, rates: readonly number[]): OverlayPoint {
  // The number after the last dash is GOMAXPROCS.
  const [, cores] = /-(\d+)$/.exec(name) ?? [];
  const parameters = name
    .replace(/-\d+$/, '')
    .split('/')
    .flatMap((part) => {
      const [, key, value] = /^([\w.]+)=(.+)$/.exec(part) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    });
  return {
    name: name.replace(/^Benchmark/, ''),
    at: { ...(cores === undefined ? {} : { 'client.cores': Number(cores) }), ...fieldsOf(parameters) },
    perSec: { value: median(rates) ?? 0, low: Math.min(...rates), high: Math.max(...rates) },
    percentiles: [],
  };
}
