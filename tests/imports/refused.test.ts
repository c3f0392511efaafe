/** Files that are broken in every way we could think of: each is refused with a sentence that names the line, in both languages. */
import { describe, expect, it } from 'vitest';
import { FORMATS, readTable, readText } from '../../src/evidence/imports/read.ts';
import { issueText } from '../../src/i18n/issues.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { sample } from './samples.ts';

const benchmark = sample('redis-benchmark.txt');
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

/** What is broken, the text, the code, and the line that must be named. */
const broken: readonly (readonly [string, string, string, number?])[] = [
  ['nothing', '', 'IMP-01'],
  ['prose', 'Dear reader,\n\nthis is no benchmark.\n', 'IMP-02', 3],
  ['a page', '<!doctype html>\n<p>hello', 'IMP-08'],
  ['bytes', '\u0000\u0001\u0002', 'IMP-01'],
  ['other JSON', '{"a": 1}', 'IMP-01'],
  [
    'redis-benchmark: no rate',
    benchmark.replace('throughput summary: 146198.83 requests per second', ''),
    'IMP-02',
    1,
  ],
  [
    'redis-benchmark: a rate that is none',
    benchmark.replace('146198.83', 'fast'),
    'IMP-02',
    lineOf(benchmark, '146198.83'),
  ],
  [
    'redis-benchmark: a broken percentile',
    benchmark.replace('75.000% <= 0.271', '75.000% <= oops'),
    'IMP-02',
    lineOf(benchmark, '75.000% <= 0.271'),
  ],
  ['redis-benchmark: cut off', benchmark.slice(0, benchmark.indexOf('50.000%')), 'IMP-02', 1],
  ['redis-benchmark -q: a rate that is none', 'SET: lots requests per second, p50=0.1 msec\n', 'IMP-02', 1],
  [
    'redis-benchmark --csv: a number that is none',
    sample('redis-benchmark.csv').replace('"33134.53"', '"n/a"'),
    'IMP-02',
    3,
  ],
  [
    'redis-benchmark --csv: a line too short',
    sample('redis-benchmark.csv').replace(',"26.191"', ''),
    'IMP-02',
    3,
  ],
  ['redis-benchmark --csv: header alone', '"test","rps","avg_latency_ms"\n', 'IMP-03'],
  [
    'memtier: a text for a number',
    sample('memtier.json').replace('454545.0', '"many"'),
    'IMP-02',
    lineOf(sample('memtier.json'), '454545.0'),
  ],
  [
    'memtier: cut off',
    sample('memtier.json').slice(0, 900),
    'IMP-05',
    lineOf(sample('memtier.json'), sample('memtier.json').slice(900)),
  ],
  ['memtier: no results', '{ "run information": {} }', 'IMP-03'],
  ['memtier: nothing was sent', '{ "ALL STATS": { "Sets": { "Ops/sec": 0.0 } } }', 'IMP-03'],
  ['JMH: no metric', '[\n{ "jmhVersion": "1.37", "threads": 1 }\n]', 'IMP-03'],
  [
    'JMH: a score that is none',
    sample('jmh.json').replace('"score": 94.5', '"score": "fast"'),
    'IMP-02',
    lineOf(sample('jmh.json'), '"score": 94.5'),
  ],
  ['JMH: an unknown unit', sample('jmh.json').replace('ops/ms', 'B/op'), 'IMP-03'],
  [
    'JMH: cut off',
    sample('jmh.json').slice(0, 500),
    'IMP-05',
    lineOf(sample('jmh.json'), sample('jmh.json').slice(500)),
  ],
  ['Go: no benchmark ran', 'goos: linux\npkg: example.org/resp\nPASS\n', 'IMP-03'],
  [
    'Go: a number that is none',
    sample('go-bench.txt').replace('8725 ns/op', 'NaN ns/op'),
    'IMP-02',
    lineOf(sample('go-bench.txt'), '8725 ns/op'),
  ],
  ['Go: no ns/op', 'BenchmarkGet-2 \t 100 \t 12 B/op\n', 'IMP-02', 1],
  ['HdrHistogram: header alone', '       Value     Percentile TotalCount 1/(1-Percentile)\n\n', 'IMP-03'],
  ['HdrHistogram: values that fall', sample('hdr-histogram.txt').replace('0.311', '0.111'), 'IMP-02', 5],
  ['HdrHistogram: a share above 1', sample('hdr-histogram.txt').replace('0.5000', '5.0000'), 'IMP-02', 4],
  ['wrk: no rate', 'Running 30s test @ http://127.0.0.1/\n  2 threads and 64 connections\n', 'IMP-03'],
  [
    'wrk: a latency without a unit',
    'Running 30s test @ http://x/\n    Latency   4.10   1.20ms   9.87ms   70.00%\n',
    'IMP-02',
    2,
  ],
  ['Locust: no rates', 'Type,Name,Request Count\nGET,/,1\n', 'IMP-03'],
  ['JMeter: a time that is none', 'Label,# Samples,Average,Throughput\nGET,1,fast,2\n', 'IMP-02', 2],
  [
    'INFO commandstats: a number that is none',
    'cmdstat_get:calls=many,usec=1,usec_per_call=1\n',
    'IMP-02',
    1,
  ],
  ['INFO commandstats: sums that do not fit', 'cmdstat_get:calls=10,usec=100,usec_per_call=9000\n', 'IMP-07'],
  ['redis-cli --latency: cut off', 'min: 0, max: 12, avg: (3 samples)\n', 'IMP-02', 1],
  [
    'memtier: values of 1e305',
    sample('memtier.json').replace('454545.0', '1e305'),
    'IMP-10',
    lineOf(sample('memtier.json'), '454545.0'),
  ],
  ['memtier: text without a table', 'ALL STATS\n=====\n', 'IMP-03'],
  [
    'redis-benchmark: percentiles that fall',
    benchmark.replace('75.000% <= 0.271', '75.000% <= 0.001'),
    'IMP-07',
  ],
  ['CSV: percentiles that fall', 'a,p50_ms,p99_ms\nx,9,1\n', 'IMP-07'],
  ['CSV: a huge number', 'a,p50_ms\nx,1e300\n', 'IMP-10', 2],
  ['CSV: a negative time', 'a,p50_ms\nx,-1\n', 'IMP-02', 2],
  ['CSV: an open quote', 'client,qps\n"jedis,100\nlettuce,200\n', 'IMP-02', 2],
  ['CSV: a line too long', 'client,qps\njedis,100\nlettuce,200,300\n', 'IMP-02', 3],
  ['CSV: header alone', 'client,qps\n', 'IMP-03'],
];

const problemOf = (text: string) => {
  const reading = readText(text, 'file');
  if ('question' in reading) return undefined;
  return 'problem' in reading ? reading.problem : undefined;
};

describe('a broken file', () => {
  it.each(broken.map((one) => [one[0], one] as const))('%s', (_, [, text, code, line]) => {
    const problem = problemOf(text);
    expect([problem?.code, problem?.line]).toEqual([code, line]);
    for (const language of LANGUAGES) {
      const sentence = problem ? issueText(problem, language) : '';
      if (line !== undefined) expect(sentence).toContain(String(line));
      expect(sentence).not.toMatch(/[{}]\w|undefined|null/);
    }
  });

  it('of every format has been tried', () => {
    const tried = broken.map(([name]) => name);
    const names: Readonly<Record<string, string>> = { memtier_benchmark: 'memtier', 'go test -bench': 'Go' };
    for (const format of FORMATS)
      expect(tried.filter((name) => name.startsWith(names[format] ?? format))).not.toEqual([]);
  });

  it('is named when everything that can be read is listed', () => {
    expect(problemOf('')?.allowed).toEqual(FORMATS);
  });
});

it('a table is refused at the line that does not fit what its columns were chosen to be', () => {
  const reading = readText('client,qps\njedis,100\nlettuce,200\n', 'file');
  if (!('table' in reading)) throw new Error('no table');
  const bytes = new TextEncoder().encode('client,qps\njedis,100\nlettuce,200\n');
  const columns = reading.table.columns.map((column) => ({ ...column, role: 'perSec' as const }));
  const chosen = readTable(bytes, 'file', columns);
  expect(chosen).toMatchObject({ problem: { code: 'IMP-02', line: 2 } });
  const none = reading.table.columns.map((column) => ({ ...column, role: 'nothing' as const }));
  expect(readTable(bytes, 'file', none)).toMatchObject({
    problem: { code: 'IMP-03' },
  });
});
