/** Metrics that the application exports, in the text format of Prometheus. */
import { durationOf, isAnswered, quantileOf } from '../measures.ts';
import type { RunRecord } from '../record.ts';
import type { Variant } from '../variant.ts';

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

const seconds = (ns: number): string => (Number.isFinite(ns) ? (ns / 1e9).toFixed(6) : 'NaN');

function summary(name: string, help: string, timesNs: readonly number[], labels: string): string[] {
  const sum = timesNs.reduce((total, ns) => total + ns, 0);
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} summary`,
    ...QUANTILES.map((q) => `${name}{${labels},quantile="${q}"} ${seconds(quantileOf(timesNs, q))}`),
    `${name}_sum{${labels}} ${seconds(sum)}`,
    `${name}_count{${labels}} ${timesNs.length}`,
  ];
}

const gauge = (name: string, help: string, lines: readonly (readonly [labels: string, value: number])[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
  ...lines.map(([labels, value]) => `${name}{${labels}} ${value}`),
];

/** Metrics at the end of the recording. Requests in progress are in the gauges, and in no summary. */
export function metricsText({ incident }: Variant, record: RunRecord): string {
  const { requests, scenario } = record;
  const label = `service="${incident.service}"`;
  const over = requests.filter(({ isOpen }) => !isOpen);
  const answered = over.filter(isAnswered);
  const open = requests.filter(({ isOpen }) => isOpen);
  const failures = new Map<string, number>();
  for (const { failure } of over) if (failure) failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const { connections, io } = scenario.client;
  const pool = connections.kind === 'pooled' ? connections : undefined;
  const waiting = open.filter(({ openWaitNs }) => openWaitNs > 0).length;
  const active = open.filter(({ connection }) => connection >= 0).length;
  const oldest = Math.max(0, ...open.map(({ startNs }) => record.endNs - startNs));
  const sizes = pool && {
    active: `${label},state="active"`,
    max: `${label},state="max"`,
  };
  const lines = [
    ...summary('redis_request_seconds', 'Completed requests.', answered.map(durationOf), label),
    // The parts of a split batch have no common moment of sending.
    ...(scenario.client.crossSlot.kind === 'split' && scenario.server.nodes > 1
      ? []
      : summary(
          'redis_reply_seconds',
          'Time from sending a command to its reply.',
          answered.map((r) => r.replyNs),
          label,
        )),
    ...(pool
      ? summary(
          'redis_pool_wait_seconds',
          'Wait for a connection.',
          over.map((r) => r.waitNs),
          label,
        )
      : []),
    ...gauge('redis_requests_total', 'Requests by outcome.', [
      [`${label},outcome="answered"`, answered.length],
      ...[...failures].map(([failure, count]) => [`${label},outcome="${failure}"`, count] as const),
    ]),
    ...gauge('redis_retries_total', 'Retries of requests.', [
      [label, requests.reduce((sum, { retries }) => sum + retries, 0)],
    ]),
    ...gauge('redis_requests_in_progress', 'Requests in progress.', [[label, open.length]]),
    ...gauge('redis_oldest_request_seconds', 'Age of the oldest request in progress.', [
      [label, Number(seconds(oldest))],
    ]),
    ...(sizes
      ? gauge('redis_pool_connections', 'Connections of the pool.', [
          [sizes.active, active],
          [sizes.max, pool.maxTotal * Math.max(1, scenario.server.nodes)],
        ])
      : []),
    ...(pool ? gauge('redis_pool_pending', 'Threads that wait for a connection.', [[label, waiting]]) : []),
    ...('replyTimeoutMs' in io
      ? gauge('redis_reply_timeout_seconds', 'Configured reply timeout; 0: no limit.', [
          [label, io.replyTimeoutMs / 1000],
        ])
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
