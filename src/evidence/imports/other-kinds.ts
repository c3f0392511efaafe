/** Known files that cannot be imported: each is named, with the file to use instead. */
import { otherKind, type Refusal } from './refusal.ts';

interface Kind {
  readonly name: string;
  readonly is: (text: string) => boolean;
  readonly advice: string;
}

const RATE_AND_TIMES = 'CSV: qps,mean_ms,p99_ms';

const KINDS: readonly Kind[] = [
  {
    name: 'HdrHistogram log',
    is: (text) => /^#\[Histogram log format version/m.test(text) || /^HISTF/m.test(text),
    advice: 'HistogramLogProcessor -i FILE -o OUT (OUT.hgrm)',
  },
  {
    name: 'hey',
    is: (text) => /^Summary:\s*$/m.test(text) && /^\s*Slowest:/m.test(text),
    advice: RATE_AND_TIMES,
  },
  {
    name: 'ApacheBench (ab)',
    is: (text) => /^This is ApacheBench|^Percentage of the requests served/m.test(text),
    advice: RATE_AND_TIMES,
  },
  { name: 'k6', is: (text) => /http_req_duration|iteration_duration/.test(text), advice: RATE_AND_TIMES },
  { name: 'vegeta', is: (text) => /^Latencies\s+\[/m.test(text), advice: RATE_AND_TIMES },
  { name: 'YCSB', is: (text) => /^\[OVERALL\], ?(?:RunTime|Throughput)/m.test(text), advice: RATE_AND_TIMES },
  {
    name: 'benchstat',
    is: (text) => /│\s*sec\/op|^name\s+(?:old )?time\/op/m.test(text),
    advice: 'go test -bench . > run.txt',
  },
  {
    name: 'Redis MONITOR',
    is: (text) => /^\d{10}\.\d{6} \[\d+ /m.test(text),
    advice: 'redis-benchmark … --csv > run.csv',
  },
  {
    name: 'Redis SLOWLOG',
    is: (text) => /^\s*1\) 1\) \(integer\)/m.test(text),
    advice: 'redis-cli INFO commandstats',
  },
  {
    name: 'redis-cli --intrinsic-latency',
    is: (text) => /^Max latency so far:|intrinsic latency/m.test(text),
    advice: 'redis-cli --latency-history > run.txt',
  },
  { name: 'Redis INFO', is: (text) => /^redis_version:/m.test(text), advice: 'redis-cli INFO commandstats' },
  { name: 'Java Flight Recorder', is: (text) => text.startsWith('FLR\0'), advice: RATE_AND_TIMES },
  { name: 'ZIP, XLSX', is: (text) => text.startsWith('PK\u0003\u0004'), advice: 'CSV' },
  { name: 'PDF', is: (text) => text.startsWith('%PDF-'), advice: 'CSV' },
  { name: 'PNG', is: (text) => /^.?PNG/.test(text), advice: 'CSV' },
  {
    name: 'gzip',
    is: (text) => text.startsWith('\u001f\uFFFD\b') || text.startsWith('\u001f\u008b'),
    advice: 'gunzip',
  },
  { name: 'HTML', is: (text) => /^\s*<(?:!doctype|html|\?xml)/i.test(text), advice: 'CSV' },
];

/** The refusal that names a file; undefined for an unknown one. */
export function knownElsewhere(text: string): Refusal | undefined {
  const kind = KINDS.find(({ is }) => is(text));
  return kind && otherKind(kind.name, kind.advice);
}
