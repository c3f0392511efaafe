/**
 * All metrics of a summary as flat names: lists become objects by their subject (`phases.wireOut.meanUs`,
 * `resources.serverMain.utilisation`). Results are stored in this form: compact, with every metric plottable.
 */

import { lawsOf } from '../explain/laws.ts';
import { PERCENTILES, percentileOf } from '../explain/pending-percentile.ts';
import { runResult } from '../explain/run-result.ts';
import { commandsPerRequest } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';

/** Metrics of one run by name; missing ones are absent. */
export type Values = Readonly<Record<string, number>>;

/** Incremented with every added metric: older stored runs lack it. */
export const VALUES_VERSION = 3;

/** Requests, and their contents: commands, or keys of one command; both 1/s. */
export const THROUGHPUT = 'throughput.perSec';
export const COMMANDS = 'commands.perSec';

/**
 * Whether a metric is a percentile of response times; in a sweep these include requests still waiting at the
 * end.
 */
export const isPercentile = (metric: string): boolean =>
  PERCENTILES.some((name) => metric === `responseTime.${name}`);

/** Name of the flag (value 1) for a percentile that is only a lower bound; absent otherwise. */
export const boundOf = (metric: string): string => metric.replace(/^responseTime\./, 'atLeast.');

/** Identifying field of list entries; a machine may have several threads of one class. */
const NAMES = ['phase', 'resource', 'class', 'host', 'failure'] as const;
/**
 * Excluded: lists of numbers (pending requests are in the percentiles), constant checks, and kinds of work,
 * which several classes share.
 */
const LEFT_OUT = new Set([
  'series',
  'longestQueue',
  'responseHistogram',
  'pendingHistogram',
  'phaseCheck',
  'nodes',
  'seed',
  'work',
  'commandsPerRequest',
  'busiest',
]);

/**
 * All metrics of a run, and its theoretical bounds (`laws.callers`, `laws.serverMain`, 1/s). Percentiles
 * include requests still waiting at the end, unlike the summary's: the points of a sweep are compared.
 */
export function valuesOfRun(scenario: Scenario, summary: Summary): Values {
  const values: Record<string, number> = {};
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'number') values[name] = value;
    else if (Array.isArray(value)) for (const entry of value) add(`${name}.${nameOf(entry)}`, entry);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        if (!LEFT_OUT.has(key)) add(key === 'time' ? name : `${name}.${key}`, inner);
  };
  for (const [key, value] of Object.entries(runResult({ scenario }, summary)))
    if (!LEFT_OUT.has(key)) add(key, value);
  for (const name of PERCENTILES) {
    const estimate = percentileOf(summary, name);
    if (!estimate) continue;
    add(`responseTime.${name}`, estimate.us);
    if (estimate.isAtLeast) add(boundOf(`responseTime.${name}`), 1);
  }
  // Older stored sweeps name threads by machine, which is unique for machines with one thread class.
  for (const group of summary.threads)
    if (summary.threads.every(({ class: other, host }) => other === group.class || host !== group.host))
      add(`threads.${group.host}`, group);
  add(COMMANDS, summary.throughput.perSec * commandsPerRequest(scenario));
  for (const { law, resource, perSec } of lawsOf(scenario, summary)) add(`laws.${resource ?? law}`, perSec);
  return values;
}

function nameOf(entry: object): string {
  if ('syscall' in entry && 'class' in entry) return `${entry.class}.${entry.syscall}`;
  const name = NAMES.find((candidate) => candidate in entry);
  return String(name && (entry as Record<string, unknown>)[name]);
}

/** Unit of a metric; µs as everywhere in a summary. */
export type MetricUnit = 'us' | '1/s' | 'share' | 'number';

export function unitOf(metric: string): MetricUnit {
  if (metric.endsWith('Us')) return 'us';
  if (/PerSec$|\.perSec$|^laws\.|^throughput\./.test(metric)) return '1/s';
  if (/(\.share|utilisation|^hosts\.\w+\.(user|kernel|switch|idle)|\.shares\.\w+)$/.test(metric))
    return 'share';
  return 'number';
}

/** The better direction of a metric; undefined if neither. */
export function betterOf(metric: string): 'more' | 'less' | undefined {
  if (metric === THROUGHPUT || metric === COMMANDS) return 'more';
  return /^responseTime\.|^little\.meanResponseUs|^phases\.|^requests\.(failed|oldest)/.test(metric)
    ? 'less'
    : undefined;
}

/** The most common metrics, in display order. */
export const MAIN_METRICS = [
  THROUGHPUT,
  COMMANDS,
  'little.meanResponseUs',
  'responseTime.meanUs',
  'responseTime.p50Us',
  'responseTime.p90Us',
  'responseTime.p99Us',
  'responseTime.p999Us',
  'responseTime.maxUs',
  'hosts.client.user',
  'hosts.client.kernel',
  'hosts.client.switch',
  'hosts.client.switchesPerRequest',
  'resources.serverMain.utilisation',
  'phases.waitConnection.meanUs',
  'batching.commandsPerServerRead',
] as const;
