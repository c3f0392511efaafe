/**
 * JMH's results: JSON (`-rf json`; org.openjdk.jmh.results.format.JSONResultFormat), CSV (`-rf csv`, `-rf
 * scsv`) and the printed table. Throughput in operations per unit of time, or times per operation. Modes:
 * thrpt, avgt, sample (with percentiles), ss. Parameters named like fields of a scenario set those fields.
 */
import type { Importer } from './importer.ts';
import { jmhCsv, jmhText } from './jmh-text.ts';
import { JMH, metricOf } from './jmh-units.ts';
import { JsonText } from './json-text.ts';
import { CALLERS, fieldsOf } from './known-fields.ts';
import type { OverlayPoint } from './overlay.ts';
import { consistent, numbered, sorted } from './points.ts';
import { missing } from './refusal.ts';
import { inUs } from './units.ts';

const isJson = (text: string): boolean =>
  /^\s*\[/.test(text) && /"(jmhVersion|primaryMetric)"\s*:/.test(text);

export const jmh: Importer = {
  format: JMH,
  recognises: (text) => isJson(text) || jmhCsv.recognises(text) || jmhText.recognises(text),
  read: (text, source) => {
    if (!isJson(text)) return (jmhCsv.recognises(text) ? jmhCsv : jmhText).read(text, source);
    const json = new JsonText(text, JMH);
    const points = json.keysAt([]).map((index) => pointAt(json, index));
    if (points.length === 0) throw missing(JMH, 'primaryMetric');
    const [jdk, vm] = ['jdkVersion', 'vmName'].map((name) => json.valueAt([0, name]));
    const machine = [vm, jdk].filter((part) => typeof part === 'string').join(' ');
    const units = [...new Set(points.flatMap(({ unit }) => unit ?? []))];
    return {
      title: source,
      format: JMH,
      source,
      ...(machine === '' ? {} : { machine }),
      times: units.map((unit) => ({ unit, basis: 'file' })),
      points: numbered(points.map(({ point }) => point)),
    };
  },
};

function pointAt(json: JsonText, index: string | number) {
  const metric = [index, 'primaryMetric'];
  if (!json.has(metric)) throw missing(JMH, `[${index}] / primaryMetric`);
  const score = json.numberAt([...metric, 'score']);
  // "NaN" with one iteration.
  const error = json.valueAt([...metric, 'scoreError']);
  const scoreUnit = String(json.valueAt([...metric, 'scoreUnit']) ?? '');
  const params = json.valueAt([index, 'params']);
  const named = Object.entries(typeof params === 'object' && params !== null ? params : {}).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const benchmark = String(json.valueAt([index, 'benchmark']) ?? '');
  const { unit, ...figures } = metricOf(score, typeof error === 'number' ? error : undefined, scoreUnit);
  const point: OverlayPoint = {
    name: [
      benchmark.split('.').slice(-2).join('.'),
      ...named.map(([name, value]) => `${name}=${value}`),
    ].join(' '),
    at: { [CALLERS]: json.numberAt([index, 'threads']), ...fieldsOf(named) },
    ...figures,
    percentiles: unit === undefined ? [] : percentilesOf(json, index, unit),
  };
  return { point: consistent(JMH, point), unit };
}

/** `"99.0": 412.2`, in rising order; percentiles of other modes are of the rounds' means, not of requests. */
function percentilesOf(json: JsonText, index: string | number, unit: Parameters<typeof inUs>[1]) {
  if (json.valueAt([index, 'mode']) !== 'sample') return [];
  const path = [index, 'primaryMetric', 'scorePercentiles'];
  return sorted(
    json.keysAt(path).flatMap((key) => {
      const share = Number(key) / 100;
      if (!(share >= 0 && share <= 1)) throw missing(JMH, 'scorePercentiles: "99.0"');
      return [{ share, us: inUs(json.numberAt([...path, key]), unit) }];
    }),
  );
}
