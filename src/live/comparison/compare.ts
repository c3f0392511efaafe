/** Runs a comparison: the model on the article's machine and on this one, and real clients here, configuration by configuration. */
import type { RunRequest } from '../../bridge/protocol.ts';
import { closeEngine } from '../../lab/run/engines.ts';
import { completed, wholeRun } from '../../lab/run/whole-run.ts';
import { saveText } from '../../lib/download.ts';
import { today } from '../../model/playback/clock.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { presetById } from '../../model/scenario/library.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import { calibration } from '../calibration/calibration-state.ts';
import { BridgeGone, NothingMeasured, type RunReal, realRunsOver } from '../calibration/measuring.ts';
import { modelOf, STANDARD } from '../calibration/model.ts';
import { runtimeOf } from '../calibration/runtimes/runtimes.ts';
import { costsIn, isSameMachine } from '../calibration/use.ts';
import { openedBridge } from '../live.ts';
import { problemOf, whatFailed } from '../measurement.ts';
import { measurement } from '../measurement-state.ts';
import { comparisons } from './comparison-state.ts';
import { COMPARISONS, type ComparedConfiguration, type Comparison, commandsOf } from './comparisons.ts';
import { type ComparisonResult, type ComparisonRow, FORMAT, readComparison, VERSION } from './result.ts';

const KEY = 'roundtrip.comparisons';
const ROLE = 'twin';
/** Wall time of one measurement and its least warm-up, s. Ten configurations take a minute. */
const SECONDS = 2;
const WARMUP_SECONDS = 1;
/** Larger files are not read. */
const MOST_BYTES = 1024 * 1024;

/** Ends the current activity. */
let end: (() => void) | undefined;

export const stopComparing = (): void => end?.();

/** Loads the stored results on first use. */
export function loadComparisons(): void {
  const stored = readKept(KEY);
  if (!stored) return;
  const found = storedResults(stored).flatMap((each) => readComparison(JSON.stringify(each)) ?? []);
  comparisons.setState(({ results }) => ({
    results: { ...Object.fromEntries(found.map((result) => [result.comparison, result])), ...results },
  }));
}

/** Nothing when the storage has been edited. */
function storedResults(text: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function show(result: ComparisonResult): void {
  comparisons.setState(({ results }) => ({ results: { ...results, [result.comparison]: result } }));
  keep(KEY, JSON.stringify(Object.values(comparisons.getState().results)));
}

/** The scenario of a configuration on the article's machine. */
export function scenarioThere({ preset, set }: ComparedConfiguration): Json {
  const scenario = presetById(preset)?.scenario;
  if (scenario === undefined) throw new Error(`no preset is called ${preset}`);
  return applyEdits(scenario, set);
}

/** The same client and workload, without the article's machine and run length. */
function scenarioHere(configuration: ComparedConfiguration): Json {
  const there = scenarioThere(configuration);
  const parts = ['workload', 'client', 'network'].flatMap((name) => {
    const value = getAt(there, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(parts) as Json;
}

/** Models and measures the configurations one after another; results appear as they come. */
export async function compare(comparison: Comparison): Promise<void> {
  const opened = openedBridge();
  if (!opened || measurement.getState().status !== 'idle' || comparisons.getState().step) return;
  const { bridge, hello } = opened;
  let isWanted = true;
  end = () => {
    isWanted = false;
    void bridge.ask('stop', {}).catch(() => undefined);
  };
  measurement.setState({ status: 'comparing', problems: [] });
  const run = realRunsOver(bridge);
  try {
    const previous = comparisons.getState().results[comparison.id];
    const rows = new Map(previous?.rows.map((row) => [row.id, row]));
    const calibrated = comparison.configurations.map(({ driver }) => {
      const known = calibration.getState().calibrations[runtimeOf(driver)];
      return known && isSameMachine(known.machine, hello.machine) ? known : undefined;
    });
    for (const [index, configuration] of comparison.configurations.entries()) {
      if (!isWanted) break;
      // A stopped comparison goes on where it was stopped.
      if (rows.get(configuration.id)?.measuredPerSec != null && isUnfinished(comparison, previous)) continue;
      comparisons.setState({
        step: { comparison: comparison.id, index, of: comparison.configurations.length },
      });
      const costs = calibrated[index];
      const row = await compareOne(configuration, run, costs ? costsIn(costs) : STANDARD, () => isWanted);
      if (!row) break;
      rows.set(configuration.id, row);
      show({
        format: FORMAT,
        version: VERSION,
        comparison: comparison.id,
        measuredAt: today().toISOString(),
        machine: hello.machine,
        redis: { version: hello.redisVersion, mode: hello.mode, place: hello.address.kind },
        calibratedAt: calibrated[0]?.calibratedAt ?? null,
        articleCores: coresThere(comparison),
        rows: comparison.configurations.flatMap(({ id }) => rows.get(id) ?? []),
      });
    }
  } catch (error) {
    if (isWanted)
      measurement.setState({
        problems: [
          error instanceof BridgeGone ? problemOf({ code: 'BR-02', detail: {} }) : whatFailed(error),
        ],
      });
  } finally {
    end = undefined;
    closeEngine(ROLE);
    comparisons.setState({ step: undefined });
    measurement.setState({ status: 'idle' });
  }

  /** Undefined when cancelled. */
  async function compareOne(
    configuration: ComparedConfiguration,
    real: RunReal,
    costs: Parameters<typeof modelOf>[2],
    isStillWanted: () => boolean,
  ): Promise<ComparisonRow | undefined> {
    const there = scenarioThere(configuration);
    const commands = commandsOf(there);
    const perSecOf = async (scenario: Json) => {
      const summary = await wholeRun(ROLE, await completed(ROLE, scenario), isStillWanted);
      return summary ? summary.throughput.perSec * commands : null;
    };
    const modelTherePerSec = await perSecOf(there);
    if (!isStillWanted()) return undefined;
    const { request, edits } = await requestOf(configuration);
    const measured = await real(request).catch((error: unknown) => {
      if (error instanceof NothingMeasured) return error;
      throw error;
    });
    if (!isStillWanted()) return undefined;
    const isMeasured = !(measured instanceof NothingMeasured);
    const result = measured.measured;
    const where = {
      cores: hello.machine.cores,
      place: hello.address.kind,
      workload: result.workload,
      adapted: isMeasured ? measured.adapted : [],
      isHeld: false,
    };
    const modelHerePerSec = await perSecOf(modelOf(request.scenario as Json, where, costs));
    return {
      id: configuration.id,
      modelTherePerSec,
      modelHerePerSec,
      measuredPerSec: isMeasured ? (result.summary?.throughput.perSec ?? 0) * commands : null,
      measuredP99Us: isMeasured ? (result.summary?.responseTime.p99Us ?? null) : null,
      version: request.version ?? null,
      remarks: result.remarks.map(({ code }) => code),
      adapted: Object.keys(edits),
    };
  }

  /** The request that real clients can run, and what had to be changed for it. */
  async function requestOf(
    configuration: ComparedConfiguration,
  ): Promise<{ request: RunRequest; edits: Edits }> {
    const { driver, version } = configuration;
    const partial = scenarioHere(configuration);
    const request: RunRequest = {
      scenario: partial,
      seconds: SECONDS,
      warmupSeconds: WARMUP_SECONDS,
      steady: 'always',
      ...{ driver, version },
    };
    const plan = await bridge.ask('plan', request);
    if (plan.kind === 'possible') return { request, edits: {} };
    const { edits } = plan.nearest;
    return { request: { ...request, scenario: applyEdits(partial, edits) }, edits };
  }
}

/** Whether some configurations have not been measured yet. */
export const isUnfinished = ({ configurations }: Comparison, result: ComparisonResult | undefined): boolean =>
  result !== undefined &&
  configurations.some(({ id }) => result.rows.find((row) => row.id === id)?.measuredPerSec == null);

const coresThere = ({ configurations: [first] }: Comparison): number =>
  first ? Number(getAt(scenarioThere(first), 'client.cores') ?? 0) : 0;

export function saveComparison(result: ComparisonResult): void {
  saveText(
    `roundtrip-${result.comparison}-${result.measuredAt.slice(0, 10)}.json`,
    JSON.stringify(result, null, 2),
    'application/json',
  );
}

/** Opens the result of a comparison from a file. */
export async function openComparison(file: File): Promise<void> {
  const text = file.size > MOST_BYTES ? '' : await file.text().catch(() => '');
  const found = readComparison(text);
  const comparison = COMPARISONS.find(({ id }) => id === found?.comparison);
  if (!found || !comparison) {
    measurement.setState({ problems: [problemOf({ code: 'BR-28', detail: { path: 'comparison' } })] });
    return;
  }
  show(found);
  comparisons.setState({ shown: comparison.id });
}
