/** Numbers of a recorded run: percentiles, shares and levels over time. Times in ns. */
import { ascending, quantileSorted, sort } from 'd3-array';
import { BINS, type RequestRecord, type RunRecord } from './record.ts';

/** Quantile of unsorted values; NaN without any. */
export const quantileOf = (values: readonly number[], share: number): number =>
  quantileSorted(sort(values, ascending), share) ?? Number.NaN;

export const durationOf = ({ startNs, endNs }: RequestRecord): number => endNs - startNs;

export const isAnswered = ({ isOpen, failure }: RequestRecord): boolean => !isOpen && failure === undefined;

export interface Outcome {
  /** 99 % of the requests take at most this long, ns. Requests still in progress count with their age. */
  readonly p99Ns: number;
  /** Share that was answered, of the requests that had the time to be. */
  readonly answered: number;
}

/** What the goal of an incident is about. */
export function outcomeOf({ requests, endNs }: RunRecord, p99Ms: number): Outcome {
  const due = requests.filter(({ startNs }) => startNs <= endNs - p99Ms * 1e6);
  const waited = due.filter(({ failure }) => failure === undefined).map(durationOf);
  return {
    p99Ns: waited.length > 0 ? quantileOf(waited, 0.99) : Number.POSITIVE_INFINITY,
    answered: due.length > 0 ? due.filter(isAnswered).length / due.length : 0,
  };
}

export const meetsGoal = (
  { p99Ns, answered }: Outcome,
  goal: { readonly p99Ms: number; readonly answered: number },
): boolean => p99Ns <= goal.p99Ms * 1e6 && answered >= goal.answered;

/** The outcome of a run against the goal of its variant. */
export function judgedOutcome(
  record: RunRecord,
  goal: { readonly p99Ms: number; readonly answered: number },
): Outcome & { readonly meetsGoal: boolean } {
  const outcome = outcomeOf(record, goal.p99Ms);
  return { ...outcome, meetsGoal: meetsGoal(outcome, goal) };
}

/** The lines of the dashboards; one value a step. Times are those of ended requests, 0 without any. */
export const SERIES = [
  'requestsPerSec',
  'p50Ms',
  'p99Ms',
  'waitMs',
  'errorsPerSec',
  'commandsPerSec',
  'redisPercent',
  'clientPercent',
] as const;
export type SeriesName = (typeof SERIES)[number];
export type Series = Readonly<Record<SeriesName, readonly number[]>>;

/** The dashboards of a run. */
export function seriesOf({ requests, executions, nodes, clientNs, binNs, scenario }: RunRecord): Series {
  const ended = Array.from({ length: BINS }, (): RequestRecord[] => []);
  const binOf = (ns: number) => Math.min(BINS - 1, Math.floor(ns / binNs));
  for (const request of requests) if (!request.isOpen) ended[binOf(request.endNs)]?.push(request);
  const commands = new Float64Array(BINS);
  for (const { atNs } of executions) commands[binOf(atNs)] = (commands[binOf(atNs)] ?? 0) + 1;
  const seconds = binNs / 1e9;
  const answered = ended.map((all) => all.filter(isAnswered));
  const ms = (share: number) => ended.map((all) => quantileOf(all.map(durationOf), share) / 1e6 || 0);
  // The fullest node: a mean over nodes would hide it.
  const busiest = Array.from({ length: BINS }, (_, bin) =>
    Math.max(...nodes.map(({ busyNs }) => busyNs[bin] ?? 0)),
  );
  return {
    requestsPerSec: answered.map((all) => all.length / seconds),
    p50Ms: ms(0.5),
    p99Ms: ms(0.99),
    waitMs: ended.map((all) =>
      all.length > 0
        ? quantileOf(
            all.map((r) => r.waitNs),
            0.99,
          ) / 1e6
        : 0,
    ),
    errorsPerSec: ended.map((all) => all.filter(({ failure }) => failure !== undefined).length / seconds),
    commandsPerSec: [...commands].map((count) => count / seconds),
    redisPercent: busiest.map((ns) => (100 * ns) / binNs),
    clientPercent: [...clientNs].map((ns) => (100 * ns) / binNs / scenario.client.cores),
  };
}
