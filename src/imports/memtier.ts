/**
 * memtier_benchmark's `--json-out-file` (memtier_benchmark.cpp, run_stats.cpp: `print_json`): times in ms, rates of commands. A
 * pipeline is one request here, as in the model.
 */
import { CALLERS, type Importer, PIPELINE } from './importer.ts';
import { JsonText } from './json-text.ts';
import type { OverlayPoint } from './overlay.ts';
import { missing } from './refusal.ts';

const FORMAT = 'memtier_benchmark';
const STATS = 'ALL STATS';
const US_PER_MS = 1000;

/** Lists that are no kind of command. */
const OTHERS = ['Runtime', 'Waits'];

export const memtier: Importer = {
  format: FORMAT,
  recognises: (text) => /^\s*\{/.test(text) && /"(ALL STATS|run information)"\s*:/.test(text),
  read: (text, source) => {
    const json = new JsonText(text, FORMAT);
    if (!json.has([STATS])) throw missing(FORMAT, STATS);
    const pipeline = optional(json, ['configuration', 'pipeline']) ?? 1;
    const clients = optional(json, ['configuration', 'clients']);
    const threads = optional(json, ['configuration', 'threads']);
    const at = {
      ...(clients !== undefined && threads !== undefined ? { [CALLERS]: clients * threads } : {}),
      ...(pipeline > 1 ? { 'workload.batch.kind': 'pipeline', [PIPELINE]: pipeline } : {}),
    };
    const kinds = json
      .keysAt([STATS])
      .filter((kind) => json.has([STATS, kind, 'Ops/sec']) && !OTHERS.includes(String(kind)));
    const points = kinds.flatMap((kind): OverlayPoint[] => {
      const perSec = json.numberAt([STATS, kind, 'Ops/sec']) / pipeline;
      // A kind of command that was not sent has a rate of 0 and no times.
      if (perSec === 0) return [];
      const mean = json.has([STATS, kind, 'Average Latency']) ? 'Average Latency' : 'Latency';
      return [
        {
          name: String(kind),
          at,
          perSec: { value: perSec },
          meanUs: { value: json.numberAt([STATS, kind, mean]) * US_PER_MS },
          percentiles: percentilesOf(json, kind),
        },
      ];
    });
    if (points.length === 0) throw missing(FORMAT, `${STATS} / Totals / Ops/sec`);
    return { title: source, format: FORMAT, source, points };
  },
};

const optional = (json: JsonText, path: readonly string[]): number | undefined =>
  json.has(path) ? json.numberAt(path) : undefined;

/** `"p99.90": 1.2`, in rising order. */
function percentilesOf(json: JsonText, kind: string | number) {
  const path = [STATS, kind, 'Percentile Latencies'];
  return json
    .keysAt(path)
    .flatMap((key) => {
      const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(String(key)) ?? [];
      if (percent === undefined) return [];
      return [{ share: Number(percent) / 100, us: json.numberAt([...path, key]) * US_PER_MS }];
    })
    .sort((one, other) => one.share - other.share);
}
