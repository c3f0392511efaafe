/**
 * memtier_benchmark's `--json-out-file` (memtier_benchmark.cpp, run_stats.cpp: `print_json`): times in ms,
 * rates of commands. A pipeline is one request here, as in the model. Several runs have their best, their
 * worst and an average; without a measurement the tool prints -nan.
 */
import type { Importer } from './importer.ts';
import { JsonText } from './json-text.ts';
import { memtierText } from './memtier-text.ts';
import type { Estimate, ImportNote, OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, perBatch, settings, sorted, totalAndParts } from './points.ts';
import { allIn } from './question.ts';
import { contradiction, missing } from './refusal.ts';
import { inUs } from './units.ts';

const FORMAT = 'memtier_benchmark';

/** Lists that are no kind of command. */
const OTHERS = ['Runtime', 'Waits'];
const AVERAGE = /^AGGREGATED AVERAGE RESULTS(?: \((\d+) runs\))?$/;

export const memtier: Importer = {
  format: FORMAT,
  recognises: (text) =>
    (/^\s*\{/.test(text) &&
      /"(ALL STATS|run information|(?:BEST|WORST) RUN RESULTS|AGGREGATED AVERAGE RESULTS[^"]*)"\s*:/.test(
        text,
      )) ||
    memtierText.recognises(text),
  read: (text, source) => {
    if (!/^\s*\{/.test(text)) return memtierText.read(text, source);
    const json = new JsonText(text, FORMAT);
    const sections = json.keysAt([]).map(String);
    const average = sections.find((name) => AVERAGE.test(name));
    const section = average ?? sections.find((name) => name === 'ALL STATS');
    // The best of several runs is not their result.
    if (section === undefined && sections.some((name) => name.endsWith('RUN RESULTS')))
      throw missing(FORMAT, 'AGGREGATED AVERAGE RESULTS');
    if (section === undefined) throw missing(FORMAT, 'ALL STATS');
    const pipeline = json.numberOrNone(['configuration', 'pipeline']) ?? 1;
    if (pipeline < 1) throw contradiction(FORMAT, 'configuration', `pipeline ${pipeline}`);
    const clients = first(json, [
      ['configuration', 'clients'],
      ['run information', 'Connections per thread'],
    ]);
    const threads = first(json, [
      ['configuration', 'threads'],
      ['run information', 'Threads'],
    ]);
    const connections = clients !== undefined && threads !== undefined ? clients * threads : undefined;
    const payloadBytes = json.numberOrNone(['configuration', 'data_size']);
    const kinds = json
      .keysAt([section])
      .map(String)
      .filter((kind) => json.has([section, kind, 'Ops/sec']) && !OTHERS.includes(kind));
    const points = kinds.flatMap((kind): OverlayPoint[] => {
      const value = json.numberOrNone([section, kind, 'Ops/sec']);
      // A kind of command that was not sent has a rate of 0 and no times.
      if (value === undefined || value === 0) return [];
      const times = (names: readonly string[]) => {
        const ms = first(
          json,
          names.map((name) => [section, kind, name]),
        );
        return ms === undefined ? undefined : inUs(ms, 'ms');
      };
      const [mean, min, max] = [
        times(['Average Latency', 'Latency']),
        times(['Min Latency']),
        times(['Max Latency']),
      ];
      const count = json.numberOrNone([section, kind, 'Count']);
      return [
        consistent(FORMAT, {
          name: kind,
          ...settings({ connections, pipeline }),
          perSec: perBatch({ value, ...(average === undefined ? {} : rangeOf(json, kind, value)) }, pipeline),
          ...(mean === undefined ? {} : { meanUs: { value: mean } }),
          ...(min === undefined ? {} : { minUs: min }),
          ...(max === undefined ? {} : { maxUs: max }),
          ...(count === undefined ? {} : { count }),
          ...(payloadBytes === undefined ? {} : { payloadBytes }),
          percentiles: percentilesOf(json, section, kind),
        }),
      ];
    });
    if (points.length === 0) throw missing(FORMAT, `${section} / Totals / Ops/sec`);
    const runs = Number(
      AVERAGE.exec(average ?? '')?.[1] ?? json.numberOrNone(['configuration', 'run_count']) ?? 1,
    );
    const notes: ImportNote[] = [
      ...(pipeline > 1 ? [{ code: 'pipeline', facts: { pipeline } } as const] : []),
      ...(average === undefined ? [] : [{ code: 'runs', facts: { runs } } as const]),
    ];
    return {
      title: source,
      format: FORMAT,
      source,
      ...allIn('ms', 'tool'),
      notes,
      ...totalAndParts(points, 'Totals'),
    };
  },
};

const first = (json: JsonText, paths: readonly (readonly string[])[]): number | undefined => {
  for (const path of paths) {
    const number = json.numberOrNone(path);
    if (number !== undefined) return number;
  }
  return undefined;
};

/** From the worst to the best of several runs. */
function rangeOf(json: JsonText, kind: string, value: number): Omit<Estimate, 'value'> {
  const [worst, best] = ['WORST', 'BEST'].map((which) =>
    json.numberOrNone([`${which} RUN RESULTS`, kind, 'Ops/sec']),
  );
  if (worst === undefined || best === undefined) return {};
  return { low: Math.min(worst, best, value), high: Math.max(worst, best, value) };
}

/** Lists of the distribution by their kind of command; version 1 has no percentiles next to them. */
const LISTS: Readonly<Record<string, string>> = { Sets: 'SET', Gets: 'GET', Totals: 'ALL' };

/** `"p99.90": 1.2`, and version 1's `{ "<=msec": 1.2, "percent": 99.9 }`, in rising order. */
function percentilesOf(json: JsonText, section: string, kind: string): PercentilePoint[] {
  const path = [section, kind, 'Percentile Latencies'];
  const named = json.keysAt(path).flatMap((key): PercentilePoint[] => {
    const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(String(key)) ?? [];
    if (percent === undefined || Number(percent) > 100) return [];
    const ms = json.numberOrNone([...path, key]);
    return ms === undefined ? [] : [{ share: Number(percent) / 100, us: inUs(ms, 'ms') }];
  });
  if (named.length > 0) return sorted(named);
  const list = [section, LISTS[kind] ?? kind];
  const listed = json.keysAt(list).flatMap((index): PercentilePoint[] => {
    const ms = json.numberOrNone([...list, index, '<=msec']);
    const percent = json.numberOrNone([...list, index, 'percent']);
    if (ms === undefined || percent === undefined || percent > 100) return [];
    return [{ share: percent / 100, us: inUs(ms, 'ms') }];
  });
  return sorted(listed);
}
