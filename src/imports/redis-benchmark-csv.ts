/** redis-benchmark's `--csv`: a line a test; versions before 6.2 write no header and only the rate. */

import { csvRows } from './csv-rows.ts';
import type { Importer } from './importer.ts';
import type { OverlayPoint } from './overlay.ts';
import { numbered } from './redis-benchmark.ts';
import { badLine, numberIn } from './refusal.ts';

const FORMAT = 'redis-benchmark --csv';
const HEADER = '"test","rps","avg_latency_ms"';
const US_PER_MS = 1000;
const PERCENTILES = [0.5, 0.95, 0.99] as const;
const OLD = /^"[^"\n]+","[\d.]+"\s*$/;

export const redisBenchmarkCsv: Importer = {
  format: FORMAT,
  recognises: (text) =>
    text.trimStart().startsWith(HEADER) || OLD.test(text.trimStart().split('\n', 1)[0] ?? ''),
  read: (text, source) => {
    const isOld = !text.trimStart().startsWith(HEADER);
    const { header, rows } = csvRows(isOld ? `"test","rps"\n${text.trimStart()}` : text, FORMAT);
    const points = rows.map(({ line, cells }): OverlayPoint => {
      const numberOf = (column: string) => {
        const index = header.indexOf(column);
        const refuse = () => badLine(FORMAT, isOld ? line - 1 : line, cells.join(','), '"SET","96153.85",…');
        return index < 0 ? undefined : numberIn(cells[index], refuse);
      };
      const mean = numberOf('avg_latency_ms');
      return {
        name: cells[0] ?? '',
        at: {},
        perSec: { value: numberOf('rps') ?? 0 },
        ...(mean === undefined ? {} : { meanUs: { value: mean * US_PER_MS } }),
        percentiles: PERCENTILES.flatMap((share) => {
          const ms = numberOf(`p${100 * share}_latency_ms`);
          return ms === undefined ? [] : [{ share, us: ms * US_PER_MS }];
        }),
      };
    });
    return { title: source, format: FORMAT, source, points: numbered(points) };
  },
};
