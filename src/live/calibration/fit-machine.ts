/** Fits the costs of a machine to measurements made on it, with this repository's fit. */

import { least, quantile } from 'd3-array';
import type { Measured, Progress } from '../../bridge/workload/measured.ts';
import { type RealQuestion, scenarioOf } from '../../bridge/workload/question.ts';
import {
  evaluateFit,
  type FittedCost,
  fitProfile,
  overridesAt,
  type Residual,
  valuesOf,
} from '../../evidence/fit/fit.ts';
import type { Target } from '../../evidence/fit/input.ts';
import { foretell, predict } from '../../evidence/predict/predict.ts';
import { present, type Row } from '../../evidence/predict/row.ts';
import { median } from '../../evidence/predict/statistics.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { isTime, PROFILE, type SearchedCost, searchedCosts, standardNs } from './costs.ts';
import { type MachineCosts, modelOf, STANDARD, type Surroundings } from './model.ts';
import type { CalibrationPlan } from './plan.ts';
import { type Point, QUIET_CORES } from './points.ts';

/** A configuration with the measurements of a real client. */
export interface Observed extends Surroundings {
  readonly question: RealQuestion;
  readonly perSec: number;
  readonly meanUs: number;
  /** 99th percentile of the response time; null from a driver that reports none. */
  readonly p99Us: number | null;
  /** CPU time of client and Redis per request; null where the server does not report it. */
  readonly clientCpuUs: number;
  readonly serverCpuUs: number | null;
  /** Part of Redis' CPU time in the kernel; null where the server does not report it. */
  readonly serverKernelShare: number | null;
  readonly readsPerCommand: number | null;
  readonly isHeld: boolean;
  /** Cores that other programs used; null if unknown. */
  readonly othersCores: number | null;
}

/** Shorter intervals are too noisy, µs. */
const SHORTEST_US = 50_000;

/** Requests per second of each complete interval; empty from a driver that reports no intervals. */
const ratesOf = (progress: readonly Progress[]): readonly number[] =>
  progress
    .filter(({ isWarmup, intervalUs }) => !isWarmup && intervalUs >= SHORTEST_US)
    .map(({ completed, intervalUs }) => (completed * 1e6) / intervalUs);

/**
 * The share of intervals that a disturbance may slow down, on a core of client and Redis alone. A virtual core is
 * slower for tenths of a second up to minutes, and never faster than its own speed.
 */
const SLOWED_SHARE = 0.9;

/**
 * The rate of a configuration from its intervals. On a core of their own client and Redis are only ever slowed down:
 * the fast intervals show their speed, as the shortest of several timings does. With free placement a disturbance may
 * also speed them up, so the median counts.
 */
function typicalRate(rates: readonly number[], isHeld: boolean): number | null {
  if (rates.length === 0) return null;
  if (!isHeld) return median(rates);
  return quantile(rates, SLOWED_SHARE) ?? null;
}

/** Undefined without completed requests. */
export function observedOf(
  question: RealQuestion,
  progress: readonly Progress[],
  { workload, summary, server, bridge, program, batching, othersCores }: Measured,
  where: Omit<Surroundings, 'workload' | 'isHeld'> & Pick<Observed, 'isHeld'>,
): Observed | undefined {
  const mean = summary?.throughput.perSec ?? 0;
  const perSec = typicalRate(ratesOf(progress), where.isHeld) ?? mean;
  if (perSec === 0 || mean === 0) return undefined;
  // CPU time is counted over the whole window, so it is divided by all its requests. A slowed core slows client and
  // Redis alike: their shares of the core stay, and the time of a request is that of its fast intervals.
  const divisor = where.isHeld ? perSec : mean;
  const serverUs = server && (server.cpuUserUs + server.cpuSystemUs) / ((server.windowUs / 1e6) * divisor);
  return {
    question,
    ...where,
    workload,
    perSec,
    // Every caller always waits for one reply.
    meanUs: (question.callers * 1e6) / perSec,
    p99Us: summary?.responseTime.p99Us ?? null,
    // Without the bridge's other work; a library has a process of its own.
    clientCpuUs: ((program?.cores ?? bridge.load?.cores ?? bridge.cores) * 1e6) / divisor,
    serverCpuUs: serverUs,
    serverKernelShare: serverUs ? server.cpuSystemUs / (server.cpuUserUs + server.cpuSystemUs) : null,
    readsPerCommand: batching.commandsPerServerRead ? 1 / batching.commandsPerServerRead : null,
    othersCores: othersCores ?? null,
  };
}

/** Weight of a request's CPU time against its throughput: as in the fits of the profiles. */
const CPU_WEIGHT = 0.4;
const READS_WEIGHT = 0.2;
/** The kernel attributes CPU time at its ticks: a few dozen in a measurement. */
const KERNEL_WEIGHT = 0.2;

/** A residual of about this size or more is taken as a disturbance. */
const DISTURBED = 0.4;

/**
 * Robust loss of a residual: symmetric in the logarithm and saturating, so that one disturbed row does not
 * bend all costs.
 */
const counted = (error: number): number => DISTURBED * Math.atan(Math.log1p(error) / DISTURBED);

/** A cost at e times its start counts like three per cent of a rate. */
const INERTIA = 0.03;

/** Simulated requests per evaluation: enough for a mean without randomness. */
const REQUESTS = 3_000;
const SHORTEST_MS = 15;

const nameOf = ({ question, isHeld }: Point): string => JSON.stringify({ question, isHeld });

/** A measurement as a row of the fit, with the model's scenario for it. */
export function rowOf(seen: Observed, costs: MachineCosts = STANDARD): Row {
  const exact = (value: number | null) => (value === null ? undefined : { value, low: value, high: value });
  const measuredMs = Math.max(SHORTEST_MS, (REQUESTS / seen.perSec) * 1000);
  return {
    table: 'calibration',
    id: nameOf(seen),
    scenario: modelOf(scenarioOf(seen.question), seen, costs, {
      warmupMs: Math.max(SHORTEST_MS, measuredMs / 4),
      measuredMs,
    }),
    seen: present({
      perSec: exact(seen.perSec),
      clientCpuUs: exact(seen.clientCpuUs),
      serverCpuUs: exact(seen.serverCpuUs),
      serverKernelShare: exact(seen.serverKernelShare),
      readsPerCommand: exact(seen.readsPerCommand),
    }),
    rangeCounts: false,
  };
}

const targetOf = (row: Row): Target => ({
  row: row.id,
  weights: {
    perSec: 1,
    ...(row.seen.clientCpuUs && { clientCpuUs: CPU_WEIGHT }),
    ...(row.seen.serverCpuUs && { serverCpuUs: CPU_WEIGHT }),
    ...(row.seen.serverKernelShare && { serverKernelShare: KERNEL_WEIGHT }),
    ...(row.seen.readsPerCommand && { readsPerCommand: READS_WEIGHT }),
  },
});

/** The costs of a machine, and how well they explain the measurements. */
export interface Fitted extends MachineCosts {
  readonly costs: readonly FittedCost[];
  readonly residuals: readonly Residual[];
  /** The residuals for a reader: requests per second, measured and modelled. */
  readonly explained: readonly (Point & {
    readonly seen: number;
    readonly perSec: number;
  })[];
}

/** The relay's additional delay, from the same request with and without it. */
function relayUsIn(seen: readonly Observed[]): number {
  const added = seen.flatMap((far) => {
    const { rttUs } = far.question;
    if (rttUs === 0) return [];
    const near = nameOf({ ...far, question: { ...far.question, rttUs: 0 } });
    return seen.filter((row) => nameOf(row) === near).map(({ meanUs }) => far.meanUs - meanUs - rttUs);
  });
  return added.length > 0 ? Math.max(0, Math.round(median(added))) : 0;
}

/**
 * The network delay to another machine: the mean beyond the model's value for one machine, of the plan's first
 * configuration.
 */
function wireUsIn(engine: Engine, [first]: readonly RealQuestion[], seen: readonly Observed[]): number {
  const alone = first && seen.find((row) => nameOf(row) === nameOf({ question: first, isHeld: false }));
  if (alone?.place !== 'remote') return 0;
  const { perSec } = predict(engine, rowOf(alone));
  return perSec ? Math.max(0, Math.round(alone.meanUs - 1e6 / perSec)) : 0;
}

/** Whether a row describes this machine; disturbed rows count only if there are no others. */
function isTelling(seen: readonly Observed[]): (row: Observed) => boolean {
  const hasHeld = seen.some(({ isHeld }) => isHeld);
  return ({ isHeld, othersCores }) => isHeld || !hasHeld || (othersCores ?? 0) <= QUIET_CORES;
}

/**
 * How many times as fast as the profile's a machine may be. The search moves in small steps: from the profile's costs
 * it ended far from those of a machine of three times that speed.
 */
const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 3, 4];

/** A cost of a machine of that speed. Caches keep their size; waking a core is seen by itself, or not at all. */
const startingAt =
  (speed: number) =>
  (free: SearchedCost): SearchedCost => {
    if (!isTime(free.cost) || free.onSeveralCores) return free;
    return { ...free, start: Math.min(free.max, Math.max(free.min, free.start / speed)) };
  };

const squaresOf = (residuals: readonly Residual[]): number =>
  residuals.reduce((sum, { weight, error }) => sum + (weight * counted(error)) ** 2, 0);

/** The costs with their starts on a machine of the speed that explains the rows best. */
export function withStarts(
  engine: Engine,
  free: readonly SearchedCost[],
  rows: ReadonlyMap<string, Row>,
): readonly SearchedCost[] {
  const fit = [...rows.values()].map(targetOf);
  const explains = (started: readonly SearchedCost[]) => {
    const starts = overridesAt(
      started,
      started.map(({ start }) => start),
    );
    return squaresOf(
      evaluateFit(engine, { profile: PROFILE, free: started, fit, judge: [] }, starts, rows).fit,
    );
  };
  return (
    least(
      SPEEDS.map((speed) => free.map(startingAt(speed))),
      explains,
    ) ?? free
  );
}

/**
 * Fits the free costs. Measurements through the relay only give its delay, since the relay uses CPU time
 * outside the model. Some kernels keep two processes that wake each other on one core, mostly under load; the
 * better of two fits decides.
 */
export function fitMachine(
  engine: Engine,
  plan: CalibrationPlan,
  seen: readonly Observed[],
  say: (line: string) => void = () => undefined,
): Fitted {
  const wire = { ...STANDARD, wireUs: wireUsIn(engine, plan.deciding, seen), relayUs: relayUsIn(seen) };
  const [first] = seen;
  const used = seen.filter(isTelling(seen));
  const isFree = used.some(({ isHeld }) => !isHeld);
  const isShown = ({ onSeveralCores }: SearchedCost) => isFree || !onSeveralCores;
  const all = searchedCosts(plan);
  const [searched, left] = [all.filter(isShown), all.filter((cost) => !isShown(cost))];
  const choices =
    first && first.place !== 'remote'
      ? new Set(isFree ? [first.cores, 1] : [first.cores])
      : new Set([undefined]);
  const fits = [...choices].map((cores) => {
    const where = cores === undefined ? wire : { ...wire, cores };
    const rows = used.filter(({ workload }) => !workload.relay).map((row) => rowOf(row, where));
    const byName = new Map(rows.map((row) => [row.id, row]));
    const free = withStarts(engine, searched, byName);
    const input = { profile: PROFILE, free, fit: rows.map(targetOf), judge: [] };
    const { costs: found, fit } = fitProfile(engine, input, say, { rows: byName, counted, inertia: INERTIA });
    // What these measurements cannot show keeps its default.
    const kept = left.map((each) => ({ ...each, value: standardNs(each.cost), uncertainty: null }));
    const costs = [...found, ...kept];
    const squares = squaresOf(fit);
    const explained = fit
      .filter(({ quantity }) => quantity === 'perSec')
      .map(({ row, seen, predicted }) => ({
        ...(JSON.parse(row) as Point),
        seen,
        perSec: predicted,
      }));
    return {
      squares,
      fitted: { ...where, costs, residuals: fit, explained, overrides: overridesOf(costs) },
    };
  });
  const best = fits.reduce((best, fit) => (fit.squares < best.squares ? fit : best));
  return best.fitted;
}

/** The costs by name, as a scenario has them. */
export const overridesOf = (
  costs: readonly Pick<FittedCost, 'cost' | 'alike' | 'inProportion' | 'value'>[],
): MachineCosts['overrides'] => Object.assign({}, ...costs.map((each) => valuesOf(each, each.value)));

/** What the model says of a configuration before it is measured. */
export interface Foretold {
  readonly perSec: number;
  /** Null where the model has none. */
  readonly p99Us: number | null;
  readonly clientCpuUs: number | null;
}

/** The model of an unmeasured configuration; undefined if the engine refuses it. */
export function foresee(
  engine: Engine,
  point: Point,
  where: Surroundings,
  costs: MachineCosts,
): Foretold | undefined {
  const scenario = modelOf(scenarioOf(point.question), where, costs);
  const found = foretell(engine, {
    ...{ table: 'calibration', id: nameOf(point), scenario, seen: {}, rangeCounts: false },
  });
  if (!found || found.perSec === null) return undefined;
  return { perSec: found.perSec, p99Us: found.p99Us, clientCpuUs: found.clientCpuUs };
}
