/** The model's prediction for every measured row, compared with the measurement. */
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

/** A row with its predictions, or the reason why the engine refuses its scenario. */
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

/** The model's scenario of a row, with other costs if given. */
export const askedOf = (row: Row, costs: Edits = {}): Json =>
  applyEdits(row.scenario, { 'costs.profile': PROFILE, ...costs });

/** The row's full scenario, or why there is none. */
export const scenarioOf = (engine: Engine, row: Row, costs: Edits = {}): Normalized =>
  engine.normalize(JSON.stringify(askedOf(row, costs)));

/** Runs one row. */
export function predict(engine: Engine, row: Row, costs: Edits = {}): Prediction {
  const { scenario, issues } = scenarioOf(engine, row, costs);
  if (!scenario) return { row, comparisons: [], refused: issues };
  const summary = simulate(engine, scenario);
  return { row, comparisons: compareRun(row, summary), perSec: summary.throughput.perSec };
}

/** Every quantity that the model has of a row; undefined if the engine refuses its scenario. */
export function foretell(engine: Engine, row: Row): Readonly<Record<Quantity, number | null>> | undefined {
  const { scenario } = scenarioOf(engine, row);
  if (!scenario) return undefined;
  const summary = simulate(engine, scenario);
  const found = Object.entries(readers).map(([quantity, read]) => [quantity, read(summary)]);
  return Object.fromEntries(found) as Record<Quantity, number | null>;
}

/** A row's measurements next to a run of its scenario. */
export const compareRun = (row: Row, summary: Summary): Comparison[] =>
  compare(row, (quantity) => readers[quantity](summary));

/** A row's measurements next to the predictions, where both are known. */
export function compare(
  { seen }: Row,
  predictedOf: (quantity: Quantity) => number | null | undefined,
): Comparison[] {
  return (Object.keys(seen) as Quantity[]).flatMap((quantity) => {
    const measured = seen[quantity];
    const predicted = predictedOf(quantity);
    if (!measured || typeof predicted !== 'number') return [];
    return [
      {
        quantity,
        ...measured,
        seen: measured.value,
        predicted,
        error: relativeError(predicted, measured.value),
      },
    ];
  });
}

/** Simulates a run in one call. */
function simulate(engine: Engine, scenario: Scenario): Summary {
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return engine.summary();
}

/** Readers of each quantity from a summary. */
const readers: Readonly<Record<Quantity, (summary: Summary) => number | null>> = {
  perSec: ({ throughput }) => throughput.perSec,
  meanUs: ({ responseTime }) => responseTime.meanUs,
  p99Us: ({ responseTime }) => responseTime.p99Us,
  readsPerCommand: ({ batching }) => inverse(batching.commandsPerServerRead),
  pollsPerCommand: ({ batching }) => inverse(batching.commandsPerServerTurn),
  waitsPerRequest: ({ threads }) => {
    // The kernel counts the threads that carry goroutines, not the goroutines.
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
  serverKernelShare: (summary) => {
    const kernelUs = cpuUs(summary, isServer, ['kernel', 'switch']);
    const allUs = cpuUs(summary, isServer);
    return kernelUs === null || !allUs ? null : kernelUs / allUs;
  },
};

const inverse = (value: number | null) => (value ? 1 / value : null);
const isServer = (threadClass: string) => threadClass.startsWith('server');

/** What a thread does on a core. */
const ON_CORE = ['user', 'kernel', 'switch'] as const;

/** CPU time of some threads per request: their work, and the switches to them. */
function cpuUs(
  { threads, windowUs, requests }: Summary,
  counts: (threadClass: string) => boolean,
  states: readonly (typeof ON_CORE)[number][] = ON_CORE,
) {
  const busyUs = threads
    .filter((group) => counts(group.class))
    .reduce(
      (sum, { count, shares }) =>
        sum + count * states.reduce((share, state) => share + shares[state], 0) * windowUs,
      0,
    );
  return requests.completed > 0 ? busyUs / requests.completed : null;
}
