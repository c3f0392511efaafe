/**
 * Every figure of a summary under one flat name: lists become objects by what they are about (`phases.wireOut.meanUs`,
 * `resources.serverMain.utilisation`). What a run shows is kept in this form: small, and any of them can be drawn.
 */

import { lawsOf } from '../explain/laws.ts';
import { PERCENTILES, percentileOf } from '../explain/pending-percentile.ts';
import { runResult } from '../explain/run-result.ts';
import { commandsPerRequest } from '../scenario/commands.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';

/** Figures of one run by name; those that a run does not have are absent. */
export type Values = Readonly<Record<string, number>>;

/** Grows with every figure that is added: runs that were kept before lack it. */
export const VALUES_VERSION = 3;

/** Requests, and what they carry: commands, or the keys of one; both 1/s. */
export const THROUGHPUT = 'throughput.perSec';
export const COMMANDS = 'commands.perSec';

/** Whether a metric is a percentile of response times; those of a sweep include the requests still waiting at the end. */
export const isPercentile = (metric: string): boolean =>
  PERCENTILES.some((name) => metric === `responseTime.${name}`);

/** Has the value 1 where a percentile is only a lower bound; absent otherwise. */
export const boundOf = (metric: string): string => metric.replace(/^responseTime\./, 'atLeast.');

/** What the entries of a list are told apart by: threads by their class, of which a machine may have several. */
const NAMES = ['phase', 'resource', 'class', 'host', 'failure'] as const;
/** Lists of numbers (that of pending requests is in the percentiles), checks that are the same on every run, and kinds of work, of which several classes have the same. */
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
 * All figures of a run, and the bounds that the laws set it (`laws.callers`, `laws.serverMain`, 1/s). Percentiles include the requests
 * still waiting at the end of the run, unlike those of the summary: points of a sweep are compared with each other.
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
  // Sweeps that were saved before know the threads of a machine by the machine, which says who they are if they are of one class.
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

/** What a metric is measured in; µs as everywhere in a summary. */
export type MetricUnit = 'us' | '1/s' | 'share' | 'number';

export function unitOf(metric: string): MetricUnit {
  if (metric.endsWith('Us')) return 'us';
  if (/PerSec$|\.perSec$|^laws\.|^throughput\./.test(metric)) return '1/s';
  if (/(\.share|utilisation|^hosts\.\w+\.(user|kernel|switch|idle)|\.shares\.\w+)$/.test(metric))
    return 'share';
  return 'number';
}

/** Whether more of it is better; undefined where neither is. */
export function betterOf(metric: string): 'more' | 'less' | undefined {
  if (metric === THROUGHPUT || metric === COMMANDS) return 'more';
  return /^responseTime\.|^little\.meanResponseUs|^phases\.|^requests\.(failed|oldest)/.test(metric)
    ? 'less'
    : undefined;
}

/** What people ask for first, in this order. */
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
