/**
 * Redis' own statistics: INFO commandstats and latencystats (server.c: execution times in µs, without
 * queueing and network), and `redis-cli --latency`, `--latency-history` (redis-cli.c: round trips of PING on
 * one connection; whole ms, the average with two digits).
 */
import type { Importer } from './importer.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, numbered, sorted } from './points.ts';
import { allIn } from './question.ts';
import { badLine, contradiction, missing, numberIn } from './refusal.ts';
import { inUs } from './units.ts';

const INFO = 'INFO commandstats';
const STAT = /^\s*cmdstat_([^:\s]+):(.*)$/;
const LATENCY_STAT = /^\s*latency_percentiles_usec_([^:\s]+):(.*)$/;

/** `calls=1,usec=2` */
const pairsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(',')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

export const infoCommandstats: Importer = {
  format: INFO,
  recognises: (text) =>
    text
      .split('\n')
      .some(
        (line) =>
          STAT.test(line) || LATENCY_STAT.test(line) || /^# (?:Commandstats|Latencystats)\s*$/.test(line),
      ),
  read: (text, source) => {
    const stats = new Map<string, { calls: number; meanUs: number; failed: number }>();
    const percentiles = new Map<string, readonly PercentilePoint[]>();
    for (const [index, raw] of text.split('\n').entries()) {
      const bad = () =>
        badLine(INFO, index + 1, raw, 'cmdstat_get:calls=120034,usec=241022,usec_per_call=2.01');
      const [, name, list = ''] = STAT.exec(raw) ?? [];
      if (name !== undefined) {
        const pairs = pairsOf(list);
        const calls = numberIn(pairs.get('calls'), bad);
        const usec = numberIn(pairs.get('usec'), bad);
        const meanUs = numberIn(pairs.get('usec_per_call'), bad);
        if (Math.abs(meanUs * calls - usec) > 0.006 * calls + 0.01 * usec + 1)
          throw contradiction(INFO, name, `usec ${usec} ≠ calls ${calls} × usec_per_call ${meanUs}`);
        const failed = pairs.get('failed_calls');
        stats.set(name, { calls, meanUs, failed: failed === undefined ? 0 : numberIn(failed, bad) });
      }
      const [, of, shares = ''] = LATENCY_STAT.exec(raw) ?? [];
      if (of !== undefined)
        percentiles.set(
          of,
          sorted(
            [...pairsOf(shares)].map(([key, us]) => {
              const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(key) ?? [];
              const share = numberIn(percent, bad) / 100;
              if (share > 1) throw bad();
              return { share, us: numberIn(us, bad) };
            }),
          ),
        );
    }
    const names = [...new Set([...stats.keys(), ...percentiles.keys()])];
    if (names.length === 0) throw missing(INFO, 'cmdstat_get:calls=…');
    const points = names.map((name): OverlayPoint => {
      const stat = stats.get(name);
      const list = percentiles.get(name) ?? [];
      // The same rule as for response times: percentiles do not fall.
      consistent(INFO, { name, at: {}, percentiles: list });
      return {
        name: name.replace('|', ' '),
        at: {},
        percentiles: [],
        ...(stat ? { count: stat.calls, failed: stat.failed } : {}),
        execution: { ...(stat ? { calls: stat.calls, meanUs: stat.meanUs } : {}), percentiles: list },
      };
    });
    return {
      title: source,
      format: INFO,
      source,
      ...allIn('us', 'file'),
      notes: [{ code: 'execution' }],
      points: numbered(points),
    };
  },
};

const LATENCY = 'redis-cli --latency';
/** Terminal sequences that erase the line before it is rewritten. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');
const SAMPLES = /^\s*min: (\S+), max: (\S+), avg: (\S+) \((\S+) samples\)(?: -- (\S+) seconds range)?\s*$/;

export const redisCliLatency: Importer = {
  format: LATENCY,
  recognises: (text) => text.split(/[\n\r]/).some((line) => /min: .*max: .*avg: .*samples\)/.test(line)),
  read: (text, source) => {
    const points: OverlayPoint[] = [];
    const lines = text.split('\n').map((line) => {
      // A terminal shows the last text written over a line.
      const parts = line
        .replace(ESCAPES, '\r')
        .split('\r')
        .filter((part) => part.trim() !== '');
      return parts.at(-1) ?? '';
    });
    for (const [index, raw] of lines.entries()) {
      if (!/min:|samples\)/.test(raw)) continue;
      const bad = () => badLine(LATENCY, index + 1, raw, 'min: 0, max: 12, avg: 0.31 (1459 samples)');
      const [, min, max, mean, count] = SAMPLES.exec(raw) ?? [];
      if (count === undefined) throw bad();
      points.push(
        consistent(
          LATENCY,
          {
            name: 'PING',
            at: { 'workload.arrivals.callers': 1 },
            connections: 1,
            meanUs: { value: inUs(numberIn(mean, bad), 'ms') },
            minUs: inUs(numberIn(min, bad), 'ms'),
            maxUs: inUs(numberIn(max, bad), 'ms'),
            count: numberIn(count, bad),
            percentiles: [],
          },
          1000,
        ),
      );
    }
    if (points.length === 0) throw missing(LATENCY, 'min: 0, max: 12, avg: 0.31 (1459 samples)');
    return {
      title: source,
      format: LATENCY,
      source,
      ...allIn('ms', 'tool'),
      notes: [{ code: 'ping' }],
      points: numbered(points),
    };
  },
};
