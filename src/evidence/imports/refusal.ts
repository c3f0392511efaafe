/** Why a file could not be read: thrown by importers, caught in `read.ts`. */
import type { Problem, ProblemCode } from '../../model/scenario/problem.ts';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly problem: Problem;

  constructor(
    code: ProblemCode,
    format: string,
    facts: Omit<Problem, 'code' | 'path' | 'facts'> & { what?: string; advice?: string },
  ) {
    super(code);
    const { what = '', advice = '', ...rest } = facts;
    this.problem = {
      code,
      path: '',
      ...rest,
      facts: { format, what, advice, hasAdvice: advice === '' ? 'no' : 'yes' },
    };
  }
}

/** Longest part of a line that is quoted. */
const QUOTED = 60;

/** The best output option of each tool. */
const ADVICE: Readonly<Record<string, string>> = {
  memtier_benchmark: 'memtier_benchmark … --json-out-file=run.json',
  'redis-benchmark': 'redis-benchmark … --csv > run.csv',
  'redis-benchmark --csv': 'redis-benchmark … --csv > run.csv',
  JMH: 'java -jar benchmarks.jar -rf json -rff run.json',
  'go test -bench': 'go test -bench . > run.txt',
  HdrHistogram: 'histogram.outputPercentileDistribution(out, 1000.0)',
  wrk: 'wrk2 … --latency > run.txt',
  Locust: 'locust … --csv run (run_stats.csv)',
  JMeter: 'Aggregate Report → Save Table Data',
  'redis-cli --latency': 'redis-cli --latency-history > run.txt',
  'INFO commandstats': 'redis-cli INFO commandstats > run.txt',
  CSV: 'qps,p99_us\\n90000,350',
};

const adviceOf = (format: string): string => ADVICE[format] ?? '';

/**
 * A line that does not fit the tool's format.
 * @param line counted from 1
 * @param what an example of a valid one
 */
export const badLine = (format: string, line: number, text: string, what: string): Refusal =>
  new Refusal('IMP-02', format, { line, value: text.trim().slice(0, QUOTED), what });

/** A file without a required part. */
export const missing = (format: string, what: string): Refusal =>
  new Refusal('IMP-03', format, { what, advice: adviceOf(format) });

/** A table that ends after its header. */
export const noRows = (format: string): Refusal => {
  const refusal = missing(format, 'rows');
  return Object.assign(refusal, {
    problem: { ...refusal.problem, facts: { ...refusal.problem.facts, form: 'header' } },
  });
};

/**
 * Values that contradict each other.
 * @param what which ones
 */
export const contradiction = (format: string, name: string, what: string): Refusal =>
  new Refusal('IMP-07', format, { value: name.slice(0, QUOTED), what, advice: adviceOf(format) });

/**
 * A known file without data for the model's charts.
 * @param advice what to do instead
 */
export const otherKind = (format: string, advice: string): Refusal =>
  new Refusal('IMP-08', format, { advice });

/** Larger numbers are no measurement: 1e15 µs are 31 years. */
export const LARGEST = 1e15;
const NUMBER = /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * A required number of a line, or a refusal. Negative values and values above {@link LARGEST} are refused,
 * too.
 */
export function numberIn(text: string | undefined, refuse: () => Refusal): number {
  const plain = text?.trim() ?? '';
  const value = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isNaN(value)) throw refuse();
  return inRange(value, refuse);
}

/** The number, unless no measurement is that large. */
export function inRange(value: number, refuse: () => Refusal): number {
  if (!Number.isFinite(value) || value > LARGEST) {
    const { problem } = refuse();
    throw new Refusal('IMP-10', String(problem.facts?.format ?? ''), {
      value: String(problem.value ?? ''),
      ...(problem.line === undefined ? {} : { line: problem.line }),
    });
  }
  if (value < 0) throw refuse();
  return value;
}
