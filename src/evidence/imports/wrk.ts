/**
 * wrk and wrk2 (src/wrk.c: print_stats, print_stats_latency): a rate, the connections, and latencies with
 * their units. wrk2 adds a detailed spectrum in milliseconds (`hdr_percentiles_print(…, 1000.0)` over
 * microseconds), which has more digits. Both load HTTP servers.
 */
import { type Command, commandIn } from './command-line.ts';
import { type Distribution, distributionIn, isHdrHeader, pointOf as spectrumPoint } from './hdr-histogram.ts';
import type { Importer } from './importer.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, numbered, settings, sorted } from './points.ts';
import { badLine, missing, numberIn, type Refusal } from './refusal.ts';
import { inUs, type TimeUnit, timeUnit } from './units.ts';

const FORMAT = 'wrk';
const RUNNING = /^\s*Running \S+ test @ (\S+)/;

/** One run's lines. */
interface Run {
  readonly url: string;
  readonly command: Command | undefined;
  readonly from: number;
  readonly lines: string[];
}

export const wrk: Importer = {
  format: FORMAT,
  recognises: (text) =>
    text.split('\n').some((line) => RUNNING.test(line)) ||
    (/^\s*Requests\/sec:/m.test(text) && /^\s*Latency\s.*\d(?:us|ms|s)\b/m.test(text)),
  read: (text, source) => {
    const runs: Run[] = [];
    let command: Command | undefined;
    for (const [index, line] of text.split('\n').entries()) {
      const [, url] = RUNNING.exec(line) ?? [];
      command = commandIn(line) ?? command;
      if (url !== undefined || runs.length === 0) {
        if (url === undefined && line.trim() === '') continue;
        if (url === undefined && commandIn(line)) continue;
        runs.push({ url: url ?? source, command, from: index, lines: [] });
      }
      runs.at(-1)?.lines.push(line);
    }
    const units = new Set<TimeUnit>();
    const points = runs.map((run) => pointOf(run, units));
    if (points.length === 0) throw missing(FORMAT, 'Requests/sec: 1600.33');
    return {
      title: source,
      format: FORMAT,
      source,
      times: [...units].map((unit) => ({ unit, basis: 'file' })),
      notes: [{ code: 'notRedis', facts: { protocol: 'HTTP' } }],
      points: numbered(points),
    };
  },
};

const TIME = /^(\d+(?:\.\d+)?)(us|µs|ms|s|m|h)$/;

/** `4.01ms`, `1.20s`, `2.00m`. */
function timeIn(text: string | undefined, units: Set<TimeUnit>, bad: () => Refusal): number {
  const [, digits, unit = ''] = TIME.exec(text ?? '') ?? [];
  const value = numberIn(digits, bad);
  if (unit === 'm' || unit === 'h') {
    units.add('s');
    return inUs(value * (unit === 'm' ? 60 : 3600), 's');
  }
  const known = timeUnit(unit);
  if (known === undefined) throw bad();
  units.add(known);
  return inUs(value, known);
}

function pointOf({ url, command, from, lines }: Run, units: Set<TimeUnit>): OverlayPoint {
  let [connections, perSec, meanUs, maxUs, count, failed] = Array.from<number | undefined>({ length: 6 });
  const percentiles: PercentilePoint[] = [];
  let part: 'none' | 'distribution' | 'uncorrected' = 'none';
  let spectrum: Distribution | undefined;
  let stepUs = 1;
  for (const [index, line] of lines.entries()) {
    const bad = () => badLine(FORMAT, from + index + 1, line, 'Latency  4.10ms  1.20ms  9.87ms  70.00%');
    if (isHdrHeader(line)) {
      // The second spectrum is of uncorrected latencies.
      if (!spectrum) spectrum = distributionIn(lines.slice(index), FORMAT);
      part = 'none';
    }
    const [, open] = /^\s*\d+ threads? and (\d+) connections?/.exec(line) ?? [];
    if (open !== undefined) connections = numberIn(open, bad);
    const [, rate] = /^\s*Requests\/sec:\s*(\S*)/.exec(line) ?? [];
    if (rate !== undefined) perSec = numberIn(rate, bad);
    const [, done] = /^\s*(\d+) requests in \S+,/.exec(line) ?? [];
    if (done !== undefined) count = numberIn(done, bad);
    const errors = /^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(line);
    if (errors) failed = errors.slice(1).reduce((sum, text) => sum + numberIn(text, bad), failed ?? 0);
    const [, wrong] = /^\s*Non-2xx or 3xx responses: (\d+)/.exec(line) ?? [];
    if (wrong !== undefined) failed = (failed ?? 0) + numberIn(wrong, bad);
    const stats = /^\s*Latency\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)%\s*$/.exec(line);
    if (stats) {
      // "-nan" without replies.
      if (!/nan/i.test(stats[1] ?? '')) {
        meanUs = timeIn(stats[1], units, bad);
        maxUs = timeIn(stats[3], units, bad);
        // Two digits after the point, in the unit of each value.
        stepUs = Math.max(stepUs, maxUs / 100);
      }
      continue;
    }
    if (/^\s*Latency\s+\S/.test(line) && !/Distribution/.test(line)) throw bad();
    if (/^\s*Latency Distribution/.test(line)) {
      part = /uncorrected/i.test(line) ? 'uncorrected' : 'distribution';
      continue;
    }
    const [, percent, time] = /^\s*(\d+(?:\.\d+)?)%\s+(\S+)\s*$/.exec(line) ?? [];
    if (part === 'distribution' && percent !== undefined) {
      const share = numberIn(percent, bad) / 100;
      const us = timeIn(time, units, bad);
      if (share > 1 || us < (percentiles.at(-1)?.us ?? 0)) throw bad();
      percentiles.push({ share, us });
    }
  }
  if (perSec === undefined) throw missing(FORMAT, 'Requests/sec: 1600.33');
  const fine = spectrum && spectrumPoint(spectrum, url, 'ms');
  if (fine) units.add('ms');
  const mean = fine?.meanUs?.value ?? meanUs;
  const max = fine?.maxUs ?? maxUs;
  const open = connections ?? command?.connections;
  return consistent(
    FORMAT,
    {
      name: url,
      // wrk is a closed loop; wrk2, which alone has a spectrum, sends at a fixed rate.
      ...(fine && open !== undefined ? { at: {}, connections: open } : settings({ connections: open })),
      perSec: { value: perSec },
      ...(mean === undefined ? {} : { meanUs: { value: mean } }),
      ...(max === undefined ? {} : { maxUs: max }),
      ...(count === undefined ? {} : { count }),
      ...(failed === undefined ? {} : { failed }),
      ...(command?.ratePerSec === undefined ? {} : { offeredPerSec: command.ratePerSec }),
      percentiles: fine ? fine.percentiles : sorted(percentiles),
    },
    stepUs,
  );
}
