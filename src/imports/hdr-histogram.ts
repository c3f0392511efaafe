/**
 * The percentile distribution that HdrHistogram writes (`outputPercentileDistribution`), and wrk2 and this page with it. The text does
 * not name its unit; milliseconds are usual, and are taken.
 */
import type { Importer } from './importer.ts';
import type { PercentilePoint } from './overlay.ts';
import { badLine, missing, numberIn } from './refusal.ts';

const FORMAT = 'HdrHistogram';
const EXAMPLE = '0.263 0.500000000000 50123 2.00';
const US_PER_MS = 1000;
const HEADER = /^\s*Value\s+Percentile\s+TotalCount\s+1\/\(1-Percentile\)\s*$/;

export const hdrHistogram: Importer = {
  format: FORMAT,
  recognises: (text) => text.split('\n').some((line) => HEADER.test(line)),
  read: (text, source) => {
    const lines = text.split(/\r?\n/);
    const start = lines.findIndex((line) => HEADER.test(line)) + 1;
    const percentiles: PercentilePoint[] = [];
    let meanUs: number | undefined;
    let isComplete = false;
    for (const [index, raw] of lines.entries()) {
      if (index < start || raw.trim() === '') continue;
      const bad = () => badLine(FORMAT, index + 1, raw, EXAMPLE);
      const [, mean] = /^#\[Mean\s*=\s*([^,\s]+)/.exec(raw) ?? [];
      if (mean !== undefined) meanUs = numberIn(mean, bad) * US_PER_MS;
      if (/^#\[/.test(raw)) isComplete = true;
      // What follows the figures is the tool's own report (wrk2).
      if (isComplete) continue;
      const [value, share, count] = raw.trim().split(/\s+/);
      numberIn(count, bad);
      const point = { share: numberIn(share, bad), us: numberIn(value, bad) * US_PER_MS };
      if (point.share > 1 || point.us < (percentiles.at(-1)?.us ?? 0)) throw bad();
      percentiles.push(point);
    }
    if (percentiles.length === 0) throw missing(FORMAT, EXAMPLE);
    return {
      title: source,
      format: FORMAT,
      source,
      method: 'ms',
      points: [
        { name: source, at: {}, ...(meanUs === undefined ? {} : { meanUs: { value: meanUs } }), percentiles },
      ],
    };
  },
};
