/** The model asked for every measured row, and held against what was seen. */
import type { Engine } from '../../model/engine/engine.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../../model/scenario/generated/summary.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { batchRows } from './batch.ts';
import { benchmarkRows } from './benchmark.ts';
import { goRows } from './go.ts';
import { holRows } from './hol.ts';
import { javaRows } from './java.ts';
import { PROFILE } from './machine.ts';
import { nodeRows } from './node.ts';
import type { Quantity, Row } from './row.ts';
import { relativeError } from './statistics.ts';

/** One quantity of one row. */
export interface Comparison {
  readonly quantity: Quantity;
  readonly seen: number;
  readonly low: number;
  readonly high: number;
  readonly predicted: number;
  /** Predicted / seen − 1. */
  readonly error: number;
}

/** A row with its predictions, or with the reason why the engine refuses its scenario. */
export interface Prediction {
  readonly row: Row;
  readonly comparisons: readonly Comparison[];
  /** Predicted throughput, whether one was measured or not. */
  readonly perSec?: number;
  readonly refused?: Normalized['issues'];
}

/** Every measured row. */
export const allRows = (): Row[] => [
  ...javaRows(),
  ...goRows(),
  ...nodeRows(),
  ...batchRows(),
  ...benchmarkRows(),
  ...holRows(),
];

/** What the model is asked for a row, with other costs if some are given. */
export const askedOf = (row: Row, costs: Edits = {}): Json =>
  applyEdits(row.scenario, { 'costs.profile': PROFILE, ...costs });

/** The row's scenario in full; or why there is none. */
export const scenarioOf = (engine: Engine, row: Row, costs: Edits = {}): Normalized =>
  engine.normalize(JSON.stringify(askedOf(row, costs)));

/** Runs one row. */
export function predict(engine: Engine, row: Row, costs: Edits = {}): Prediction {
  const { scenario, issues } = scenarioOf(engine, row, costs);
  if (!scenario) return { row, comparisons: [], refused: issues };
  const summary = simulate(engine, scenario);
  return { row, comparisons: compareRun(row, summary), perSec: summary.throughput.perSec };
}

/** What was seen of a row beside what a run of its scenario has shown. */
export const compareRun = (row: Row, summary: Summary): Comparison[] =>
  compare(row, (quantity) => readers[quantity](summary));

/** What was seen of a row beside what is predicted, where both are known. */
export function compare(
  { seen }: Row,
  predictedOf: (quantity: Quantity) => number | null | undefined,
): Comparison[] {
  return (Object.keys(seen) as Quantity[]).flatMap((quantity) => {
    const one = seen[quantity];
    const predicted = predictedOf(quantity);
    if (!one || typeof predicted !== 'number') return [];
    return [{ quantity, ...one, seen: one.value, predicted, error: relativeError(predicted, one.value) }];
  });
}

/** A whole run at once. */
function simulate(engine: Engine, scenario: Scenario): Summary {
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return engine.summary();
}

/** Where a summary says each quantity. */
const readers: Readonly<Record<Quantity, (summary: Summary) => number | null>> = {
  perSec: ({ throughput }) => throughput.perSec,
  meanUs: ({ responseTime }) => responseTime.meanUs,
  p99Us: ({ responseTime }) => responseTime.p99Us,
  readsPerCommand: ({ batching }) => inverse(batching.commandsPerServerRead),
  pollsPerCommand: ({ batching }) => inverse(batching.commandsPerServerTurn),
  waitsPerRequest: ({ threads }) => {
    // The kernel sees the threads that carry goroutines, not the goroutines.
    const callersAreThreads = threads.every(({ class: name }) => name !== 'carrier');
    return threads
      .filter(({ class: name }) => !isServer(name) && (callersAreThreads || name !== 'caller'))
      .reduce((sum, { waitsPerRequest }) => sum + (waitsPerRequest ?? 0), 0);
  },
  serverWaitsPerRequest: ({ threads }) =>
    threads.find(({ class: name }) => name === 'serverMain')?.waitsPerRequest ?? null,
  clientCpuUs: (summary) => cpuUs(summary, (name) => !isServer(name)),
  serverCpuUs: (summary) => cpuUs(summary, isServer),
  kernelShare: ({ hosts }) => {
    const [client] = hosts;
    return client ? (client.kernel + client.switch) / (client.user + client.kernel + client.switch) : null;
  },
};

const inverse = (value: number | null) => (value ? 1 / value : null);
const isServer = (threadClass: string) => threadClass.startsWith('server');

/** CPU time of some threads per request: what they run, and the switches to them. */
function cpuUs({ threads, windowUs, requests }: Summary, counts: (threadClass: string) => boolean) {
  const busyUs = threads
    .filter((group) => counts(group.class))
    .reduce(
      (sum, { count, shares }) => sum + count * (shares.user + shares.kernel + shares.switch) * windowUs,
      0,
    );
  return requests.completed > 0 ? busyUs / requests.completed : null;
}
