/**
 * JMH's JSON (`-rf json`; org.openjdk.jmh.results.format.JSONResultFormat): throughput in operations per unit of time, or times
 * per operation. Modes: thrpt, avgt, sample (with percentiles), ss. Parameters that are fields of a scenario become so.
 */
import { CALLERS, type Importer } from './importer.ts';
import { JsonText } from './json-text.ts';
import { fieldsOf } from './known-fields.ts';
import type { Estimate, OverlayPoint } from './overlay.ts';
import { numbered } from './redis-benchmark.ts';
import { missing, Refusal } from './refusal.ts';

const FORMAT = 'JMH';

/** Seconds in the units that JMH writes. */
const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60 };

export const jmh: Importer = {
  format: FORMAT,
  recognises: (text) => /^\s*\[/.test(text) && /"(jmhVersion|primaryMetric)"\s*:/.test(text),
  read: (text, source) => {
    const json = new JsonText(text, FORMAT);
    const points = json.keysAt([]).map((index) => pointAt(json, index));
    if (points.length === 0) throw missing(FORMAT, 'primaryMetric');
    const [jdk, vm] = ['jdkVersion', 'vmName'].map((name) => json.valueAt([0, name]));
    const machine = [vm, jdk].filter((part) => typeof part === 'string').join(' ');
    return {
      title: source,
      format: FORMAT,
      source,
      ...(machine === '' ? {} : { machine }),
      points: numbered(points),
    };
  },
};

function pointAt(json: JsonText, index: string | number): OverlayPoint {
  const metric = [index, 'primaryMetric'];
  if (!json.has(metric)) throw missing(FORMAT, `[${index}] / primaryMetric`);
  const score = json.numberAt([...metric, 'score']);
  const error = json.valueAt([...metric, 'scoreError']);
  const unit = String(json.valueAt([...metric, 'scoreUnit']) ?? '');
  const params = (json.valueAt([index, 'params']) ?? {}) as Readonly<Record<string, unknown>>;
  const named = Object.entries(params).map(([name, value]) => [name, String(value)] as const);
  const benchmark = String(json.valueAt([index, 'benchmark']) ?? '');
  const [, per = ''] = /^ops\/(\w+)$/.exec(unit) ?? [];
  const [, time = ''] = /^(\w+)\/op$/.exec(unit) ?? [];
  const [rate, span] = [SECONDS[per], SECONDS[time]];
  if (rate === undefined && span === undefined)
    throw new Refusal('IMP-03', FORMAT, { what: 'scoreUnit: ops/s, us/op, …' });
  const estimate = (scale: number): Estimate => ({
    value: score * scale,
    ...(typeof error === 'number' && Number.isFinite(error)
      ? { low: Math.max(0, score - error) * scale, high: (score + error) * scale }
      : {}),
  });
  return {
    name: [
      benchmark.split('.').slice(-2).join('.'),
      ...named.map(([name, value]) => `${name}=${value}`),
    ].join(' '),
    at: { [CALLERS]: json.numberAt([index, 'threads']), ...fieldsOf(named) },
    ...(rate === undefined ? {} : { perSec: estimate(1 / rate) }),
    ...(span === undefined ? {} : { meanUs: estimate(span * 1e6) }),
    percentiles: span === undefined ? [] : percentilesOf(json, metric, span * 1e6),
  };
}

/** `"99.0": 412.2`, in rising order; other modes have percentiles of the rounds' means, which are none of requests. */
function percentilesOf(json: JsonText, metric: readonly (string | number)[], usPerUnit: number) {
  if (json.valueAt([metric[0] ?? 0, 'mode']) !== 'sample') return [];
  const path = [...metric, 'scorePercentiles'];
  return json
    .keysAt(path)
    .map((key) => ({ share: Number(key) / 100, us: json.numberAt([...path, key]) * usPerUnit }))
    .sort((one, other) => one.share - other.share);
}
