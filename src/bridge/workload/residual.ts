/**
 * Compares a real run with the model's result for the same scenario: each metric, and the known reasons for
 * differences.
 */
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { FULL_THREAD, type Measured, type VisiblePhase } from './measured.ts';

export type QuantityUnit = '1/s' | 'us' | 'number';

interface Quantity {
  readonly unit: QuantityUnit;
  readonly measured: (run: Measured) => number | null | undefined;
  readonly model: (summary: Summary) => number | null | undefined;
}

const phase = (name: Exclude<VisiblePhase, 'callToReply'>): Quantity => ({
  unit: 'us',
  measured: ({ summary }) => summary?.phases?.find((each) => each.phase === name)?.meanUs,
  model: ({ phases }) => phases.find((each) => each.phase === name)?.time.meanUs,
});

/** Metrics of both, in table order. */
const QUANTITIES = {
  throughput: {
    unit: '1/s',
    measured: ({ summary }) => summary?.throughput.perSec,
    model: ({ throughput }) => throughput.perSec,
  },
  mean: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.meanUs,
    model: ({ responseTime }) => responseTime.meanUs,
  },
  p50: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.p50Us,
    model: ({ responseTime }) => responseTime.p50Us,
  },
  p90: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.p90Us,
    model: ({ responseTime }) => responseTime.p90Us,
  },
  p99: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.p99Us,
    model: ({ responseTime }) => responseTime.p99Us,
  },
  p999: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.p999Us,
    model: ({ responseTime }) => responseTime.p999Us,
  },
  min: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.minUs,
    model: ({ responseTime }) => responseTime.minUs,
  },
  max: {
    unit: 'us',
    measured: ({ summary }) => summary?.responseTime.maxUs,
    model: ({ responseTime }) => responseTime.maxUs,
  },
  waitCaller: phase('waitCaller'),
  waitConnection: phase('waitConnection'),
  inProgress: {
    unit: 'number',
    measured: ({ summary }) => summary?.little?.meanInProgress,
    model: ({ little }) => little.meanInProgress,
  },
  failed: {
    unit: 'number',
    measured: ({ summary }) => summary?.requests.failed,
    model: ({ requests }) => requests.failed,
  },
  shed: {
    unit: 'number',
    measured: ({ summary }) => summary?.requests.shed,
    model: ({ requests }) => requests.shed,
  },
  commandsPerServerRead: {
    unit: 'number',
    measured: ({ batching }) => batching.commandsPerServerRead,
    model: ({ batching }) => batching.commandsPerServerRead,
  },
  repliesPerServerWrite: {
    unit: 'number',
    measured: ({ batching }) => batching.repliesPerServerWrite,
    model: ({ batching }) => batching.repliesPerServerWrite,
  },
} as const satisfies Readonly<Record<string, Quantity>>;

export type QuantityName = keyof typeof QUANTITIES;

export interface Residual {
  readonly name: QuantityName;
  readonly unit: QuantityUnit;
  readonly measured: number | undefined;
  readonly model: number | undefined;
  /** Model / measured - 1. */
  readonly error: number | undefined;
}

/** A metric that decides whether the model agrees. */
export interface DecisiveResidual extends Residual {
  readonly name: 'throughput' | 'p50';
}

/** Largest relative error at which the model still agrees. */
export const TOLERANCE = 0.1;

/** Shorter waits are measurement overhead, µs. */
const NO_WAIT_US = 1;

/** Undefined if a value is unknown, or only one of them is zero. */
function errorOf(
  unit: QuantityUnit,
  measured: number | undefined,
  predicted: number | undefined,
): number | undefined {
  if (measured === undefined || predicted === undefined) return undefined;
  if (unit === 'us' && Math.max(measured, predicted) < NO_WAIT_US) return 0;
  if (measured === 0) return predicted === 0 ? 0 : undefined;
  return predicted / measured - 1;
}

/** @param summary absent while the model is still running */
export function residualsOf(run: Measured, summary: Summary | undefined): Residual[] {
  const quantities = Object.entries(QUANTITIES) as [QuantityName, Quantity][];
  return quantities.map(([name, { unit, measured, model }]) => {
    const measuredValue = measured(run) ?? undefined;
    const predicted = summary && (model(summary) ?? undefined);
    return {
      name,
      unit,
      measured: measuredValue,
      model: predicted,
      error: errorOf(unit, measuredValue, predicted),
    };
  });
}

/** Evidence for differences between reality and model: observations with numbers, no guesses. */
export type Reason =
  | { readonly kind: 'clientFull'; readonly share: number }
  | { readonly kind: 'machineFull'; readonly cores: number }
  | { readonly kind: 'relayLate'; readonly us: number }
  | { readonly kind: 'batching'; readonly measured: number; readonly model: number }
  | { readonly kind: 'tailOnly'; readonly p50: number; readonly p99: number };

/** Batch sizes that differ by more than this share are a different flushing behaviour, not noise. */
const BATCH_TOLERANCE = 0.25;

type Rule = (run: Measured, error: (name: QuantityName) => Residual | undefined) => Reason | undefined;

const off = (residual: Residual | undefined): boolean => Math.abs(residual?.error ?? 0) > TOLERANCE;

const RULES: readonly Rule[] = [
  ({ bridge: { load } }) =>
    load && load.utilisation > FULL_THREAD ? { kind: 'clientFull', share: load.utilisation } : undefined,
  ({ remarks }) => {
    const remark = remarks.find(({ code }) => code === 'BR-27');
    return remark && { kind: 'machineFull', cores: Number(remark.detail.cores) };
  },
  ({ bridge: { relay }, summary }) => {
    const mean = summary?.responseTime.meanUs ?? 0;
    return relay && relay.lateMeanUs * 2 > mean * TOLERANCE
      ? { kind: 'relayLate', us: relay.lateMeanUs }
      : undefined;
  },
  (_, of) => {
    const { error, measured, model } = of('commandsPerServerRead') ?? {};
    return measured !== undefined && model !== undefined && Math.abs(error ?? 0) > BATCH_TOLERANCE
      ? { kind: 'batching', measured, model }
      : undefined;
  },
  (_, of) => {
    const [p50, p99] = [of('p50')?.error, of('p99')?.error];
    return p50 !== undefined && p99 !== undefined && !off(of('p50')) && off(of('p99'))
      ? { kind: 'tailOnly', p50, p99 }
      : undefined;
  },
];

/** The known reasons for a difference; empty if no measurement explains it. */
export function reasonsOf(run: Measured, residuals: readonly Residual[]): Reason[] {
  return RULES.flatMap((rule) => rule(run, (name) => residuals.find((each) => each.name === name)) ?? []);
}

/** Throughput and median, the decisive metrics. */
const decisiveIn = (residuals: readonly Residual[]): DecisiveResidual[] =>
  residuals.filter((residual): residual is DecisiveResidual => {
    const { name } = residual;
    return name === 'throughput' || name === 'p50';
  });

/** The decisive metric with the largest error; undefined if none is known. */
export const largestIn = (residuals: readonly Residual[]): DecisiveResidual | undefined =>
  decisiveIn(residuals)
    .filter(({ error }) => error !== undefined)
    .sort((a, b) => Math.abs(b.error ?? 0) - Math.abs(a.error ?? 0))[0];

/** The metrics to explain: throughput if it is off; otherwise the median, and throughput must not change. */
export function inQuestion(residuals: readonly Residual[]): QuantityName[] {
  const decisive = decisiveIn(residuals).map(({ name }) => name);
  const isThroughputOff = residuals.some((each) => each.name === 'throughput' && off(each));
  return isThroughputOff ? ['throughput'] : decisive;
}

/** The largest error among some metrics, as an absolute logarithm: twice and half are equally far. */
export function driftOf(run: Measured, summary: Summary, quantities: readonly QuantityName[]): number {
  const drifts = residualsOf(run, summary)
    .filter(({ name }) => quantities.includes(name))
    .map(({ error }) => (error === undefined || error <= -1 ? 0 : Math.abs(Math.log1p(error))));
  return Math.max(0, ...drifts);
}

/** Whether the decisive metrics agree. */
export function verdictOf(residuals: readonly Residual[]): 'agrees' | 'off' | undefined {
  const decisive = decisiveIn(residuals);
  if (decisive.every(({ error }) => error === undefined)) return undefined;
  return decisive.some(off) ? 'off' : 'agrees';
}
