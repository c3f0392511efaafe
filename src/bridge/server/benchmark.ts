/**
 * `redis-benchmark` (or Valkey's) as a driver. The program takes a number of requests, not a duration, so a
 * short probe run calibrates it. Its printed report is the only result.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Distribution } from '../../model/scenario/generated/summary.ts';
import { LIMITS } from '../workload/limits.ts';
import type { MeasuredSummary } from '../workload/measured.ts';
import { EMPTY } from './load/histogram.ts';
import type { FromLoad, LoadOrder } from './load/messages.ts';
import { valueFor } from './load/requests.ts';
import { type LoadThread, STOP_MS } from './threads.ts';

/** Requests of the probe run. */
const PROBE = 2_000;
/** redis-benchmark replaces this with twelve random digits. */
const RANDOM = '__rand_int__';
/** A run that takes this many times longer than planned is aborted. */
const TIMEOUT_FACTOR = 5;

/** The report of one run. Times are those of a request, that is, of a whole pipeline. */
export interface Printed {
  readonly commands: number;
  readonly perSec: number;
  readonly meanUs: number;
  readonly minUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
  /** Number of requests up to a time, µs. */
  readonly cumulative: readonly (readonly [us: number, count: number])[];
}

/** Undefined if the report is incomplete. */
export function readReport(text: string): Printed | undefined {
  const commands = Number(/^\s*(\d+) requests completed in/m.exec(text)?.[1]);
  const perSec = Number(/throughput summary: ([\d.]+) requests per second/.exec(text)?.[1]);
  const line = /latency summary \(msec\):\s*avg\s+min\s+p50\s+p95\s+p99\s+max\s+([\d. ]+)/.exec(text)?.[1];
  const times =
    line
      ?.trim()
      .split(/\s+/)
      .map((ms) => Number(ms) * 1000) ?? [];
  const [meanUs = 0, minUs = 0, p50Us = 0, , p99Us = 0, maxUs = 0] = times;
  if (!Number.isFinite(commands) || !Number.isFinite(perSec) || times.length < 6) return undefined;
  const percentiles = text.split('Cumulative distribution')[0] ?? '';
  const cumulative = [...percentiles.matchAll(/% <= ([\d.]+) milliseconds \(cumulative count (\d+)\)/g)].map(
    ([, ms, count]): [number, number] => [Number(ms) * 1000, Number(count)],
  );
  return { commands, perSec, meanUs, minUs, p50Us, p99Us, maxUs, cumulative };
}

/** Progress lines: commands per second and mean time of the last quarter of a second. */
const PROGRESS = /rps=([\d.]+) \(overall: [\d.]+\) avg_msec=([\d.]+)/g;

function argumentsOf({ workload, access, keys }: LoadOrder, commands: number): string[] {
  const { socket, username, password, resp } = access;
  const pipeline = workload.batch.kind === 'pipeline' ? workload.batch.size : 1;
  const place = 'path' in socket ? ['-s', socket.path] : ['-h', socket.host, '-p', String(socket.port)];
  // Every user of this machine can read these arguments: they belong to a user created for this run
  // (`benchmark-user.ts`).
  const user = [
    ...(username === undefined ? [] : ['--user', username]),
    ...(password === undefined ? [] : ['-a', password]),
  ];
  const key = (keys[0] ?? '').slice(0, -RANDOM.length) + RANDOM;
  const { command } = workload;
  const words =
    command.kind === 'get' ? ['GET', key] : ['SET', key, valueFor(command), 'PX', String(LIMITS.ttlMs)];
  return [
    ...place,
    ...user,
    ...(resp === 3 ? ['-3'] : []),
    ...['-c', String(workload.connections), '-P', String(pipeline)],
    ...['-n', String(commands), '-r', String(keys.length)],
    ...words,
  ];
}

export function startBenchmark(
  program: string,
  order: LoadOrder,
  onMessage: (message: FromLoad) => void,
  lost: (message: string) => void,
): LoadThread {
  const { batch, command, connections } = order.workload;
  const pipeline = batch.kind === 'pipeline' ? batch.size : 1;
  let child: ChildProcess | undefined;
  let isStopped = false;
  let sent = 0;

  /** Runs this many commands and resolves with the report. */
  const run = (commands: number, timeoutMs: number, onOutput: (text: string) => void): Promise<Printed> =>
    new Promise((resolve, reject) => {
      const running = spawn(program, argumentsOf(order, commands), { stdio: ['ignore', 'pipe', 'pipe'] });
      child = running;
      let text = '';
      const timer = setTimeout(() => running.kill('SIGKILL'), timeoutMs);
      running.stdout.on('data', (data) => {
        text += data;
        onOutput(String(data));
      });
      running.stderr.on('data', (data) => {
        text += data;
      });
      running.once('error', reject);
      running.once('close', () => {
        clearTimeout(timer);
        const printed = readReport(text);
        sent += printed?.commands ?? 0;
        if (printed) resolve(printed);
        else reject(new Error(reasonIn(text)));
      });
    });

  const startedMs = performance.now();
  let reportedMs = startedMs;
  const progress = (text: string) => {
    for (const [, perSec, msec] of text.matchAll(PROGRESS)) {
      const now = performance.now();
      const intervalUs = Math.round((now - reportedMs) * 1000);
      reportedMs = now;
      const completed = Math.round((Number(perSec) * intervalUs) / 1e6 / pipeline);
      const mean = Number(msec);
      const sumNs = completed * (Number.isFinite(mean) ? mean : 0) * 1e6;
      onMessage({
        kind: 'report',
        report: {
          atUs: Math.round((now - startedMs) * 1000),
          intervalUs,
          isWarmup: false,
          issued: completed,
          completed,
          shed: 0,
          failures: {},
          inProgress: connections,
          inProgressUs: connections * intervalUs,
          oldestUs: null,
          response: { ...EMPTY, count: completed, sumNs },
          waitCallerNs: 0,
          waitConnectionNs: 0,
          look: null,
          use: null,
          lastError: null,
          silentMs: 0,
          wasRateLimited: false,
        },
      });
    }
  };

  const work = async () => {
    let isConnected = false;
    try {
      const probe = await run(PROBE * pipeline, 15_000, () => undefined);
      if (isStopped) return;
      onMessage({ kind: 'connected' });
      isConnected = true;
      onMessage({ kind: 'measuring' });
      const windowStartUs = Math.round((performance.now() - startedMs) * 1000);
      const count = (probe.perSec * order.measuredMs) / 1000;
      const commands = Math.max(1, Math.round(count / pipeline)) * pipeline;
      const printed = await run(commands, order.measuredMs * TIMEOUT_FACTOR, progress);
      onMessage({ kind: 'benchmarked', summary: summaryOf(printed, pipeline, windowStartUs) });
      onMessage({ kind: 'measured' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isStopped && !isConnected) return onMessage({ kind: 'refused', message });
      if (!isStopped) return lost(message);
    } finally {
      if (isStopped) onMessage(isConnected ? { kind: 'measured' } : { kind: 'refused', message: '' });
    }
    onMessage({ kind: 'ended', sent: isStopped ? {} : { [command.kind]: sent } });
  };
  const over = work();
  return {
    over,
    stop: async () => {
      isStopped = true;
      child?.kill('SIGKILL');
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** The error message in its output: Redis' own, if any. */
const reasonIn = (text: string): string =>
  /(NOAUTH|WRONGPASS|NOPERM|OOM|ERR) [^\r\n]*/.exec(text)?.[0] ??
  text
    .trim()
    .split(/[\r\n]+/)
    .at(-1) ??
  '';

export function summaryOf(printed: Printed, pipeline: number, windowStartUs: number): MeasuredSummary {
  const completed = Math.round(printed.commands / pipeline);
  const responseTime: Distribution = {
    count: completed,
    halfWidth95Us: null,
    meanUs: printed.meanUs,
    minUs: printed.minUs,
    maxUs: printed.maxUs,
    p50Us: printed.p50Us,
    p90Us: null,
    p99Us: printed.p99Us,
    p999Us: null,
  };
  return {
    windowStartUs,
    windowUs: (printed.commands / printed.perSec) * 1e6,
    requests: {
      issued: completed,
      completed,
      failed: 0,
      failures: [],
      shed: 0,
      inProgressAtStart: 0,
      inProgressAtEnd: 0,
      oldestInProgressUs: null,
    },
    throughput: { perSec: printed.perSec / pipeline, halfWidth95: null, batches: 0 },
    responseTime,
    responseHistogram: histogramOf(printed, pipeline),
    series: null,
    phases: null,
    little: null,
  };
}

/**
 * Converts its percentiles to buckets: the requests between two printed times, coarser than the model's. It
 * counts a pipeline's time once per command.
 */
function histogramOf({ cumulative, minUs }: Printed, pipeline: number): MeasuredSummary['responseHistogram'] {
  const fromUs: number[] = [];
  const toUs: number[] = [];
  const counts: number[] = [];
  let from = Math.min(minUs, cumulative[0]?.[0] ?? 0);
  let before = 0;
  for (const [us, count] of cumulative) {
    if (count <= before) continue;
    fromUs.push(from);
    // A bucket's upper bound is exclusive; times are printed in whole µs.
    toUs.push(us + 1);
    counts.push(Math.round((count - before) / pipeline));
    from = us + 1;
    before = count;
  }
  return counts.length > 0 ? { fromUs, toUs, counts } : null;
}
