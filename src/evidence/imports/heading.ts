/**
 * Parses a column's title or the unit of a metric: `p99_ms`, `latency avg (µs)`, `throughput (kops/s)`, `99%
 * Line`.
 */
import { type TimeUnit, timeUnit } from './units.ts';

/** The meaning of a title. Without a unit, a time's unit is unknown. */
export type Heading =
  | { readonly kind: 'rate'; readonly scale: number; readonly isSure: boolean }
  | { readonly kind: 'mean'; readonly unit?: TimeUnit; readonly isSure: boolean }
  | { readonly kind: 'min' | 'max'; readonly unit?: TimeUnit }
  | { readonly kind: 'percentile'; readonly share: number; readonly unit?: TimeUnit }
  /** A measured quantity of another kind: a spread, a size, a count. */
  | { readonly kind: 'other' };

const SCALE: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };
const REQUESTS =
  '(?:req|reqs|request|requests|op|ops|operations|query|queries|command|commands|cmd|cmds|transactions|txn|samples|gets|sets)';
const PER_SECOND = new RegExp(
  String.raw`(?:^|[^a-z])(?:(k|m)?[ _]?(?:qps|rps|tps|iops|ops)(?=$|[^a-z])|(k|m)?[ _]?${REQUESTS}[ _]?(?:\/|per|p)[ _]?(?:s|sec|secs|second|seconds)(?=$|[^a-z])|per[ _]?sec(?=$|[^a-z]))`,
);
const PER_MINUTE = new RegExp(String.raw`${REQUESTS}?[ _]?(?:\/|per)[ _]?(?:min|minute)s?(?=$|[^a-z])`);
const LATENCY = /latenc|(?:^|[^a-z])(?:lat|response|resp|rt|rtt|elapsed|time|times|duration)(?=$|[^a-z])/;
const OTHER =
  /std|stdev|dev(?:iation)?(?=$|[^a-z])|variance|error|fail|(?:^|[^a-z])(?:bytes?|kb|mb|size|count|content|cpu|mem|memory|timestamp|date|timeout|ttl)(?=$|[^a-z])|[km]i?b\/|b\/op|allocs\/op/;
const MEAN = /(?:^|[^a-z])(?:mean|avg|average)(?=$|[^a-z])/;
const MIN = /(?:^|[^a-z])(?:min|minimum|fastest|best)(?=$|[^a-z])/;
const MAX = /(?:^|[^a-z])(?:max|maximum|slowest|worst)(?=$|[^a-z])/;

/** Longer texts are no titles; patterns skip them. */
const LONGEST = 200;

/** The meaning of a title; undefined where it names no quantity. */
export function headingOf(title: string): Heading | undefined {
  if (title.length > LONGEST) return undefined;
  // `p99Ms` is `p99 Ms`; `opsPerSec` is `ops Per Sec`.
  const words = title
    .normalize('NFKC')
    .replace('μ', 'µ')
    .replace(/([a-z\d])([A-Z])(?=[a-z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  const share = shareIn(words);
  const unit = unitIn(words);
  const timed = unit === undefined ? {} : { unit };
  if (/std|dev(?:iation)?(?=$|[^a-z])|variance/.test(words)) return { kind: 'other' };
  const rate = rateIn(words);
  if (rate !== undefined)
    return share === undefined && !MIN.test(words) && !MAX.test(words)
      ? { kind: 'rate', scale: rate, isSure: !/^throughput$/.test(words) }
      : { kind: 'other' };
  if (OTHER.test(words)) return { kind: 'other' };
  const isTime = unit !== undefined || LATENCY.test(words);
  if (share !== undefined) return { kind: 'percentile', share, ...timed };
  if (MEAN.test(words)) return { kind: 'mean', isSure: true, ...timed };
  if (/(?:^|[^a-z])(?:median|med)(?=$|[^a-z])/.test(words))
    return { kind: 'percentile', share: 0.5, ...timed };
  if (MIN.test(words)) return isTime ? { kind: 'min', ...timed } : undefined;
  if (MAX.test(words)) return isTime ? { kind: 'max', ...timed } : undefined;
  if (/^(?:response[ _]?time|latency|lat)(?=$|[^a-z])/.test(words))
    return { kind: 'mean', isSure: false, ...timed };
  return undefined;
}

/** Factor to requests per second; undefined when it is no rate. */
function rateIn(words: string): number | undefined {
  if (/[km]i?b(?:ytes)?[ _]?(?:\/|per)/.test(words) || /fail/.test(words)) return undefined;
  const [found, short, long] = PER_SECOND.exec(words) ?? [];
  if (found !== undefined) return SCALE[short ?? long ?? ''] ?? 1;
  if (PER_MINUTE.test(words)) return 1 / 60;
  return /(?:^|[^a-z])throughput(?=$|[^a-z])/.test(words) ? 1 : undefined;
}

/** `p99`, `p99.9`, `p999`, `99%`, `99th percentile`, `99% Line`, `pct99`, `percentile_99`, `q0.99`. */
function shareIn(words: string): number | undefined {
  const [, nines] = /(?:^|[^a-z\d])p[_ ]?(\d{1,8}(?:\.\d{1,8})?)(?=$|[^\d.])/.exec(words) ?? [];
  if (nines !== undefined) return shareOf(nines);
  const [, percent] =
    /(?:^|[^\d.])(\d{1,3}(?:\.\d{1,8})?)[ _]?(?:%|th|st|nd|rd)(?=$|[^a-z\d])/.exec(words) ??
    /(?:percentile|pctl?|pct)[ _]?(\d{1,3}(?:\.\d{1,8})?)(?=$|[^\d.])/.exec(words) ??
    [];
  if (percent !== undefined) return within(Number(percent) / 100);
  const [, quantile] = /(?:^|[^a-z])(?:q|quantile)[ _]?(0?\.\d{1,8})(?=$|[^\d.])/.exec(words) ?? [];
  return quantile === undefined ? undefined : within(Number(quantile));
}

const within = (share: number): number | undefined => (share > 0 && share <= 1 ? share : undefined);

/** `99` and `99.9`, and as usual without a point: `999`. */
const shareOf = (nines: string): number | undefined =>
  within(
    nines.includes('.') || nines.length <= 2 || Number(nines) === 100
      ? Number(nines) / 100
      : Number(nines) / 10 ** nines.length,
  );

/** The unit of time in a title; not the second of `ops/s`. */
function unitIn(words: string): TimeUnit | undefined {
  for (const word of words.split(/[^a-zµ/]+/)) {
    // `ns/op` is a time, `ops/s` is none.
    const [first = '', per] = word.split('/');
    const unit = timeUnit(first);
    if (unit !== undefined && (per === undefined || /^(op|ops|req|request|call|command)$/.test(per)))
      return unit;
  }
  return undefined;
}
